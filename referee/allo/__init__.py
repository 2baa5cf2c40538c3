"""Allo... la France, the telephone game, for three or four players."""
