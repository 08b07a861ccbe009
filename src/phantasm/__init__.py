"""Project-scoped memory runtime and context compiler for coding agents."""

__version__ = "0.1.0"
