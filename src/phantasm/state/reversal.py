"""What has to go back where, for some operations to be undone? Read from the journal; writes nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from phantasm.contracts.envelope import API_VERSION
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.model import JsonObject
from phantasm.state import links, store
from phantasm.state.links import Link
from phantasm.state.model import Record
from phantasm.state.review import store as reviews
from phantasm.state.review.model import Review
from phantasm.state.standing import retracted, standing_of
from phantasm.storage import entries
from phantasm.storage.sql import Row
from phantasm.storage.work import Work

_HELD = frozenset({"record", "link", "review"})
REVERSIBLE = _HELD | {"evidence", "session", "lesson", "support", "use"}
"""What an undo can put back, here or in the package that owns it; what was seen and used stays."""
# What sessions were, and what they used: seen, like evidence. What was done to their episodes goes back.
_SEEN = {"session": frozenset({"create", "update", "append", "form", "prune"})}
# No operation has more: an ingest of its 10,000 records with their reviews, links and evidence.
_MOST_CHANGES = 1_000_000
# What changes something about a record besides its standing.
_BESIDES = frozenset({"add_evidence", "verify"})
_OPERATIONS_NAMED = 5


@dataclass(frozen=True, slots=True)
class Step:
    """Where one object stood before some operations, and where they left it."""

    object_type: str
    object_id: str
    seq: int
    """Of the first operation that changed it."""
    created: bool
    before: str | None
    after: str | None
    verified_seq: int | None
    """The first operation that noted a verification, unless the object was created by them."""

    @property
    def moves(self) -> bool:
        """Tell whether the object's state has to go back, not only when it was verified."""
        return self.created or self.before is not None


@dataclass(slots=True)
class Plan:
    """Everything that goes back, newest first, with the objects as they are now."""

    steps: list[Step]
    evidence_ids: list[str]
    records: dict[str, Record] = field(default_factory=dict)
    links: dict[str, Link] = field(default_factory=dict)
    reviews: dict[str, Review] = field(default_factory=dict)

    def of(self, object_type: str) -> list[Step]:
        """Return the steps for one type of object."""
        return [step for step in self.steps if step.object_type == object_type]

    def state_now(self, step: Step) -> str | None:
        """Return the journal's text for where an object stands now."""
        match step.object_type:
            case "record":
                return standing_of(self.records[step.object_id]).text()
            case "link":
                return "closed" if self.links[step.object_id].closed_at else "open"
            case _:
                return self.reviews[step.object_id].state

    def is_back(self, step: Step) -> bool:
        """Tell whether an object stands where undoing would put it."""
        if step.verified_seq is not None:
            return False
        if not step.created:
            return step.before is None or self.state_now(step) == step.before
        if step.object_type == "record":
            record = self.records[step.object_id]
            return standing_of(record) == retracted(record)
        return self.state_now(step) in {"closed", "resolved"}


def plan(work: Work, operations: Sequence[Row]) -> Plan:
    """Return what undoing some journal entries takes, or refuse it."""
    seqs = [row["seq"] for row in operations]
    grouped = entries.changes_of(work, seqs, at_most=_MOST_CHANGES)
    changes: dict[tuple[str, str], list[Row]] = {}
    for seq in sorted(seqs):
        for row in grouped[seq]:
            changes.setdefault((row["object_type"], row["object_id"]), []).append(row)
    if any(row["change"] == "erase" for rows in changes.values() for row in rows):
        raise _erased("these operations erased content, and what was erased is gone")
    steps = [_step(rows) for (kind, _), rows in changes.items() if kind in _HELD]
    steps.sort(key=lambda step: (step.seq, step.object_id), reverse=True)
    made = Plan(steps, sorted(name for kind, name in changes if kind == "evidence"))
    made.records = store.find(work, [step.object_id for step in made.of("record")])
    made.links = links.find(work, [step.object_id for step in made.of("link")])
    made.reviews = reviews.find(work, [step.object_id for step in made.of("review")])
    _refuse_erased(made)
    _refuse_overtaken(work, made, operations)
    return made


@dataclass(frozen=True, slots=True)
class Sorted:
    """Journal entries by what an undo can do about them."""

    reversible: list[Row] = field(default_factory=list)
    only_seen: list[Row] = field(default_factory=list)
    """They added nothing but evidence, which stays."""
    others: list[Row] = field(default_factory=list)
    """They are about the whole store, or changed nothing."""


def sort(work: Work, operations: Sequence[Row]) -> Sorted:
    """Tell which journal entries changed something that can be put back."""
    grouped = entries.changes_of(work, [row["seq"] for row in operations], at_most=_MOST_CHANGES)
    found = Sorted()
    for row in operations:
        changes = grouped[row["seq"]]
        if not changes or any(change["object_type"] not in REVERSIBLE for change in changes):
            found.others.append(row)
        elif all(_only_sees(change) for change in changes):
            found.only_seen.append(row)
        else:
            found.reversible.append(row)
    return found


