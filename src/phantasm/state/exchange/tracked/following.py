"""Which files have to be written or removed, so that they say what is held? Nobody's edit is lost."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from phantasm.state import store
from phantasm.state.exchange.lines import RecordLine
from phantasm.state.exchange.store import versions_of, were_live
from phantasm.state.exchange.tracked.arriving import REMOVED
from phantasm.state.exchange.tracked.folder import Listed, Shelf, digest_of, read_bytes, stat_of, write_files
from phantasm.state.exchange.tracked.leaving import changed_since, holds_secret, shared_lines
from phantasm.state.exchange.tracked.naming import mark_in, mark_of, name_of
from phantasm.state.exchange.tracked.page import page_of, says_the_same
from phantasm.state.exchange.tracked.synced import Known, Synced
from phantasm.state.review import store as reviews
from phantasm.storage.work import Work


@dataclass(slots=True)
class Plan:
    """What has to be done, file by file."""

    texts: dict[str, str | None] = field(default_factory=dict)
    """What is written; None: the file is removed."""
    in_step: dict[str, Known] = field(default_factory=dict)
    """Files that say it already."""
    blocked: list[str] = field(default_factory=list)
    """Files that were changed by somebody else: they are taken in first."""
    waiting: list[str] = field(default_factory=list)
    """Files that somebody changed or deleted, while it waits for a decision what holds."""
    withheld: list[str] = field(default_factory=list)
    """Records that hold what looks like a secret."""
    left: list[str] = field(default_factory=list)
    """Lineages for the next time: blocked, or more than were wanted at once."""
    postponed: int = 0
    """How many of those are only more than were wanted at once."""
    lines: dict[str, RecordLine] = field(default_factory=dict)

    @property
    def written(self) -> list[str]:
        """The files that are written."""
        return [name for name, text in self.texts.items() if text is not None]

    @property
    def removed(self) -> list[str]:
        """The files that are removed."""
        return [name for name, text in self.texts.items() if text is None]


@dataclass(frozen=True)
class Ground:
    """Where the files are, how they lie there, and what was agreed on."""

    shelf: Shelf
    synced: Synced
    listed: Listed | None = None
    """Every file there is; None where only some are asked for, one by one."""

    def stat(self, name: str) -> tuple[int, int] | None:
        """Return a file's size and time of change; None where there is none."""
        return stat_of(self.shelf, name) if self.listed is None else self.listed.stats.get(name)

    def named(self, lineage: str) -> str | None:
        """Return the file that a lineage has, by what was agreed on, else by its name."""
        return self.names.get(lineage) or self.marks.get(mark_of(lineage))

    @cached_property
    def names(self) -> dict[str, str]:
        """The files of lineages, as was agreed on."""
        return self.synced.by_lineage()

    @cached_property
    def marks(self) -> dict[str, str]:
        """The files by the mark in their names."""
        names = self.listed.stats if self.listed else ()
        return {mark: name for name in names if (mark := mark_in(name))}

    def says(self, name: str, text: str) -> bool:
        """Tell whether a file says what a text says, whichever versions they name."""
        data = read_bytes(self.shelf, name)
        return data is not None and says_the_same(data.decode("utf-8", "replace"), text)

    def digest(self, name: str) -> str | None:
        """Return what a file holds now; None where there is none, or none that can be read."""
        stat, known = self.stat(name), self.synced.files.get(name)
        if stat is None:
            return None
        if known is not None and (known.size, known.changed_at) == stat:
            return known.digest
        data = read_bytes(self.shelf, name)
        return None if data is None else digest_of(data)


def due(work: Work, synced: Synced) -> list[str]:
    """Return the lineages whose files may not say what the store holds any more."""
    return list(dict.fromkeys([*synced.pending, *changed_since(work, synced.cursor)]))


