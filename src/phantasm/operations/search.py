"""Find what the project remembers about a question."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.envelope import NextStep
from phantasm.contracts.kinds import Kind, KindName, Right
from phantasm.contracts.model import JsonObject, Line, Model, Timestamp
from phantasm.contracts.parse import cursor_parts
from phantasm.retrieval import store
from phantasm.retrieval.filters import Filter
from phantasm.state.inputs import Everywhere, OriginName, PointFields, ScopeName
from phantasm.state.scopes import standpoint
from phantasm.state.timeline import point
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work
from phantasm.workspace.place import Place, here

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phantasm.retrieval.look import Sight
    from phantasm.retrieval.search import Found, Hit, Wanted

KIND = Kind.READ
EXAMPLE: JsonObject = {"query": "why are invoices stored in PostgreSQL?", "limit": 5}


class Params(PointFields):
    """The question, where to look, and how."""

    query: Annotated[str, Field(min_length=1, max_length=10_000)] = Field(description="What to look for")
    limit: Annotated[int, Field(ge=1, le=1000)] = Field(default=10, description="At most so many")
    mode: Literal["tokens", "exact", "fuzzy", "regex"] = Field(
        default="tokens",
        description="tokens: words and meaning; exact: this very text; fuzzy: misspelt words too; regex",
    )
    arms: Literal["hybrid", "lexical", "dense"] = Field(
        default="hybrid", description="Words and vectors together, or one of them alone"
    )
    tiers: list[Literal["record", "evidence"]] = Field(default=[], description="Only these; all when empty")
    kinds: list[KindName] = Field(default=[], description="Only records of these kinds")
    states: list[Literal["suggested", "live", "superseded", "archived"]] = Field(
        default=["live"], min_length=1, description="Only records in these states"
    )
    origins: list[OriginName] = Field(default=[], description="Only what comes from these")
    scope: ScopeName | None = Field(default=None, description="Only this scope")
    scope_ref: Line | None = Field(default=None, description="Only this branch, worktree or session")
    everywhere: Everywhere = False
    session: Line | None = Field(default=None, description="Only what was seen in this session")
    since: Timestamp | None = Field(default=None, description="Only what was seen or true from then on")
    until: Timestamp | None = Field(default=None, description="Only what was seen or true before")
    min_confidence: Annotated[float, Field(ge=0, le=1)] = Field(
        default=0.0, description="Only records that are held with at least this confidence"
    )
    group_by: Literal["none", "session", "subject"] = Field(
        default="none", description="The best hit of each session or document, or of each subject"
    )
    explain: bool = Field(default=False, description="Show every part of each score")
    cursor: Line | None = Field(default=None, description="`next_cursor` of the page before")


class HitView(Model):
    """One record or piece of evidence that answers."""

    type: Literal["record", "evidence"]
    id: str
    handle: str | None = Field(default=None, description="A record's short name")
    score: float = Field(description="How well it answers, from 0 to 1, next to the other hits")
    text: str = Field(description="The statement, or the part of the evidence that answers best")
    start: int = Field(description="Where the text begins in the whole")
    stop: int
    kind: str
    subject_key: str | None = None
    state: str | None = None
    confidence: float | None = None
    origin: str
    at: str = Field(description="When it was seen, or since when it is true")
    session: str | None = Field(default=None, description="The session or document it is part of")
    parts: dict[str, float] | None = Field(default=None, description="What its score is made of")
    found_by: list[str] = Field(default=[], description="words, vectors, surroundings or a link")
    linked_from: str | None = Field(default=None, description="The record whose link brought it")
    revised_by: str | None = Field(default=None, description="What tells a later value than this")
    marks: list[str] = Field(default=[], description="in_conflict, doubtful or stale")
    spans: list[tuple[int, int]] = Field(
        default=[], description="Where in the text an exact text or a pattern was found"
    )
    rank: int = Field(description="Its place among all hits, from 1")


class Result(Model):
    """The hits, best first, and how well they match."""

    match: Literal["strong_match", "weak_match", "no_match"]
    hits: list[HitView]
    words: list[str] = Field(description="The words that were looked for, as the index has them")
    dropped: list[str] = Field(description="Words too common to be looked for")
    withheld: int = Field(description="Sensitive things that this profile may not read")
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """Where the caller is, and what vectors contribute."""

    place: Place
    blobs: BlobStore
    sight: "Sight | None"


def prepare(params: Params, environment: Environment) -> Prepared:
    """Embed the question, open the index, look where the caller is."""
    sight = None
    if params.arms != "lexical" and params.mode == "tokens":
        from phantasm.retrieval.look import look_for  # noqa: PLC0415  numpy

        sight = look_for(environment, params.query)
    return Prepared(here(environment.start), environment.blobs, sight)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Return one page."""
    from phantasm.retrieval.search import Wanted, grouped  # noqa: PLC0415  numpy
    from phantasm.retrieval.tokens import readable  # noqa: PLC0415  the stemmer

    from_here = (
        None if params.everywhere or params.scope else standpoint(prepared.place, work.caller.session_id)
    )
    chosen = Filter(
        tiers=params.tiers or (["record"] if _means_records(params) else []),
        kinds=params.kinds,
        origins=params.origins,
        grouping=params.session,
        scope=params.scope,
        scope_ref=params.scope_ref,
        since=params.since,
        until=params.until,
        seen_from=from_here,
        sensitive=work.caller.may(Right.SENSITIVE_READ),
    )
    at = point(work, params.as_of, params.known_at)
    first = int(cursor_parts(params.cursor, _CURSOR)[0]) if params.cursor else 0
    wanted = Wanted(
        question=params.query,
        arms=params.arms,
        chosen=chosen,
        states=params.states,
        at=at,
        least_confidence=params.min_confidence,
        fuzzy=params.mode == "fuzzy",
        most=first + params.limit + 1,
    )
    found = _found(params, work, wanted, prepared)
    _tell_of_vectors(work, prepared.sight)
    hits = grouped(found.hits, params.group_by)
    page = hits[first : first + params.limit]
    more = len(hits) > first + params.limit
    return Result(
        match=found.match,
        hits=_views(work, prepared.blobs, page, first, explain=params.explain),
        words=[readable(word) for word in found.terms.kept],
        dropped=[readable(word) for word in found.terms.dropped],
        withheld=found.withheld,
        next_cursor=str(first + params.limit) if more else None,
    )


