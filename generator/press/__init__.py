"""From components to files: the PDF writer, and all that a kit has beside its components."""
