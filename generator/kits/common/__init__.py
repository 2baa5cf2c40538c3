"""What the kits of several games share."""
