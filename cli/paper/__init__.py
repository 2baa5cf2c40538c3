"""Commands that make something of paper beside kits."""
