"""What is held true: records."""
