"""What was seen: verbatim, never edited."""
