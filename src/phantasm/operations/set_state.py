"""Archive, retract, restore, tombstone, freeze or unfreeze records."""

from typing import Literal

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.envelope import API_VERSION, NextStep
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.kinds import Kind, Right
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.evidence import store as evidence
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


class Params(Model):
    """Which records, and what to do with them."""

    ids: list[Line] = Field(min_length=1, max_length=1000, description="Ids or handles")
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


class Result(Model):
    """All records, in the order they were named; either all of them moved or none."""

    records: list[Moved]


def prepare(params: Params, environment: Environment) -> BlobStore:
    """Hand over the raw store: erasing a record erases the evidence that nothing else rests on."""
    return environment.blobs


def handle(params: Params, work: Work, blobs: BlobStore) -> Result:
    """Move every record, or none."""
    if params.action in {"freeze", "unfreeze"} and not work.caller.may(Right.REVIEW):
        raise PhantasmError(
            Code.NOT_ALLOWED,
            f"only a person may {params.action} a record",
            field="client.profile",
            remediation=(Remediation("Ask a person to do it at the terminal."),),
        )
    work.note = params.reason
    moved = [_move(work, name, params, blobs) for name in dict.fromkeys(params.ids)]
    if params.action == "tombstone":
        _tell_of_other_versions(work, [record.record_id for record in moved])
        _tell_of_exports(work)
    return Result(records=moved)


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


def _tell_of_other_versions(work: Work, erased: list[str]) -> None:
    """Say which other versions still hold what they said: forgetting one is not forgetting all."""
    remaining = store.other_versions(work, erased)
    if not remaining:
        return
    work.warn("versions_remain", f"{len(remaining)} other versions of these records still hold their content")
    work.remediation.append(
        NextStep(
            message="Erase the other versions too.",
            request={
                "api_version": API_VERSION,
                "operation": "set_state",
                "request_id": "erase-versions",
                "client": {"profile": work.caller.profile},
                "idempotency_key": f"erase-versions-{work.seq}",
                "params": {"action": "tombstone", "ids": remaining},
            },
        )
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
