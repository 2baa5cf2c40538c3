"""The rules of the games. Pure: see README.md in this folder."""
