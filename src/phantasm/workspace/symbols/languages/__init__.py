"""What defines something in each language? One table each, in the words of `grammar`."""
