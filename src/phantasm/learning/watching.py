"""What happened in git that memory has not followed yet? Looks at the store and at git; changes nothing."""

from collections.abc import Sequence

from phantasm.capabilities.environment import Environment
from phantasm.evidence import store as evidence
from phantasm.state.following.model import Plan
from phantasm.state.following.planning import plan
from phantasm.state.store import time_bounds
from phantasm.storage.work import Work
from phantasm.workspace.branches import reading, store
from phantasm.workspace.branches.commits import Commits
from phantasm.workspace.branches.judging import Judge


def look(environment: Environment) -> Plan | None:
    """Return what is to be followed, from a snapshot of its own; None where git cannot tell."""
    repository = reading.read(environment.start)
    if repository is None:
        return None
    with environment.snapshot() as work:
        first, _ = time_bounds(work)
        judge = Judge(repository, Commits(environment.start), first or work.now)
        return plan(work, judge, lambda shas: learned(work, shas))


def learned(work: Work, shas: Sequence[str]) -> dict[str, str]:
    """Return which records were learned from some commits and from nothing else, each with its commit."""
    pieces = store.evidence_of(work, shas)
    behind = evidence.resting_on(work, list(pieces))
    candidates = {name: pieces[piece] for piece, names in sorted(behind.items()) for name in names}
    rests_on = evidence.behind(work, list(candidates))
    return {
        name: commit
        for name, commit in candidates.items()
        if all(piece in pieces for piece in rests_on.get(name, ()))
    }
