"""Does memory still hand over what it must? Assertions in tracked files, asked through the one door."""
