"""The pieces of a kit for other tables than one's own: pictures, drawings to edit, decks for a virtual table."""
