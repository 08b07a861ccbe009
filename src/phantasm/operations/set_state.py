"""Archive, retract, restore, tombstone, freeze or unfreeze records; tombstone evidence and sessions."""

from typing import Literal

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.envelope import NextStep
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.ids import evidence_handle
from phantasm.contracts.kinds import Kind, Right
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.evidence import naming
from phantasm.evidence import store as evidence
from phantasm.learning import practice
from phantasm.learning.forgetting import forget_session, tell_again
from phantasm.session import aging
from phantasm.session import store as sessions
from phantasm.state import guard, keeping, store, withdrawal
from phantasm.state.lifecycle import AlreadySo, Becomes, Impossible, apply
from phantasm.state.model import Record
from phantasm.state.rejudging import compare_again
from phantasm.state.rules import needs_person
from phantasm.state.standing import Standing
from phantasm.storage import entries
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work

KIND = Kind.MUTATION
EXAMPLE: JsonObject = {"ids": ["k3v9qd2a"], "action": "archive", "reason": "the service was retired"}


# A sentence with more names than this is a list; the request names them all.
_RECORDS_NAMED = 5


class Params(Model):
    """Which records, or with tombstone which evidence and sessions, and what to do with them."""

    ids: list[Line] = Field(
        min_length=1, max_length=1000, description="Ids or handles, also as cited: m:k3v9qd2a, e:w7m2xq4c"
    )
    action: Literal["archive", "retract", "restore", "tombstone", "freeze", "unfreeze"] = Field(
        description="archive: no longer used; retract: never was true; tombstone: erased for good"
    )
    reason: Line | None = Field(default=None, description="Why, for the journal")
    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")


class Moved(Model):
    """One record's old and new state."""

    record_id: str
    handle: str
    before: str
    after: str
    changed: bool


class Forgotten(Model):
    """One piece of evidence that is erased now."""

    evidence_id: str
    handle: str
    changed: bool = Field(description="False when it had been erased before")


class Result(Model):
    """All that was named, in its order; either all of it moved or nothing."""

    records: list[Moved]
    evidence: list[Forgotten] = []
    sessions: list[str] = Field(default=[], description="Sessions that are forgotten with all their turns")


def prepare(params: Params, environment: Environment) -> BlobStore:
    """Hand over the raw store: erasing a record erases the evidence that nothing else rests on."""
    return environment.blobs


def handle(params: Params, work: Work, blobs: BlobStore) -> Result:
    """Move every record and forget every piece of evidence, or do nothing."""
    if params.action in {"freeze", "unfreeze"} and not work.caller.may(Right.REVIEW):
        raise PhantasmError(
            Code.NOT_ALLOWED,
            f"only a person may {params.action} a record",
            field="client.profile",
            remediation=(Remediation("Ask a person to do it at the terminal."),),
        )
    work.note = params.reason
    names = list(dict.fromkeys(params.ids))
    known = store.find(work, names)
    pieces = naming.named(work, [name for name in names if name not in known])
    wholes = sessions.named(work, [name for name in names if name not in known and name not in pieces])
    moved = [_move(work, name, params, blobs) for name in names if name not in pieces and name not in wholes]
    gone = list(dict.fromkeys(wholes.values()))
    if gone and params.action != "tombstone":
        raise _only_erased(gone[0], "a session: what was going on")
    turns = aging.evidence_of(work, gone)
    # After the records: what they let go of is no longer in the way.
    forgotten = _forget(work, blobs, list(dict.fromkeys([*pieces.values(), *turns])), params.action)
    for name in gone:
        forget_session(work, name)
    named = practice.naming(work, gone) if gone else []
    if named:
        message = f"{len(named)} procedures have words and values of these sessions"
        _tell_of_what_remains(work, "records_remain", message, named)
    tell_again(work)
    if params.action == "tombstone":
        _tell_of_other_versions(work, [record.record_id for record in moved])
        _tell_of_exports(work)
    return Result(records=moved, evidence=forgotten, sessions=gone)


