"""Rallye-Code: round France by the highway code, in both editions."""
