"""What waits for a decision: suggestions, conflicts, duplicates, doubts."""
