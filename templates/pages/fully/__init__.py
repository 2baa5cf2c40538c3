"""Pages of Fully."""
