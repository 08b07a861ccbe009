"""What does a request look like, and what comes back?"""

import json
from typing import Annotated, Literal

from pydantic import Field, StringConstraints
from pydantic.json_schema import SkipJsonSchema

from phantasm.contracts.model import JsonObject, Line, Model

API_VERSION = "v1"
# Long enough for any trace id or UUID with a prefix, short enough to index.
MAX_KEY_CHARACTERS = 200

Key = Annotated[
    str, StringConstraints(min_length=1, max_length=MAX_KEY_CHARACTERS, pattern=r"^[^\x00-\x1f]+$")
]


class Client(Model):
    """Who is asking."""

    profile: Key = Field(description="A built-in or configured client profile")
    session_id: Key | None = Field(default=None, description="The caller's session, for scope and audit")
    name: Key | None = Field(default=None, description="The calling program")
    version: Key | None = Field(default=None, description="The calling program's version")


class Confirmations(Model):
    """A person's approval, bound to one operation and one target."""

    approved_by: Line = Field(description="The person who approves")
    reason: Line = Field(description="Why")
    operation: Key = Field(description="The operation that is approved; must equal the request's")
    target: JsonObject = Field(description="What it is approved for; must equal the resolved target")
    preview_hash: Annotated[str, Field(max_length=MAX_KEY_CHARACTERS)] | None = Field(
        default=None, description="The preview_hash of a dry run that was looked at"
    )


class Request(Model):
    """One question or one change."""

    api_version: Literal["v1"] = Field(description="The version of this contract")
    operation: Key = Field(description="The operation's name or an alias")
    request_id: Key = Field(description="The caller's trace id; echoed")
    client: Client
    params: JsonObject = Field(default_factory=dict, description="The operation's own parameters")
    idempotency_key: Key | None = Field(
        default=None, description="Required for every write unless params.dry_run"
    )
    confirmations: Confirmations | None = Field(
        default=None, description="Required where the operation asks for it"
    )


class Notice(Model):
    """Something worth knowing that is neither an error nor about this request."""

    code: str
    message: str


class Warned(Model):
    """A degraded mode or a surprise, with a stable code."""

    code: str
    message: str


class ReviewItem(Model):
    """Something that waits for a person's decision."""

    kind: str
    id: str
    reason: str
    record_ids: list[str] = Field(default_factory=list, description="The records that it is about")


class NextStep(Model):
    """What to do next: a sentence, and a runnable request or command where one exists."""

    message: str
    request: JsonObject | None = None
    command: str | None = None


class TrustDecisionSummary(Model):
    """What the policy said about this request."""

    id: str
    verdict: str
    reason: str


class Provenance(Model):
    """Where the answer comes from."""

    store_id: str | None = None
    snapshot_seq: int | None = None
    operation_id: str | None = None
    evidence_ids: list[str] = Field(default_factory=list)
    client_profile: str | None = None
    trust: TrustDecisionSummary | None = None


class Fidelity(Model):
    """Whether what was stored is what was sent: bytes and hashes of the canonical params."""

    received_bytes: int
    received_sha256: str | None = Field(
        default=None, description="Left out when secrets were masked: a hash could confirm a guess"
    )
    stored_bytes: int
    stored_sha256: str


class DiffEntry(Model):
    """One object before and after."""

    object_type: str
    object_id: str
    change: str
    before: JsonObject | None = None
    after: JsonObject | None = None


class Preview(Model):
    """What a dry run would have changed; a confirmation can be bound to the hash."""

    preview_hash: str
    changes: int
    diff: list[DiffEntry]


class ErrorBody(Model):
    """What went wrong, for programs and for people."""

    code: str
    message: str
    field: str | None = None
    expected: str | None = None
    example: object = None


class Response(Model):
    """The answer to one request."""

    status: Literal["ok", "error"]
    request_id: str
    operation: str
    data: JsonObject | None
    result: SkipJsonSchema[Model | None] = Field(default=None, exclude=True)
    """What `data` was made of, for whoever reads it in this process; never on the wire."""
    warnings: list[Warned] = Field(default_factory=list)
    review_items: list[ReviewItem] = Field(default_factory=list)
    remediation: list[NextStep] = Field(default_factory=list)
    provenance: Provenance = Provenance()
    notices: list[Notice] = Field(default_factory=list)
    fidelity: Fidelity | None = None
    preview: Preview | None = None
    replayed: bool | None = None
    error: ErrorBody | None = None

    def to_json_object(self) -> JsonObject:
        """Return the response as it goes over the wire; absent means absent, `data` is always there."""
        body = self.model_dump(exclude_none=True, exclude={"data"})
        body["data"] = self.data
        return body


def to_wire(response: Response, *, indent: int | None = None) -> str:
    """Return the one line that a response is on every wire: sorted, so that a replay is byte-identical."""
    separators = (",", ":") if indent is None else None
    return json.dumps(
        response.to_json_object(), sort_keys=True, ensure_ascii=False, separators=separators, indent=indent
    )
