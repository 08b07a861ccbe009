"""Text pairs to learn from: one builder per kind of source, one file format."""
