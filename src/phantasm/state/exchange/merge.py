"""What becomes of a record that comes from outside? The three-way merge of one lineage. Pure.

Ours are the versions that this store knows, theirs is the version in the file; the base is what `previous`
and the ids say that both have seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.contracts.canonical import canonical
from phantasm.state.exchange.lines import Numbered, RecordLine
from phantasm.state.model import Draft, State


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a lineage, as this store has it; `said` is None once it was erased."""

    id: str
    state: State
    said: str | None
    seen: tuple[str, ...] = ()
    """Earlier versions of it that were decided about in another store."""


@dataclass(frozen=True, slots=True)
class New:
    """The lineage is unknown here."""


@dataclass(frozen=True, slots=True)
class Unchanged:
    """Just that is held here."""

    id: str


@dataclass(frozen=True, slots=True)
class TakeTheirs:
    """Theirs goes on from what is held here; `edited` when the text was changed in the file itself."""

    held: str
    edited: bool = False


@dataclass(frozen=True, slots=True)
class KeepOurs:
    """Theirs is known here, and was gone on from or turned down."""

    id: str


@dataclass(frozen=True, slots=True)
class Diverged:
    """Both sides changed it since they were last the same."""

    held: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """Just that waits for a decision here already."""

    id: str


@dataclass(frozen=True, slots=True)
class WithdrawnHere:
    """It was taken out of use here; `changed_there` when theirs is not what was withdrawn."""

    id: str
    changed_there: bool


@dataclass(frozen=True, slots=True)
class ErasedHere:
    """It was erased here and does not come back."""

    id: str


Decision = New | Unchanged | TakeTheirs | KeepOurs | Diverged | Waiting | WithdrawnHere | ErasedHere


def said(draft: Draft) -> str:
    """Return everything by which two versions differ in what they say.

    Not the origin: no file makes a held record more trusted. Not what may change without a new version:
    links, verification and whether it is frozen.
    """
    content, quality = draft.content, draft.quality
    triple = content.triple
    return canonical(
        [
            [draft.kind, draft.subject_key, draft.scope, draft.scope_ref, draft.sensitivity],
            [content.statement, content.payload, content.provenance],
            None if triple is None else [triple.subject, triple.predicate, triple.object],
            [quality.confidence, quality.source_type, quality.author, quality.expires_at],
            [draft.valid_from, draft.valid_to],
        ]
    )


def decide(theirs: RecordLine, ours: Sequence[Version]) -> Decision:
    """Say what becomes of their version of a lineage, given every version that is here, oldest first."""
    if not ours:
        return New()
    same = next((version for version in ours if version.id == theirs.id), None)
    live = next((version for version in ours if version.state == "live"), None)
    if same is not None and same.state == "tombstoned":
        return ErasedHere(same.id)
    words = said(theirs.draft)
    waiting = next(
        (version for version in ours if version.state == "suggested" and version.said == words), None
    )
    if live is not None and live.said == words:
        return Unchanged(live.id)
    if waiting is not None:
        return Waiting(waiting.id)
    if live is not None:
        return _against_live(theirs, live, ours, same)
    decided = [version for version in ours if version.state != "suggested"]
    if not decided:
        return Diverged(ours[-1].id)
    last = decided[-1]
    if last.state == "tombstoned":
        return ErasedHere(last.id)
    known = {version.said for version in decided} | {None}
    return WithdrawnHere(last.id, changed_there=words not in known and theirs.id not in _seen(decided))


def _against_live(
    theirs: RecordLine, live: Version, ours: Sequence[Version], same: Version | None
) -> Decision:
    words = said(theirs.draft)
    if theirs.id == live.id:
        return TakeTheirs(live.id, edited=True)
    if same is not None and same.state == "archived" and same.said == words:
        return KeepOurs(live.id)  # it was here, and was turned down or taken back
    if live.id in theirs.previous:
        return TakeTheirs(live.id)
    is_known = any(version.said == words for version in ours)
    if same is None and theirs.id in _seen(ours):
        return KeepOurs(live.id)  # another store went on from it before we got it
    return KeepOurs(live.id) if is_known else Diverged(live.id)


def _seen(ours: Sequence[Version]) -> set[str]:
    return {name for version in ours for name in version.seen}


def in_order(lines: Sequence[Numbered]) -> list[Numbered]:
    """Return a file's lines with what others go on from behind those, and nothing twice.

    A merge of files may leave several versions of one lineage.
    """
    distinct: dict[tuple[str, str, str], Numbered] = {}
    for one in lines:
        distinct.setdefault((one.line.lineage, one.line.id, said(one.line.draft)), one)
    return sorted(distinct.values(), key=lambda one: -len(one.line.previous))
