"""The one way in: everything that changes a table goes through here."""
