"""Speed of what is played."""
