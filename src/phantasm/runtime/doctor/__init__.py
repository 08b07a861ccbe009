"""Is memory well, and what can be mended? Works when the store cannot be opened."""
