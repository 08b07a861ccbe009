"""May this record be changed by this caller? Finds the target of a change or refuses it."""

from phantasm.contracts.envelope import API_VERSION
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.ids import EPISODE_MARK, EVIDENCE, EVIDENCE_MARK, cited
from phantasm.contracts.kinds import Right
from phantasm.contracts.model import JsonObject
from phantasm.state import store
from phantasm.state.model import Record, Slot
from phantasm.storage.work import Work

_LISTED_BY = {
    EPISODE_MARK: ("List the sessions.", "phantasm sessions"),
    EVIDENCE_MARK: ("Search for what was said.", "phantasm search WORDS --tier evidence"),
    EVIDENCE: ("Search for what was said.", "phantasm search WORDS --tier evidence"),
    "op_": ("List what was done.", "phantasm audit"),
    "rev_": ("List what waits for a decision.", "phantasm review"),
    "bak_": ("List the backups.", "phantasm backup list"),
    "job_": ("List what is to be done.", "phantasm maintenance jobs"),
    "": ("List the records.", "phantasm list"),
}
"""Where ids and handles that begin so are listed."""


def target(work: Work, name: str) -> Record:
    """Return the record that a change names, by id or handle."""
    record = store.find(work, [name]).get(name)
    if record is None:
        raise not_found(name)
    if record.frozen and not work.caller.may(Right.REVIEW):
        raise frozen(record)
    return record


def live_target(work: Work, name: str) -> Record:
    """Return the live record that a change names; a newer version is named when there is one."""
    record = target(work, name)
    if record.state == "live":
        return record
    if record.state == "tombstoned":
        raise PhantasmError(Code.ERASED, f"{record.id} was erased on {record.closed_at}", field="params.id")
    newest = next(
        (version for version in reversed(store.lineage(work, record)) if version.state == "live"), None
    )
    steps = (Remediation(f"The live version is {newest.id} ({newest.handle})."),) if newest else ()
    raise PhantasmError(
        Code.STALE_TARGET, f"{record.id} is {record.state}, not live", field="params.id", remediation=steps
    )


def holder(work: Work, slot: Slot | None) -> Record | None:
    """Return who has a place now: kind, subject key and scope."""
    return None if slot is None else store.live_about(work, [slot[1]]).get(slot)


def frozen(record: Record) -> PhantasmError:
    """Return the refusal for a record that only a person may change."""
    return PhantasmError(
        Code.FROZEN,
        f"{record.id} is frozen: only a person may change it",
        field="params.id",
        remediation=(Remediation("Ask a person to unfreeze it at the terminal."),),
    )


def not_found(name: str, field: str = "params.id") -> PhantasmError:
    """Return the refusal for a name that nothing has, with the list in which such names stand."""
    begins = next((mark for mark in _LISTED_BY if cited(name).startswith(mark)), "")
    message, command = _LISTED_BY[begins]
    return PhantasmError(
        Code.NOT_FOUND,
        f"nothing has the id or handle {name!r}",
        field=field,
        remediation=(Remediation(message, command=command),),
    )


def subject_exists(record: Record, said: JsonObject) -> PhantasmError:
    """Return the refusal of a claim whose subject key a live record holds with another value."""
    revise: JsonObject = {
        "api_version": API_VERSION,
        "operation": "revise",
        "request_id": "revise-1",
        "client": {"profile": "claude_code"},
        "idempotency_key": f"revise-{record.handle}",
        "params": {"id": record.id, **said},
    }
    return PhantasmError(
        Code.SUBJECT_EXISTS,
        f"the live {record.kind} {record.id} already holds {record.subject_key!r} with another value",
        field="params.subject_key",
        expected="a new subject_key, or a revision of the record that holds it",
        remediation=(
            Remediation("Revise the record that holds the key.", request=revise),
            Remediation("Or send this again with on_conflict set to supersede."),
        ),
    )
