"""The one door: composition root, registry, pipeline."""
