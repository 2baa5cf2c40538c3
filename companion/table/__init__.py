"""A table as a fold over its log: what happened, what is so now, who sits where, how long it has been played."""
