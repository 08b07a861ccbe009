"""Texts as vectors: the port, the model that ships, and a stand-in for tests."""
