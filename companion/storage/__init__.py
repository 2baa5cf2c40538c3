"""What must not be lost, and what is kept at hand: database, copies, tables in memory, tokens, the data folder, streams."""
