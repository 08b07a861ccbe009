"""How does memory follow git? Files kept in step, changes taken in, merges and comparisons."""
