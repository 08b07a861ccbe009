"""What does a file define? Functions, classes and configuration keys, each with its lines."""