def _only_sees(change: Row) -> bool:
    """Tell whether a change only added evidence; an erasure is no such thing: undoing it says so."""
    kind, done = str(change["object_type"]), str(change["change"])
    if kind == "use" or done == "add_evidence":
        return True
    return (kind == "evidence" and done != "erase") or done in _SEEN.get(kind, ())


def undo_request(work: Work, operation_ids: Iterable[str]) -> JsonObject:
    """Return a request that undoes some operations."""
    names = list(operation_ids)
    return {
        "api_version": API_VERSION,
        "operation": "undo",
        "request_id": "undo-1",
        "client": {"profile": work.caller.profile},
        "idempotency_key": f"undo-{names[-1]}-{len(names)}",
        "params": {"operations": names},
    }


def _step(rows: list[Row]) -> Step:
    """Return one object's step; all that counts is what was there before the first change."""
    moved = [row for row in rows if row["change"] not in _BESIDES]
    checked = [row["seq"] for row in rows if row["change"] == "verify"]
    created = bool(moved) and moved[0]["before_state"] is None
    return Step(
        object_type=rows[0]["object_type"],
        object_id=rows[0]["object_id"],
        seq=rows[0]["seq"],
        created=created,
        before=moved[0]["before_state"] if moved else None,
        after=moved[-1]["after_state"] if moved else None,
        verified_seq=checked[0] if checked and not created else None,
    )


def _refuse_erased(made: Plan) -> None:
    for record in made.records.values():
        if record.state == "tombstoned":
            raise _erased(f"{record.id} was erased on {record.closed_at}")
    for step in made.of("link"):
        link = made.links[step.object_id]
        if link.target == link.id and not step.created:
            raise _erased(f"what the link {link.id} led to was erased")


def _erased(message: str) -> PhantasmError:
    return PhantasmError(Code.ERASED, message, field="params.operations")


def _refuse_overtaken(work: Work, made: Plan, operations: Sequence[Row]) -> None:
    """Refuse what somebody has changed since: taking it back would take that back as well."""
    by_id = {step.object_id: step for step in made.steps}
    if not by_id:
        return
    own = {row["seq"] for row in operations}
    later: dict[str, list[Row]] = {}
    for row in entries.touched_since(work, list(by_id), min(own)):
        step = by_id[row["object_id"]]
        if row["seq"] > step.seq and row["seq"] not in own and _concerns(step, row["change"]):
            later.setdefault(row["object_id"], []).append(row)
    blocked = {name: rows for name, rows in later.items() if not _harmless(made, by_id[name], rows)}
    if blocked:
        raise _overtaken(work, [row["id"] for row in operations], blocked)
    if later and all(made.is_back(step) for step in made.steps):
        last = max((rows[-1] for rows in later.values()), key=lambda row: int(row["seq"]))["operation_id"]
        raise PhantasmError(
            Code.STALE_TARGET,
            f"already undone by {last}",
            field="params.operations",
            remediation=(Remediation("Undo the undo to have it again.", request=undo_request(work, [last])),),
        )


def _overtaken(work: Work, names: list[str], blocked: dict[str, list[Row]]) -> PhantasmError:
    later = {row["seq"]: row["operation_id"] for rows in blocked.values() for row in rows}
    others = [operation_id for _, operation_id in sorted(later.items())]
    more = f" and {len(others) - _OPERATIONS_NAMED} more" if len(others) > _OPERATIONS_NAMED else ""
    return PhantasmError(
        Code.STALE_TARGET,
        f"{min(blocked)} was changed later by {', '.join(others[:_OPERATIONS_NAMED])}{more}",
        field="params.operations",
        remediation=(
            Remediation("Undo the later operations with it.", request=undo_request(work, [*names, *others])),
        ),
    )


def _concerns(step: Step, change: str) -> bool:
    """Tell whether a later change is about what would go back."""
    if step.object_type == "record" and step.created:
        return True  # somebody has checked it, added evidence to it or moved it
    if change == "verify":
        return step.verified_seq is not None
    return step.moves and change not in _BESIDES


def _harmless(made: Plan, step: Step, later: list[Row]) -> bool:
    """Tell whether what came later leaves nothing to lose."""
    now = made.state_now(step)
    if step.object_type != "record" and step.created and made.is_back(step):
        return True  # it has ended already, which is all that undoing it would do
    if later[-1]["operation"] != "undo" or any(row["change"] in _BESIDES for row in later):
        return False
    # What came later was itself undone, or this was undone already.
    return now == step.after or made.is_back(step)
