"""What happened: typed events, through standard logging."""
