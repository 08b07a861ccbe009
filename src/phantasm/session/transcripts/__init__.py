"""What did agents write down themselves? Their transcripts, read as turns, whatever the client."""
