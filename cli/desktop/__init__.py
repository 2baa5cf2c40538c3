"""Sousmain without a terminal: what opens when nothing is typed, and what is put on the desktop to click."""
