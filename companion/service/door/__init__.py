"""What may be asked of whoever has a code, before it works."""