def _move(work: Work, name: str, params: Params, blobs: BlobStore) -> Moved:
    record = guard.target(work, name)
    outcome = apply(record, params.action)
    match outcome:
        case Impossible(reason):
            raise PhantasmError(Code.STALE_TARGET, f"{record.id}: {reason}", field="params.ids")
        case AlreadySo():
            after, changed = record.state, False
        case Becomes("tombstoned"):
            withdrawal.erase(work, record)
            evidence.release(work, blobs, record.id)
            after, changed = "tombstoned", True
        case Becomes("archived"):
            withdraw = withdrawal.retract if params.action == "retract" else withdrawal.archive
            withdraw(work, record)
            after, changed = "archived", True
        case Becomes(state, frozen) if record.state == "live":
            keeping.move(work, record, Standing(state, frozen=frozen), change=params.action)
            after, changed = state, True
        case Becomes(state):
            _refuse_second_truth(work, record)
            _refuse_instruction(work, record)
            withdrawal.restore(work, record)
            compare_again(work, record)
            after, changed = state, True
    return Moved(record_id=record.id, handle=record.handle, before=record.state, after=after, changed=changed)


def _forget(work: Work, blobs: BlobStore, ids: list[str], action: str) -> list[Forgotten]:
    """Erase evidence, unless something that is held rests on it."""
    if ids and action != "tombstone":
        raise _only_erased(ids[0], "evidence: what was seen or said")
    behind = evidence.resting_on(work, ids)
    records = store.find(work, [name for names in behind.values() for name in names])
    for name in ids:
        held = [records[one] for one in behind.get(name, ()) if records[one].state == "live"]
        if held:
            raise _needed(work, name, held)
    left = [record.id for record in records.values() if record.content is not None]
    if left:
        message = f"{len(left)} records that are not held rest on what was erased and still say what they say"
        _tell_of_what_remains(work, "records_remain", message, left)
    return [
        Forgotten(evidence_id=name, handle=evidence_handle(name), changed=evidence.erase(work, blobs, name))
        for name in ids
    ]


def _only_erased(name: str, what: str) -> PhantasmError:
    """Return the refusal for what has no life cycle."""
    message = f"{name} is {what} can be erased, nothing else"
    return PhantasmError(Code.INVALID_PARAMS, message, field="params.action", expected="tombstone")


def _needed(work: Work, evidence_id: str, held: list[Record]) -> PhantasmError:
    """Return the refusal for evidence that something rests on which is held."""
    names = [f"{record.id} ({record.handle})" for record in held[:_RECORDS_NAMED]]
    more = f" and {len(held) - _RECORDS_NAMED} more" if len(held) > _RECORDS_NAMED else ""
    request = withdrawal.erase_request(work, [*(record.id for record in held), evidence_id])
    return PhantasmError(
        Code.STALE_TARGET,
        f"{evidence_id} is what live records rest on: {', '.join(names)}{more}",
        field="params.ids",
        remediation=(
            Remediation("Archive or revise these records first, so that nothing that is held rests on it."),
            Remediation("Or erase them with it.", request=request),
        ),
    )


def _tell_of_other_versions(work: Work, erased: list[str]) -> None:
    """Say which other versions still hold what they said: forgetting one is not forgetting all."""
    remaining = store.other_versions(work, erased)
    if not remaining:
        return
    message = f"{len(remaining)} other versions of these records still hold their content"
    _tell_of_what_remains(work, "versions_remain", message, remaining)


def _tell_of_what_remains(work: Work, code: str, message: str, remaining: list[str]) -> None:
    work.warn(code, message)
    work.remediation.append(
        NextStep(message="Erase these too.", request=withdrawal.erase_request(work, remaining))
    )


def _tell_of_exports(work: Work) -> None:
    """Say that files which were written before are not ours to change."""
    if entries.happened_since(work, "memory_export", 0):
        work.warn("exports_remain", "files that were exported before still hold what they held")
        work.remediation.append(
            NextStep(message="Export again, so that the file forgets it too.", command="phantasm export")
        )


def _refuse_instruction(work: Work, record: Record) -> None:
    """Refuse to let back in, without a person, what would have needed one to get in."""
    if needs_person(record.kind, record.origin) and not work.caller.may(Right.REVIEW):
        raise PhantasmError(
            Code.NOT_ALLOWED,
            f"{record.id} would instruct agents on the word of an untrusted origin",
            field="params.ids",
            remediation=(Remediation("Ask a person to restore it at the terminal."),),
        )


def _refuse_second_truth(work: Work, record: Record) -> None:
    """Refuse to restore a record whose subject key somebody else holds by now."""
    holder = guard.holder(work, record.slot)
    if holder is not None:
        raise PhantasmError(
            Code.SUBJECT_EXISTS,
            f"{holder.id} holds {record.subject_key!r} by now",
            field="params.ids",
            remediation=(Remediation(f"Archive {holder.id} first, or revise it."),),
        )
