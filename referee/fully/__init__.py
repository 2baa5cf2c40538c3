"""Fully: two pairs talk in secret codes, each about colours that only one of its partners sees."""
