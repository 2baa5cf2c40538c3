"""Speed and size of what is printed."""
