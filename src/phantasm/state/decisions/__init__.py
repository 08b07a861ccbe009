"""What a person decides: accept, reject, pick, merge, confirm."""
