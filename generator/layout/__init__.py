"""Which piece lies where on which sheet: millimetres, y downwards, no PDF."""
