"""What is part of a commit's history? As far as git was asked about it."""

from typing import NamedTuple


class Revision(NamedTuple):
    """A commit that somebody asks about, and which others are part of its history."""

    commit: str
    at: str
    """When it was committed."""
    inside: frozenset[str]
    """Commits that are part of its history, itself included."""
    outside: frozenset[str]
    """Commits that git knows and that are no part of it."""

    def has(self, commit: str | None, at: str) -> bool:
        """Tell whether something that happened at a commit belongs to its history; else the time tells."""
        if commit in self.inside:
            return True
        return commit not in self.outside and at <= self.at
