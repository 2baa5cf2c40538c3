"""What stands before a seat: the network that phones join, and what may be asked of whoever has a code."""
