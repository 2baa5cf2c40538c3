"""Paper: from an order to a PDF. Lengths are millimetres, y grows downwards; type sizes alone are points."""
