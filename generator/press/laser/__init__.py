"""Racks, stands and card holders of plywood, for a laser."""
