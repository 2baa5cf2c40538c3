"""Inkognito, the card game: who is who in Venice, and who holds which part of the number."""
