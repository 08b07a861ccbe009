"""What became of the branches and worktrees that records belong to?"""
