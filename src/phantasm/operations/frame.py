"""Say what is going on: focus, next action, why now, constraints, what is recalled, how to go on."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.context.asking import slots_asked
from phantasm.context.frame import hash_of
from phantasm.context.framing.answers import Frame, Moment
from phantasm.context.ways import Slot
from phantasm.contracts.kinds import Kind, Right
from phantasm.contracts.model import Day, JsonObject, Line, Timestamp
from phantasm.retrieval.telling import tell_of_vectors
from phantasm.security.profiles import reviewers
from phantasm.state.anchored.reading import checkout_of
from phantasm.state.moments import Everywhere, PointFields
from phantasm.state.scopes import standpoint
from phantasm.state.timeline import point
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.place import Place, here

if TYPE_CHECKING:
    from phantasm.retrieval.look import Sight

KIND = Kind.READ
EXAMPLE: JsonObject = {"moment": "resume", "query": "rate limiting of the public API"}


class Params(PointFields):
    """The moment, the turn's words, and whose session goes on."""

    moment: Moment = Field(
        default="turn",
        description="turn: within a session; resume: it goes on later; wake: so, and what changed",
    )
    query: Annotated[str, Field(max_length=10_000)] | None = Field(
        default=None, description="The turn's words; left out: what the focus is about is recalled"
    )
    session: Line | None = Field(
        default=None,
        description="The session that goes on; the caller's own when left out, else the last one",
    )
    focus: Line | None = Field(
        default=None, description="What is worked on, by id or handle; found out when left out"
    )
    limit: Annotated[int, Field(ge=1, le=100)] = Field(
        default=10, description="At most so many recalled things, and so many changes"
    )
    constraints: Annotated[int, Field(ge=0, le=100)] = Field(
        default=10, description="At most so many remembered constraints"
    )
    now: Day | None = Field(
        default=None, description="The day from which ages are counted, YYYY-MM-DD; today when left out"
    )
    since: Timestamp | None = Field(
        default=None, description="For a wake: what changed since then; else since the session's last write"
    )
    everywhere: Everywhere = False


class Result(Frame):
    """The six answers, and what they stand on."""

    moment: Moment
    now: str
    session: str | None = Field(default=None, description="The session that goes on")
    match: Literal["strong_match", "weak_match", "no_match"] | None = Field(
        default=None, description="How well the query, else the focus, is answered; none: nothing to look for"
    )
    asked: list[Slot] = Field(default=[], description="The slots of earlier turns that the query asks for")
    withheld: int = Field(description="Sensitive things that this profile may not read")
    hash: str = Field(
        description="SHA-256 over the six answers: the same snapshot, working tree and request, the same hash"
    )


@dataclass(frozen=True, slots=True)
class Prepared:
    """Where the caller is, who counts as a person, what vectors contribute, what records are held against."""

    place: Place
    blobs: BlobStore
    people: frozenset[str]
    sight: "Sight | None"
    checkout: Checkout | None


def prepare(params: Params, environment: Environment) -> Prepared:
    """Embed the turn's words, open the index, look where the caller is."""
    sight = None
    if _query(params):
        from phantasm.retrieval.look import look_for  # noqa: PLC0415  numpy

        sight = look_for(environment, params.query or "")
    people = reviewers(environment.profiles)
    checkout = checkout_of(environment) if environment.config.settings.anchors.check else None
    return Prepared(here(environment.start), environment.blobs, people, sight, checkout)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Read what the frame is made of, and answer."""
    from phantasm.context.reading.framing import read_frame  # noqa: PLC0415  numpy
    from phantasm.context.reading.occasion import Occasion  # noqa: PLC0415  numpy

    session = params.session or work.caller.session_id
    today = params.now or work.now[: len("2026-11-15")]
    occasion = Occasion(
        moment=params.moment,
        query=_query(params),
        session=session,
        focus=params.focus,
        today=today,
        since=params.since,
        limit=params.limit,
        rules=params.constraints,
        at=point(work, params.as_of, params.known_at),
        seen_from=None if params.everywhere else standpoint(prepared.place, session),
        people=prepared.people,
        blobs=prepared.blobs,
        sensitive=work.caller.may(Right.SENSITIVE_READ),
        checkout=prepared.checkout,
    )
    read = read_frame(work, occasion, prepared.sight)
    tell_of_vectors(work, read.sight)
    return Result(
        **dict(read.frame),
        moment=params.moment,
        now=today,
        session=read.session,
        match=read.match,
        asked=list(slots_asked(params.query or "")),
        withheld=read.withheld,
        hash=hash_of(read.frame),
    )


def _query(params: Params) -> str | None:
    return params.query if params.query and params.query.strip() else None
