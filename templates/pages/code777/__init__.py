"""Pages of Code 777."""
