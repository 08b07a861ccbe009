"""What can be asked: one file each."""
