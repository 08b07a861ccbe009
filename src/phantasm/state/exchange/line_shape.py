"""Which fields may a line of an export have? The shape that is checked before anything is believed. Pure."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from phantasm.contracts.ids import ALPHABET, HANDLE_LENGTH
from phantasm.contracts.kinds import KindName
from phantasm.contracts.model import JsonObject, Line, Model, Statement, Timestamp
from phantasm.state.inputs import ClaimInput, EvidenceInput, LinkName, QualityInput, SensitivityName
from phantasm.state.moments import OriginName, ScopeName

# A line of versions this long is decades of daily corrections; more is no lineage.
_MAX_PREVIOUS = 10_000
_ID_CHARACTERS = 26

RecordId = Annotated[str, StringConstraints(pattern=rf"^rec_[{ALPHABET}]{{{_ID_CHARACTERS}}}$")]
Handle = Annotated[str, StringConstraints(pattern=rf"^[{ALPHABET}]{{{HANDLE_LENGTH}}}$")]
LineLinkName = LinkName | Literal["supersedes"]


class LineLink(Model):
    """A relation to another record's lineage, or to something outside the store."""

    type: LineLinkName
    target: RecordId | None = None
    reference: Line | None = None
    seen: JsonObject | None = None

    @model_validator(mode="after")
    def _leads_somewhere(self) -> "LineLink":
        if (self.target is None) == (self.reference is None):
            message = "a link has a target or a reference"
            raise ValueError(message)
        if self.reference is not None and self.type != "about":
            message = "only `about` has a reference"
            raise ValueError(message)
        return self


class LineShape(Model):
    """Every field that a line may have."""

    id: RecordId
    lineage: RecordId
    handle: Handle | None = None
    previous: list[RecordId] = Field(default=[], max_length=_MAX_PREVIOUS)
    kind: KindName
    subject_key: Line | None = None
    statement: Statement
    payload: JsonObject | None = None
    provenance: JsonObject | None = None
    claim: ClaimInput | None = None
    scope: ScopeName = "project"
    scope_ref: Line | None = None
    sensitivity: SensitivityName = "normal"
    origin: OriginName
    quality: QualityInput = QualityInput()
    valid_from: Timestamp
    valid_to: Timestamp | None = None
    frozen: bool = False
    links: list[LineLink] = []
    evidence: list[EvidenceInput] = []
    history: list[JsonObject] = []

    @model_validator(mode="after")
    def _is_a_record(self) -> "LineShape":
        if (self.scope == "project") != (self.scope_ref is None):
            message = "scope_ref goes with the scopes branch, worktree and session, and they need it"
            raise ValueError(message)
        return self
