"""Files for cutting machines: what is cut and scored on each sheet, in millimetres, where the PDF has it."""
