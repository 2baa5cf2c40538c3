"""Every command: words become one checked request, and one call. No other room imports this one."""
