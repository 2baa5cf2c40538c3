"""A car on the road: how it drives, whom it hits, what it owes."""
