"""Code 777: everybody sees your three tiles but you."""
