"""How it is found: words, vectors, and the order of what they bring."""
