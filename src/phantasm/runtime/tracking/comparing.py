"""What did memory gain, lose and change between two commits? Read from git, without the store."""

from dataclasses import dataclass
from pathlib import Path

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.model import JsonObject
from phantasm.runtime.bootstrap import locate
from phantasm.state.exchange.tracked.comparing import Compared, Difference, compare
from phantasm.state.exchange.tracked.folder import Shelf, list_files, read_bytes, shelf_of
from phantasm.state.exchange.tracked.revisions import blobs_at, commit_of, common, texts_of
from phantasm.workspace.git import GitError

WORKING_TREE = "working tree"
_HEAD = "HEAD"
_SHORT = 12


@dataclass(frozen=True, slots=True)
class Span:
    """From which commit to which; None: the files as they lie there."""

    start: str
    stop: str | None
    since_parting: bool = False
    """Whether it starts where the two parted, as for a pull request."""


def span_of(words: str) -> Span:
    """Return what some words mean: `A..B`, `A...B`, `A` (up to the files), nothing (from HEAD on)."""
    for mark in ("...", ".."):
        start, found, stop = words.partition(mark)
        if found:
            return Span(start or _HEAD, stop or _HEAD, since_parting=mark == "...")
    return Span(words or _HEAD, None)


def compare_revisions(start: Path, words: str) -> JsonObject:
    """Compare the tracked files of two commits, or of a commit with those that lie there."""
    paths = locate(start)
    shelf = shelf_of(paths, start.absolute())
    span = span_of(words)
    before = _commit(shelf, span.start)
    after = None if span.stop is None else _commit(shelf, span.stop)
    if span.since_parting and after is not None:
        before = common(shelf.root, before, after) or before
    found = _compared(shelf, before, after)
    counts = dict.fromkeys(("added", "changed", "removed"), 0)
    for one in found.differences:
        counts[one.change] += 1
    return {
        "from": before[:_SHORT],
        "to": after[:_SHORT] if after else WORKING_TREE,
        "counts": counts,
        "differences": [_shown(shelf, one) for one in found.differences],
        "problems": [{"path": shelf.shown(name), "problem": problem} for name, problem in found.problems],
    }


def _compared(shelf: Shelf, before: str, after: str | None) -> Compared:
    try:
        earlier = blobs_at(shelf.root, before)
        if after is None:
            return compare(texts_of(shelf.root, earlier), _lying(shelf))
        later = blobs_at(shelf.root, after)
        same = {name for name, blob in earlier.items() if later.get(name) == blob}
        sides = ({name: one for name, one in side.items() if name not in same} for side in (earlier, later))
        return compare(*(texts_of(shelf.root, side) for side in sides))
    except GitError as problem:
        raise PhantasmError(Code.STORAGE_FAILED, f"git could not be read: {problem}") from problem


def _lying(shelf: Shelf) -> dict[str, str]:
    found = {}
    for name in list_files(shelf).stats:
        data = read_bytes(shelf, name) or b""
        found[name] = data.decode("utf-8", "replace").replace("\r\n", "\n")
    return found


def _commit(shelf: Shelf, revision: str) -> str:
    commit = commit_of(shelf.root, revision)
    if not commit:
        raise PhantasmError(
            Code.NOT_FOUND,
            f"git knows no commit {revision!r} in {shelf.root}",
            expected="a branch, a tag, a commit, or two of them as BASE..HEAD",
            remediation=(Remediation("See which there are.", command="git log --oneline --all -20"),),
        )
    return commit


def _shown(shelf: Shelf, one: Difference) -> JsonObject:
    record = one.shown
    changes = [
        {"name": name, "before": (one.before or {}).get(name), "after": (one.after or {}).get(name)}
        for name in one.fields
    ]
    told = {name: record.get(name) for name in ("kind", "subject_key", "handle", "lineage", "statement")}
    return {"change": one.change, "path": shelf.shown(one.path), **told, "fields": changes}