def plan(work: Work, ground: Ground, lineages: Sequence[str] | None, *, at_most: int) -> Plan:
    """Plan for some lineages, or (None) for all that are shared or have a file."""
    made = Plan()
    lines = shared_lines(work, lineages)
    wanted = list(dict.fromkeys([*lines, *ground.names])) if lineages is None else list(lineages)
    undecided = _undecided(work, ground.synced) | _deleted(work, lines.values())
    were_held = _were_held(work, [lineage for lineage in wanted if lineage not in lines])
    for lineage in sorted(wanted):
        line = lines.get(lineage)
        # A name once given stays, whatever the record is about by now; also one that others gave it.
        name = ground.named(lineage) or (name_of(line) if line else None)
        if name is None or (line is None and lineage not in were_held):
            continue  # what was never held here is somebody else's
        if lineage in undecided:
            made.waiting.append(name)
            made.left.append(lineage)
        else:
            _plan_one(made, ground, _Wanted(lineage, name, line), at_most)
    return made


@dataclass(frozen=True, slots=True)
class _Wanted:
    lineage: str
    name: str
    line: RecordLine | None


def _plan_one(made: Plan, ground: Ground, one: _Wanted, at_most: int) -> None:
    name, digest, known = one.name, ground.digest(one.name), ground.synced.files.get(one.name)
    text = page_of(one.line) if one.line else None
    if digest is None and ground.stat(name) is not None:
        made.blocked.append(name)  # in a state that only a person can repair
    elif digest is None and text is None:
        pass
    elif text is not None and digest and (digest == digest_of(text.encode()) or ground.says(name, text)):
        size, changed_at = ground.stat(name) or (0, 0)
        made.in_step[name] = _agreed(Known(size, changed_at, digest), one)
    elif digest is not None and (known is None or known.agreed != digest):
        made.blocked.append(name)
        made.left.append(one.lineage)
    elif len(made.texts) >= at_most:
        made.left.append(one.lineage)
        made.postponed += 1
    elif one.line is not None and holds_secret(one.line):
        made.withheld.append(one.lineage)
    else:
        made.texts[name] = text
        if one.line:
            made.lines[name] = one.line


def carry_out(ground: Ground, made: Plan) -> dict[str, Known]:
    """Write and remove the files, and return what is agreed on then, for each of them that is there."""
    lying = write_files(ground.shelf, made.texts)
    fresh = {
        name: _agreed(known, _Wanted(made.lines[name].lineage, name, made.lines[name]))
        for name, known in lying.items()
    }
    return made.in_step | fresh


def followed(synced: Synced, made: Plan, files: dict[str, Known], *, cursor: int) -> Synced:
    """Return where the files stand once a plan was carried out."""
    kept = {name: known for name, known in synced.files.items() if name not in made.removed}
    return replace(synced, files=kept | files, cursor=cursor, pending=tuple(made.left))


def _agreed(known: Known, one: _Wanted) -> Known:
    return replace(known, agreed=known.digest, lineage=one.lineage, held=one.line.id if one.line else None)


def _undecided(work: Work, synced: Synced) -> set[str]:
    """Return the lineages whose files say what waits for a decision."""
    waits = {known.waits: known.lineage for known in synced.files.values() if known.waits and known.lineage}
    found = store.find(work, list(waits))
    return {waits[name] for name, record in found.items() if record.state == "suggested"}


def _deleted(work: Work, lines: Iterable[RecordLine]) -> set[str]:
    """Return the lineages about which it is asked whether they still hold, because their file was deleted."""
    by_id = {line.id: line.lineage for line in lines}
    waiting = reviews.waiting_about(work, list(by_id), ("subject",))
    asked = [name for review in waiting if REMOVED in review.reasons for name in review.ids("subject")]
    return {by_id[name] for name in asked if name in by_id}


def _were_held(work: Work, lineages: Sequence[str]) -> set[str]:
    """Return which of some lineages were held here at any time."""
    by_id = {record.id: lineage for lineage, found in versions_of(work, lineages).items() for record in found}
    return {by_id[name] for name in were_live(work, list(by_id))}
