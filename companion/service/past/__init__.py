"""What was played in this house: records of all tables, and figures of the evening and of all time."""
