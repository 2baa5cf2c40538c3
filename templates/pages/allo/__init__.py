"""Pages of Allo... la France."""
