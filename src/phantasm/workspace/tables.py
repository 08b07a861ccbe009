"""Which tables does workspace own?"""

from phantasm.storage.sql import Table

COMMITS = Table(
    "commits",
    (
        "id",
        "sha",
        "seq",
        "committed_at",
        "parents",
        "author",
        "mail",
        "subject",
        "bot",
        "files",
        "state",
        "tip",
        "evidence_id",
    ),
)
"""The commits that were taken in; author, mail and subject are keyed addresses, never the words."""

COMMIT_PATHS = Table("commit_paths", ("id", "path"))
"""Every path that a commit ever changed."""

COMMIT_FILES = Table("commit_files", ("path_id", "commit_id", "change", "from_id"))
"""Which commit changed which file, and how."""

COMMIT_REVERTS = Table("commit_reverts", ("commit_id", "reverted", "seq"))
"""Which commit takes back which."""

COMMIT_TAGS = Table("commit_tags", ("name", "sha", "at"))
"""The repository's tags."""

COMMIT_ISSUES = Table("commit_issues", ("issue", "commit_id"))
"""Which commit mentions which issue."""

BRANCHES = Table(
    "branches", ("scope", "name", "tip", "own", "state", "event_commit", "first_seen", "last_seen")
)
"""The branches and worktrees that records belong to, as they were last seen."""

GIT_MOVES = Table("git_moves", ("record_id", "cause", "reference", "commit_id", "base", "seq"))
"""Which records were moved because of what happened in git."""
