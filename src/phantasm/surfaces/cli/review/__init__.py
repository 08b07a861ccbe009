"""How does a person decide what waits? One item at a time, with keys, or by id from a script."""
