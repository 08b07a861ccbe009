"""What the repository says: roots and worktrees."""
