"""Which options does each method take? The optional parameters of the contract, for type checkers.

A test keeps every list here equal to the operation's own parameters.
"""

from collections.abc import Sequence
from typing import Literal, TypedDict

from phantasm.contracts.kinds import KindName
from phantasm.contracts.model import JsonObject

Origin = Literal["user", "agent", "tool_output", "repository_file", "web", "import"]
Scope = Literal["project", "branch", "worktree", "session"]
Sensitivity = Literal["normal", "sensitive"]
Outcome = Literal["success", "failure", "partial", "abandoned", "unknown"]
State = Literal["suggested", "live", "superseded", "archived"]
AnyState = Literal["suggested", "live", "superseded", "archived", "tombstoned"]


class Point(TypedDict, total=False):
    """The moment that a read is about; now when left out."""

    as_of: str
    known_at: str
    at_commit: str


class Filter(Point, total=False):
    """What may answer; what is left out does not narrow it."""

    tiers: list[Literal["record", "evidence", "episode"]]
    kinds: list[KindName]
    origins: list[Origin]
    scope: Scope
    scope_ref: str
    everywhere: bool
    session: str
    since: str
    until: str
    min_confidence: float
    verified: bool
    without: list[Literal["doubtful", "stale", "in_conflict"]]
    about: str


class SearchOptions(Filter, total=False):
    """How to look."""

    limit: int
    mode: Literal["tokens", "exact", "fuzzy", "regex"]
    arms: Literal["hybrid", "lexical", "dense"]
    states: list[State]
    sensitivity: Sensitivity
    group_by: Literal["none", "session", "subject"]
    explain: bool
    cursor: str


class CompileOptions(Filter, total=False):
    """How much may be handed over, to whom, and how."""

    token_budget: int
    max_characters: int
    size: Literal["full", "hook"]
    focus_subjects: list[str]
    model: Literal["claude", "openai", "gemini", "small-local", "plain"]
    format: Literal["xml", "markdown", "json", "text"]
    handles: Literal["all", "records", "none"]
    nearest: bool
    now: str
    previous: JsonObject
    given: list[str]
    explain: bool


class RecallOptions(TypedDict, total=False):
    """What fails, or what is to be done."""

    command: str
    output: str
    task: str
    files: list[str]
    limit: int


class ListOptions(Point, total=False):
    """Which records."""

    record_kind: KindName
    states: list[AnyState]
    subject_key: str
    subject_prefix: str
    scope: Scope
    scope_ref: str
    everywhere: bool
    origins: list[Origin]
    marks: list[Literal["in_conflict", "doubtful", "stale"]]
    facets: bool
    recorded_after: str
    recorded_before: str
    limit: int
    cursor: str


class RememberOptions(TypedDict, total=False):
    """What else is known about a record."""

    payload: JsonObject
    provenance: JsonObject
    subject_key: str
    scope: Scope
    scope_ref: str
    sensitivity: Sensitivity
    origin: Origin
    quality: JsonObject
    valid_from: str
    valid_to: str
    claim: JsonObject
    links: Sequence[JsonObject]
    raw_evidence: Sequence[JsonObject]
    review_required: bool
    on_conflict: Literal["refuse", "supersede", "conflict"]


class ReviseOptions(TypedDict, total=False):
    """What the record says from now on."""

    statement: str
    payload: JsonObject
    provenance: JsonObject
    quality: JsonObject
    sensitivity: Sensitivity
    valid_from: str
    valid_to: str
    expected_id: str
    reason: str


class QueueOptions(TypedDict, total=False):
    """What to show of what waits."""

    kinds: list[Literal["suggestion", "conflict", "duplicate", "stale", "doubtful", "procedure", "question"]]
    states: list[Literal["open", "deferred", "resolved"]]
    record_id: str
    look: bool
    ids: list[str]
    limit: int
    cursor: str
    max_age_days: int
    changed_files: list[str]
    include_missing_verified_at: bool
    as_of: str
    min_similarity: int
    include_cross_kind: bool


class DecisionOptions(TypedDict, total=False):
    """What a decision needs besides what it is about."""

    statement: str
    wake: JsonObject
    winner: str
    losers: list[str]
    loser_state: Literal["superseded", "archived", "tombstoned"]
    reason: str


class SessionOptions(TypedDict, total=False):
    """What is known about a session."""

    agent: str
    started_at: str
    folder: str
    branch: str
    version: str
    continues: str
    title: str


class ReportOptions(TypedDict, total=False):
    """What was used, and in which session."""

    used: list[str]
    session_id: str
    at: str
    reason: str
