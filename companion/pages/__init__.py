"""Routes. Each page reads, asks the tables, and shows what `looks` makes of the answer."""
