"""Helpers for the sentences of a `narration.toml` that only one game needs: how its pieces are told in words."""
