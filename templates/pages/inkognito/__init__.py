"""Pages of Inkognito."""
