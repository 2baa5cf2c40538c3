"""The board of Rallye-Code: its squares, the ways on it, and whether somebody else’s can be played on."""
