"""What happens behind a hook once the project is open? Taking in, compiling, recalling: all within a time."""
