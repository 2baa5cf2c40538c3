"""What seats can know, and the robots that play by it."""
