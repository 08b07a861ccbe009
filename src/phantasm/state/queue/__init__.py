"""What waits for a decision, as it is shown to whoever decides."""
