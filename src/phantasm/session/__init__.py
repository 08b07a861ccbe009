"""What was going on: usage."""
