"""How is a compiled context answered? The shapes of the response."""

from typing import Literal

from pydantic import Field

from phantasm.context.model import Reason, Tier
from phantasm.contracts.model import Model


class SectionView(Model):
    """One section and the room it takes, what stands around it included."""

    name: str
    title: str
    tokens: int
    lines: int


class PrefixView(Model):
    """The beginning that holds for every task; its bytes change only when what it says does."""

    bytes: int
    characters: int
    tokens: int
    hash: str


class UnchangedView(Model):
    """How much of the beginning is what an earlier context began with."""

    bytes: int
    tokens: int


class LineView(Model):
    """Why one line is there."""

    id: str
    handle: str
    tier: Tier
    section: str
    kind: str
    text: str
    tokens: int
    reason: str
    score: float = Field(description="How well it answers the task, from 0 to 1; 0 where it is there anyway")
    parts: dict[str, float] = Field(description="What its score is made of")
    spans: list[list[int]] = Field(description="Which characters of the record or evidence it shows")
    evidence_ids: list[str] = Field(default=[], description="What it rests on")
    at: str = Field(description="When it was seen, or since when it is true")
    freshness: str
    labels: list[str] = []
    also: list[str] = Field(default=[], description="What says the same and was merged into it")


class OmittedView(Model):
    """Why something that came near is not there."""

    id: str
    handle: str
    tier: Tier
    kind: str
    reason: Reason
    detail: str
    score: float


class FindingView(Model):
    """Something that a review should look at; `record_findings` can ask for one."""

    kind: Literal["conflict", "doubtful", "stale", "expired"]
    record_ids: list[str]
    message: str
    reasons: list[str] = Field(default=[], description="Codes of reasons, as `record_findings` takes them")
