"""Faces as plain values: pen, type, shapes, colours, QR codes, road signs. No PDF."""
