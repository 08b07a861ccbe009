"""Development tools, run as `python -m tools.NAME`; none of them is part of the distribution."""
