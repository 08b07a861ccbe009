"""Vectors of retrieval units: the port, the embedded index with its clusters, and Qdrant."""
