"""Higher: a game invented for a test, all of it in one folder. Everybody hides a number and looks for the neighbour's."""
