"""What did the repository go through? Commits, what they changed, who made them, what was taken back."""
