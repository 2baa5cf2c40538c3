"""Phones as secret hands: tables, seats, a store, pages. It knows every game by its contract and none by its name."""
