"""What does the store say? The only part of the compiler that reads it."""
