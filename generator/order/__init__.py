"""What was asked for, checked before anything is drawn."""
