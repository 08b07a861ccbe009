"""How does a Python program reach it? `from phantasm import Project`."""
