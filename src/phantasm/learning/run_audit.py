"""Audit of maintenance: the laws that no step of background work may break, checked before the step commits.

Every law is about one record, so that a run can leave that record alone and do the rest of its work.
"""

from collections.abc import Collection

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.learning.fading import PROTECTED_KINDS
from phantasm.security.redaction import redact
from phantasm.state import learned, store
from phantasm.state.model import Record
from phantasm.state.standing import Standing, parse, retracted
from phantasm.storage.work import Work

LEAVE_ALONE = "leave_alone"
"""The parameter of a step that names what it must not touch."""
_CLOSED = frozenset({"archived", "tombstoned"})
_NAMED = 5


def require_lawful(work: Work, operation: str, left_alone: Collection[str]) -> None:
    """Refuse a step that broke a law; the way on is the same step without the records that it is about."""
    problems = _violations(work)
    if problems:
        told = list(problems.values())
        more = f"; and {len(told) - _NAMED} more" if len(told) > _NAMED else ""
        rest: dict[str, object] = {
            "operation": operation,
            "params": {LEAVE_ALONE: sorted({*problems, *left_alone})},
        }
        raise PhantasmError(
            Code.NOT_ALLOWED,
            "; ".join(told[:_NAMED]) + more,
            field=f"params.{LEAVE_ALONE}",
            remediation=(Remediation("Do the step without them.", request=rest),),
        )


def _violations(work: Work) -> dict[str, str]:
    """Return by record which laws a write has broken so far, in sentences without content."""
    before: dict[str, str | None] = {}
    after: dict[str, str] = {}
    for change in work.changes:
        if change.object_type == "record" and change.change != "add_evidence":
            before.setdefault(change.object_id, change.before_state)
            after[change.object_id] = change.after_state or ""
    # The journal has this write only once it commits: whoever is in there by now decided before it.
    decided = learned.decided(work, list(before))
    return {
        name: problem
        for name, record in sorted(store.find(work, list(before)).items())
        if (problem := _problem(record, before[name], parse(after[name]), is_decided=name in decided))
    }


def _problem(record: Record, before: str | None, after: Standing, *, is_decided: bool) -> str | None:
    if after.state == "tombstoned":
        return f"{record.id} was erased: maintenance never erases"
    if before is None:
        statement = record.content.statement if record.content else ""
        return f"{record.id} holds a secret" if redact(statement)[1] else None
    if parse(before).frozen:
        return f"{record.id} is frozen: only a person may change it"
    if after.state not in _CLOSED or parse(before).state in _CLOSED:
        return None
    if record.quality.source_type not in learned.SOURCES:
        return f"{record.id} was archived, but maintenance did not learn it"
    if is_decided:
        return f"{record.id} was archived, but somebody has decided about it"
    if record.kind in PROTECTED_KINDS and parse(before).state == "live" and after != retracted(record):
        return f"{record.id} is of a kind that does not fade"
    return None
