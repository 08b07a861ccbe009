"""Recordings of real clients against a scripted model: see tests/fixtures/recordings/README.md."""
