"""How is a record described by whoever writes it? The shapes that requests share."""

from typing import Literal

from pydantic import Field, model_validator

from phantasm.contracts.kinds import KindName
from phantasm.contracts.model import Confidence, JsonObject, Line, Model, Statement, Timestamp, is_blank
from phantasm.state.model import DEFAULT_CONFIDENCE, Content, Quality, Triple
from phantasm.state.moments import OriginName, ScopeName

SensitivityName = Literal["normal", "sensitive"]
LinkName = Literal["derived_from", "depends_on", "contradicts", "blocks", "part_of", "relates_to", "about"]


# What nearly every record has: nothing was said about it.
_USUAL_QUALITY = Quality()


class QualityInput(Model):
    """How far a record can be relied on."""

    confidence: Confidence = Field(default=DEFAULT_CONFIDENCE, description="From 0 (a guess) to 1 (certain)")
    source_type: Line | None = Field(
        default=None, description="Where it comes from: person, code, docs, test, …"
    )
    author: Line | None = Field(default=None, description="Who said it")
    verified_at: Timestamp | None = Field(default=None, description="When it was last checked")
    expires_at: Timestamp | None = Field(default=None, description="When it stops being valid by itself")
    revalidate_at: Timestamp | None = Field(default=None, description="When it should be checked again")

    def to_quality(self) -> Quality:
        """Return the stored form."""
        if not self.model_fields_set:
            return _USUAL_QUALITY
        return Quality(
            confidence=self.confidence,
            source_type=self.source_type,
            author=self.author,
            verified_at=self.verified_at,
            expires_at=self.expires_at,
            revalidate_at=self.revalidate_at,
        )


class ContentFields(Model):
    """What a record says."""

    statement: Statement | None = Field(
        default=None, description="One statement, as a person would say it; taken from payload when left out"
    )
    payload: JsonObject | None = Field(default=None, description="Structured details, any JSON object")
    provenance: JsonObject | None = Field(
        default=None, description="Where it was learned: links, files, people"
    )

    def to_content(self) -> Content:
        """Return the stored form; a payload without a statement is read out."""
        statement = self.statement or _read_out(self.payload or {})
        return Content(statement, self.payload, self.provenance)

    def following(self, held: Content) -> Content:
        """Return what follows on a held content: details without words of their own leave the statement."""
        is_read_out = not _words(held.payload or {}) and held.statement == _read_out(held.payload or {})
        if self.statement is None and not _words(self.payload or {}) and not is_read_out:
            return held._replace(payload=self.payload)
        return self.to_content()

    def says_nothing(self) -> bool:
        """Tell whether there is neither a statement nor a payload."""
        return self.statement is None and not self.payload


class EvidenceInput(Model):
    """Something that was seen, verbatim."""

    text: str = Field(min_length=1, max_length=16 * 1024 * 1024, description="Exactly what was seen")
    origin: OriginName = Field(default="agent", description="Who or what produced the text")
    media_type: Line = Field(default="text/plain", description="What kind of text it is")
    source: Line | None = Field(default=None, description="Path, URL, command or message it comes from")
    observed_at: Timestamp | None = Field(default=None, description="When it was seen; now when left out")


class ClaimInput(Model):
    """What a statement says, as subject, predicate and object, where the writer knows it."""

    subject: Line = Field(description="What it is about, such as: the API server")
    predicate: Line = Field(description="Which of its properties, such as: listens on port")
    object: Line = Field(description="The value, such as: 8400")

    def to_triple(self) -> Triple:
        """Return the stored form."""
        return Triple(self.subject, self.predicate, self.object)


class LinkInput(Model):
    """A relation to another record, or to something outside the store."""

    type: LinkName = Field(description="How they relate; doubt travels along derived_from and depends_on")
    target: Line = Field(
        description="A record's id or handle; for `about` also file:…, symbol:…, commit:… or person:…"
    )


class RecordFields(ContentFields):
    """The fields of one record, none of them required: they may stand beside `items`."""

    record_kind: KindName | None = Field(
        default=None, description="What sort of record it is; see `templates`"
    )
    subject_key: Line | None = Field(
        default=None, description="What it is about; at most one live record per kind, key and scope"
    )
    scope: ScopeName = Field(default="project", description="Where it holds")
    scope_ref: Line | None = Field(
        default=None,
        description="Which branch, worktree or session; the caller's own when left out",
    )
    sensitivity: SensitivityName | None = Field(default=None, description="Who may read and export it")
    origin: OriginName | None = Field(
        default=None, description="Where the claim comes from; else from the client"
    )
    quality: QualityInput = Field(default=QualityInput(), description="How far it can be relied on")
    valid_from: Timestamp | None = Field(default=None, description="Since when it is true; now when left out")
    valid_to: Timestamp | None = Field(default=None, description="Until when it is true; open when left out")
    claim: ClaimInput | None = Field(
        default=None, description="Subject, predicate and object; read from the statement when left out"
    )
    links: list[LinkInput] = Field(
        default_factory=list, max_length=100, description="What it rests on, blocks, is part of or about"
    )
    raw_evidence: list[EvidenceInput] = Field(
        default_factory=list, max_length=100, description="What the record rests on, verbatim"
    )

    def problem(self) -> str | None:
        """Say what keeps these fields from being a record."""
        if self.says_nothing():
            return "give a statement, a payload, or both"
        if self.scope == "project" and self.scope_ref is not None:
            return "scope_ref goes with the scopes branch, worktree and session"
        if self.valid_from and self.valid_to and self.valid_to <= self.valid_from:
            return "valid_to must be later than valid_from"
        return None


class RecordInput(RecordFields):
    """One record to hold."""

    record_kind: KindName = Field(description="What sort of record it is; see `templates`")

    @model_validator(mode="after")
    def _is_a_record(self) -> "RecordInput":
        if problem := self.problem():
            raise ValueError(problem)
        return self


def _read_out(payload: JsonObject) -> str:
    """Return a readable statement for a payload: its own words where it has them, else its pairs."""
    pairs = "; ".join(f"{name}: {value}" for name, value in sorted(payload.items()))
    return _words(payload) or pairs[:4096]


def _words(payload: JsonObject) -> str | None:
    for name in ("statement", "text", "summary", "title"):
        words = payload.get(name)
        if isinstance(words, str) and not is_blank(words):
            return words
    return None
