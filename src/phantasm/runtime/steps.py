"""What was done, or would be done, to a project's files? What bootstrap, uninstall and repair tell."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was done to one place."""

    action: str
    """create, keep, update, remove, restore, backup, or quarantine."""
    path: str
    """Relative to the project's root."""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ProjectReport:
    """Everything that bootstrap or uninstall did, or would do in a dry run."""

    root: str
    dry_run: bool
    steps: tuple[Step, ...]
    store_created: bool = False
    store_id: str | None = None
