"""How does what agents wrote down get into memory? Found, read on, handed over in bounded pieces."""
