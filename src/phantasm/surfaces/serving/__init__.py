"""What does every server have in common? Where it listens, whom it lets in, how long it lives."""
