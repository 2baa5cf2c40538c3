"""How each game is printed: one folder or module a game, each with a `KIT`."""
