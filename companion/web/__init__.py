"""Pages: the application, what guards it, its routes, and how pages are made."""
