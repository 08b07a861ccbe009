"""How does a context look? One module per format."""
