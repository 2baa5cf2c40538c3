"""The phones' room: a small web companion for the table. Nothing is in it yet."""
