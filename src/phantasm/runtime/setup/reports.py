"""What does install tell about what it did, or would do? Steps, problems, and the difference line by line."""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.runtime.setup.file_plans import FileEdit, Problem
from phantasm.runtime.steps import Step


@dataclass(frozen=True, slots=True)
class InstallReport:
    """What was done for which clients, or would be done in a dry run."""

    base: str
    scope: str
    dry_run: bool
    clients: tuple[str, ...]
    steps: tuple[Step, ...]
    problems: tuple[Problem, ...]
    diff: str


def step_of(edit: FileEdit) -> Step:
    """Return what becomes of one file, in a word."""
    if not edit.is_change:
        return Step("keep", edit.shown, edit.detail)
    action = "create" if edit.original is None else "remove" if edit.wanted is None else "update"
    return Step(action, edit.shown, edit.detail)


def diff_of(edits: Sequence[FileEdit]) -> str:
    """Return what changes in all files, as a unified diff."""
    return "".join(_diff(edit) for edit in edits if edit.is_change)


def _diff(edit: FileEdit) -> str:
    before = (edit.original or b"").decode("utf-8", "replace").splitlines()
    after = (edit.wanted or b"").decode("utf-8", "replace").splitlines()
    old = "/dev/null" if edit.original is None else edit.shown
    new = "/dev/null" if edit.wanted is None else edit.shown
    lines = list(difflib.unified_diff(before, after, old, new, lineterm=""))
    if not lines:  # only ends of lines differ, or an empty file comes or goes
        lines = [f"--- {old}", f"+++ {new}"]
    return "".join(f"{line}\n" for line in lines)
