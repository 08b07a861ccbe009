"""What is a record? What is held true, with its validity, quality, scope and lineage."""

from typing import Literal, NamedTuple

State = Literal["suggested", "live", "superseded", "archived", "tombstoned"]
Scope = Literal["project", "branch", "worktree", "session"]
Sensitivity = Literal["normal", "sensitive"]
Origin = Literal["user", "agent", "tool_output", "repository_file", "web", "import"]

# What these say is data about the world, never an instruction, until a person has approved it.
UNTRUSTED_ORIGINS: frozenset[Origin] = frozenset({"import", "tool_output", "repository_file", "web"})

# Whose word counts for more: a claim yields only to one from at least as trusted an origin.
TRUST: dict[Origin, int] = {
    "user": 4,
    "agent": 3,
    "import": 2,
    "repository_file": 1,
    "tool_output": 1,
    "web": 0,
}

# A statement whose writer says nothing about certainty: believed, but it yields to a sure one.
DEFAULT_CONFIDENCE = 0.8


class Triple(NamedTuple):
    """Subject, predicate and object, where the writer gives them apart from the sentence."""

    subject: str
    predicate: str
    object: str


class Quality(NamedTuple):
    """How far a record can be relied on."""

    confidence: float = DEFAULT_CONFIDENCE
    source_type: str | None = None
    author: str | None = None
    verified_at: str | None = None
    expires_at: str | None = None
    revalidate_at: str | None = None


class Content(NamedTuple):
    """What a record says; everything in here is erased with it."""

    statement: str
    payload: dict[str, object] | None = None
    provenance: dict[str, object] | None = None
    triple: Triple | None = None
    """Subject, predicate and object, where the writer gave them."""
    judged: dict[str, object] | None = None
    """What the judge said when it was written: verdict, the ids it met, codes of the reasons; no content."""


Slot = tuple[str, str, str, str]
"""What at most one live record may occupy: kind, subject key and scope."""


class Draft(NamedTuple):
    """A record that is about to be held."""

    kind: str
    content: Content
    origin: Origin
    subject_key: str | None = None
    scope: Scope = "project"
    scope_ref: str = ""
    sensitivity: Sensitivity = "normal"
    quality: Quality = Quality()
    valid_from: str | None = None
    valid_to: str | None = None

    @property
    def slot(self) -> Slot | None:
        """The place it asks for; none without a key."""
        return (self.kind, self.subject_key, self.scope, self.scope_ref) if self.subject_key else None


class Record(NamedTuple):
    """A record as the store has it; `content` is None once it was erased."""

    id: str
    handle: str
    kind: str
    subject_key: str | None
    state: State
    frozen: bool
    scope: Scope
    scope_ref: str
    sensitivity: Sensitivity
    origin: Origin
    quality: Quality
    valid_from: str
    valid_to: str | None
    recorded_at: str
    closed_at: str | None
    seq: int
    ordinal: int
    lineage: str
    supersedes: str | None
    payload_id: int
    content_digest: str | None
    content: Content | None
    ended_at: str | None = None

    @property
    def slot(self) -> Slot | None:
        """The place it has while it is live; none without a key."""
        return (self.kind, self.subject_key, self.scope, self.scope_ref) if self.subject_key else None

    @property
    def holds_until(self) -> str | None:
        """Whichever end came first: the one its writer gave, or the one that closing it brought."""
        return min((end for end in (self.valid_to, self.ended_at) if end), default=None)


def draft_of(record: Record) -> Draft:
    """Return a record as it would be written again, without what only this store knows about it."""
    content = record.content or Content("")
    return Draft(
        kind=record.kind,
        content=Content(content.statement, content.payload, content.provenance, content.triple),
        origin=record.origin,
        subject_key=record.subject_key,
        scope=record.scope,
        scope_ref=record.scope_ref,
        sensitivity=record.sensitivity,
        quality=record.quality,
        valid_from=record.valid_from,
        valid_to=record.valid_to,
    )