def _means_records(params: Params) -> bool:
    """Tell whether a filter is one that only records can pass."""
    return bool(params.kinds or params.min_confidence or params.states != ["live"])


def _found(params: Params, work: Work, wanted: "Wanted", prepared: Prepared) -> "Found":
    from phantasm.retrieval import literal  # noqa: PLC0415  numpy
    from phantasm.retrieval.search import search  # noqa: PLC0415  numpy

    match params.mode:
        case "exact":
            return literal.find_text(work, prepared.blobs, wanted)
        case "regex":
            return literal.find_pattern(work, prepared.blobs, wanted)
        case _:
            return search(work, wanted, prepared.sight.look if prepared.sight else None)


# How many hits the pages before had.
_CURSOR = re.compile(r"(\d{1,9})", re.ASCII)


def _views(
    work: Work, blobs: BlobStore, hits: "Sequence[Hit]", first: int, *, explain: bool
) -> list[HitView]:
    from phantasm.retrieval.reading import texts  # noqa: PLC0415  numpy

    said = texts(work, blobs, [hit.unit for hit in hits])
    return [
        _view(hit, said[hit.unit.id], first + place, explain=explain)
        for place, hit in enumerate(hits, 1)
        if hit.unit.id in said
    ]


def _view(hit: "Hit", text: str, rank: int, *, explain: bool) -> HitView:
    unit, record = hit.unit, hit.record
    brought = {"words": hit.lexical, "vectors": hit.dense, "link": hit.linked_from}
    return HitView(
        type=unit.tier,
        id=unit.item_id,
        handle=record.handle if record else None,
        score=hit.score,
        text=text,
        start=unit.start,
        stop=unit.stop,
        kind=unit.kind,
        subject_key=record.subject_key if record else None,
        state=record.state if record else None,
        confidence=record.quality.confidence if record else None,
        origin=unit.origin,
        at=unit.at,
        session=unit.grouping,
        parts={name: round(added, 6) for name, added in hit.added.items() if added} if explain else None,
        found_by=[name for name, place in brought.items() if place]
        or ["text" if hit.marks_in_text else "surroundings"],
        linked_from=hit.linked_from,
        revised_by=hit.revised_by.later if hit.revised_by else None,
        marks=list(hit.marks),
        spans=list(hit.marks_in_text),
        rank=rank,
    )


def _tell_of_vectors(work: Work, sight: "Sight | None") -> None:
    if sight is None:
        return
    if sight.look is None:
        work.warn("lexical_only", f"only words were compared: {sight.problem}")
        work.remediation.append(_BUILD)
        return
    waiting = store.count_after(work, sight.stamp.cursor) if sight.stamp else 0
    if waiting:
        work.warn("index_behind", f"{waiting} units have no vector yet and were found by their words alone")
        work.remediation.append(_BUILD)


_BUILD = NextStep(message="Bring the vectors up to date.", command="phantasm index build")
