"""What is said back? The response built from a result, from a receipt, and from what the work collected."""

import hashlib
import re
from contextlib import suppress
from typing import NamedTuple

from pydantic import ValidationError

from phantasm.capabilities.environment import Environment
from phantasm.contracts.canonical import canonical, digest
from phantasm.contracts.envelope import (
    Fidelity,
    Preview,
    Provenance,
    Request,
    Response,
    TrustDecisionSummary,
    Warned,
)
from phantasm.contracts.model import JsonObject, Model
from phantasm.contracts.operation import Operation
from phantasm.security import policy
from phantasm.security.profiles import Profile
from phantasm.security.redaction import Masked
from phantasm.storage.receipts import ReceiptKey
from phantasm.storage.work import Caller, Work

# What UTF-8 read as Latin-1 or cp1252 looks like, and the character that replaces what could not be read.
_MISDECODED = re.compile("\u00c3[\u0080-\u00bf]|\u00e2\u20ac|\u00c2[\u00a0-\u00bf]|\ufffd")


class Asked(NamedTuple):
    """A request that was understood and allowed, on its way to a transaction."""

    request: Request
    operation: Operation
    params: Model
    profile: Profile
    decision: policy.Allow | policy.Suggest
    dry_run: bool
    warnings: tuple[Warned, ...]
    fidelity: Fidelity | None
    receipt: ReceiptKey | None

    @property
    def caller(self) -> Caller:
        """Who the unit of work runs for."""
        return Caller(
            profile=self.profile.name,
            rights=self.profile.rights,
            suggest_only=isinstance(self.decision, policy.Suggest),
            session_id=self.request.client.session_id,
            person_only=self.profile.person_only,
        )


def _data_of(asked: Asked, result: Model) -> JsonObject:
    """Return the operation's own part of the response."""
    if not isinstance(result, asked.operation.result):
        message = f"{asked.operation.name} returned {type(result).__name__}"
        raise TypeError(message)
    return result.model_dump(exclude_none=True)


def respond(
    asked: Asked,
    *,
    result: Model,
    provenance: Provenance,
    work: Work | None = None,
    preview: Preview | None = None,
) -> Response:
    """Build the response of a request that went well."""
    return Response(
        status="ok",
        request_id=asked.request.request_id,
        operation=asked.operation.name,
        data=_data_of(asked, result),
        result=result,
        warnings=[*asked.warnings, *(work.warnings if work else ())],
        review_items=work.review_items if work else [],
        remediation=work.remediation if work else [],
        provenance=provenance,
        fidelity=asked.fidelity,
        preview=preview,
    )


def replayed(asked: Asked, kept: JsonObject) -> Response:
    """Rebuild the envelope around what was kept; `data` is what it was, byte for byte."""
    envelope: JsonObject = {
        "status": "ok",
        "request_id": asked.request.request_id,
        "operation": asked.operation.name,
        "fidelity": asked.fidelity,
        "replayed": True,
    }
    # What an earlier release kept may have another shape: then its data is all there is.
    with suppress(ValidationError):
        envelope["result"] = asked.operation.result.model_validate(kept["data"], strict=False)
    return Response.model_validate(envelope | kept)


def provenance_of(asked: Asked, *, work: Work | None = None, operation_id: str | None = None) -> Provenance:
    """Say where the answer comes from and why it was allowed."""
    decision = asked.decision
    if operation_id is not None and work is not None:
        decision_id = work.ids.new("trust")
    else:  # a read's decision is not stored: the same question gets the same id
        decision_id = "trust_" + digest([asked.profile.name, asked.operation.name, decision.verdict])[:26]
    return Provenance(
        store_id=work.head.store_id if work else None,
        snapshot_seq=(work.seq if operation_id else work.head.seq) if work else None,
        operation_id=operation_id,
        evidence_ids=work.evidence_ids if work else [],
        client_profile=asked.profile.name,
        trust=TrustDecisionSummary(id=decision_id, verdict=decision.verdict, reason=decision.reason),
    )


def decision_row(asked: Asked, provenance: Provenance) -> JsonObject:
    """Return the trust decision as it is stored with a write."""
    confirmations = asked.request.confirmations
    return {
        "id": provenance.trust.id if provenance.trust else "",
        "verdict": asked.decision.verdict,
        "profile": asked.profile.name,
        "needed": asked.operation.needs.value,
        "reason": asked.decision.reason,
        "approved_by": confirmations.approved_by if confirmations else None,
    }


def fidelity_of(value: JsonObject, stored: str, masked: tuple[Masked, ...]) -> Fidelity:
    """Compare what was received with what is stored."""
    received = canonical(value.get("params", {})) if masked else stored
    stored_bytes = stored.encode()
    return Fidelity(
        received_bytes=len(received.encode()),
        received_sha256=None if masked else hashlib.sha256(stored_bytes).hexdigest(),
        stored_bytes=len(stored_bytes),
        stored_sha256=hashlib.sha256(stored_bytes).hexdigest(),
    )


def mask_warnings(masked: tuple[Masked, ...]) -> list[Warned]:
    """Say what was masked and where, never its value."""
    return [
        Warned(code="secret_masked", message=f"{found.where or 'request'}: masked a secret ({found.rule})")
        for found in masked
    ]


def text_warnings(stored: str) -> list[Warned]:
    """Warn about text that was decoded wrongly before it reached us."""
    if not _MISDECODED.search(stored):
        return []
    message = "the text looks mis-decoded (UTF-8 read as another encoding); it was stored as received"
    return [Warned(code="text_misdecoded", message=message)]


def config_warnings(environment: Environment) -> list[Warned]:
    """Warn about configuration that nobody has approved."""
    if not environment.held_back:
        return []
    keys = ", ".join(environment.held_back)
    message = f"config keys that widen trust are ignored until `phantasm config approve`: {keys}"
    return [Warned(code="config_not_approved", message=message)]
