"""`python -m cli`: the same as `sousmain`."""

from cli.entry import main

main()
