"""How a robot of Allo weighs what it may do: what a question tells, how near a number is, who gets there first."""
