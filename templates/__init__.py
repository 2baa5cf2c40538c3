"""The shelf: all that a designer or translator edits without Python; `loader` reads it, `i18n` says it, `overrides` changes it."""
