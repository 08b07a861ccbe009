"""What we borrow: the clock and randomness."""
