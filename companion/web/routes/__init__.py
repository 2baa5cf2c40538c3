"""Routes. Each page reads, asks the service, and shows what `rendering` makes of the answer."""
