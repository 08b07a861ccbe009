"""Which commits are part of a revision's history? What `at_commit` needs to know from git."""

from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path

from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.workspace import git
from phantasm.workspace.branches.commits import Commits
from phantasm.workspace.branches.revision import Revision

_FIELD = "params.at_commit"


def revision(start: Path, name: str, commits: Collection[str]) -> Revision:
    """Return the commit that a tag, a branch or the beginning of a commit's name means here.

    `commits`: those about which it will be asked.
    """
    known = Commits(start)
    found = None if name.startswith("-") else known.resolve(name)
    seconds = known.time(found) if found else None
    if found is None or seconds is None:
        raise _unresolved(start, name)
    inside = known.inside(found, commits)
    outside = known.known(commits) - inside
    return Revision(found, to_timestamp(datetime.fromtimestamp(seconds, UTC)), inside, outside)


def _unresolved(start: Path, name: str) -> PhantasmError:
    if git.answer(start, "rev-parse", "--git-dir") is None:
        message = f"there is no git repository here, so {name!r} means no commit"
        step = Remediation("Ask for a moment instead: as_of or known_at.")
    else:
        message = f"git knows no commit {name!r} here"
        step = Remediation("See which tags and branches there are.", command="git tag; git branch --all")
    return PhantasmError(
        Code.INVALID_PARAMS,
        message,
        field=_FIELD,
        expected="a tag, a branch or a commit of this repository",
        remediation=(step,),
    )
