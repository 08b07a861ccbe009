"""Find what the project remembers about a question."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import Choices, JsonObject, Line, Model
from phantasm.contracts.parse import cursor_parts
from phantasm.retrieval.formerly import tell_of_the_past
from phantasm.retrieval.impossible import refuse_arms
from phantasm.retrieval.inputs import FilterFields
from phantasm.retrieval.telling import tell_of_vectors
from phantasm.retrieval.views import HitView, views
from phantasm.state.anchored.reading import checkout_of
from phantasm.state.anchored.views import views_of
from phantasm.state.scopes import standpoint
from phantasm.state.timeline import point, revision_of
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work
from phantasm.workspace.branches.revision import Revision
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.place import Place, here

if TYPE_CHECKING:
    from phantasm.retrieval.hits import Found, Wanted
    from phantasm.retrieval.look import Sight

KIND = Kind.READ
EXAMPLE: JsonObject = {"query": "why are invoices stored in PostgreSQL?", "limit": 5}


class Params(FilterFields):
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
    states: Choices[Literal["suggested", "live", "superseded", "archived"]] = Field(
        default=["live"], min_length=1, description="Only records in these states"
    )
    sensitivity: Literal["normal", "sensitive"] | None = Field(
        default=None, description="Only this sensitivity"
    )
    group_by: Literal["none", "session", "subject"] = Field(
        default="none", description="The best hit of each session or document, or of each subject"
    )
    explain: bool = Field(default=False, description="Show every part of each score")
    cursor: Line | None = Field(default=None, description="`next_cursor` of the page before")


class Result(Model):
    """The hits, best first, and how well they match."""

    match: Literal["strong_match", "weak_match", "no_match"]
    sureness: float = Field(description="How sure it is that this is answered here at all, from 0 to 1")
    hits: list[HitView]
    words: list[str] = Field(
        description="The words that were looked for, as the index has them; none that only sensitive things "
        "have, where this profile may not read those"
    )
    dropped: list[str] = Field(description="Words too common to be looked for")
    withheld: int = Field(
        description="Sensitive things that come near and that this profile may not read; 0 in exact and regex"
    )
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """Where the caller is, and what vectors contribute."""

    place: Place
    blobs: BlobStore
    sight: "Sight | None"
    checkout: Checkout | None
    revision: Revision | None


def prepare(params: Params, environment: Environment) -> Prepared:
    """Embed the question, open the index, look where the caller is."""
    sight = None
    if params.arms != "lexical" and params.mode == "tokens":
        from phantasm.retrieval.look import look_for  # noqa: PLC0415  numpy

        sight = look_for(environment, params.query)
    checkout = checkout_of(environment) if environment.config.settings.anchors.check else None
    revision = revision_of(environment, params.at_commit)
    return Prepared(here(environment.start), environment.blobs, sight, checkout, revision)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Return one page."""
    from phantasm.retrieval.hits import Wanted, grouped  # noqa: PLC0415  numpy
    from phantasm.retrieval.tokens import readable  # noqa: PLC0415  the stemmer

    refuse_arms(params.mode, params.arms)
    seen_from = standpoint(prepared.place, work.caller.session_id)
    chosen = params.to_filter(work, seen_from, params.states)
    chosen = chosen._replace(sensitivity=params.sensitivity)
    at = point(work, params.as_of, params.known_at, prepared.revision)
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
    found, sight = _found(params, work, wanted, prepared)
    tell_of_vectors(work, sight)
    asked = params.model_dump(mode="json", exclude_unset=True, exclude={"cursor"})
    tell_of_the_past(work, wanted, found.times, asked)
    hits = grouped(found.hits, params.group_by)
    page = hits[first : first + params.limit]
    more = len(hits) > first + params.limit
    records = [hit.record for hit in page if hit.record]
    fresh = views_of(work, records, prepared.checkout) if at.is_now else {}
    return Result(
        match=found.match,
        sureness=found.sureness,
        hits=views(work, prepared.blobs, page, first, explain=params.explain, fresh=fresh),
        words=[readable(word) for word in found.terms.kept],
        dropped=[readable(word) for word in found.terms.dropped],
        withheld=found.withheld,
        next_cursor=str(first + params.limit) if more else None,
    )


def _found(params: Params, work: Work, wanted: "Wanted", prepared: Prepared) -> "tuple[Found, Sight | None]":
    from phantasm.retrieval import literal, look  # noqa: PLC0415  numpy

    match params.mode:
        case "exact":
            return literal.find_text(work, prepared.blobs, wanted), None
        case "regex":
            return literal.find_pattern(work, prepared.blobs, wanted), None
        case _:
            return look.find(work, wanted, prepared.sight)


# How many hits the pages before had.
_CURSOR = re.compile(r"(\d{1,9})", re.ASCII)
