"""How long a text is for a model: exact where its vocabulary is public, bounded where it is not."""
