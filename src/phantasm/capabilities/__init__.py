"""What we borrow: the clock, randomness, and the embedder."""
