"""The process that serves: where it listens, how it starts and ends, and what it does with strangers."""
