"""Pages of Rallye-Code."""
