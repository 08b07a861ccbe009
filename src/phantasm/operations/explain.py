"""Explain a record, where evidence came from, what a session came to, why a review waits, what was done."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.envelope import NextStep
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.evidence import naming
from phantasm.evidence import store as evidence
from phantasm.evidence.explaining import Deed
from phantasm.evidence.explaining import sentences as said_of_evidence
from phantasm.evidence.views import ExcerptView, excerpt
from phantasm.evidence.views import view as evidence_view
from phantasm.learning.decaying import DecayView, decay_of
from phantasm.retrieval.inputs import FilterFields
from phantasm.retrieval.views import HitView
from phantasm.session import chronicle
from phantasm.session import store as sessions
from phantasm.session.store import FORGOTTEN, Kept
from phantasm.session.views import (
    EpisodeView,
    SessionView,
    episode_view,
    may_read,
    session_sentences,
    session_view,
)
from phantasm.state import explaining, guard, store
from phantasm.state.anchored.reading import checkout_of
from phantasm.state.anchored.views import views_of
from phantasm.state.events import ChangeView, Event, WriteView, change_view, events, written
from phantasm.state.explaining import Situation
from phantasm.state.explanation import (
    JudgedView,
    NeighbourView,
    ReviewView,
    VersionView,
    judged_view,
    neighbour_view,
    resting_view,
    review_view,
    version_view,
)
from phantasm.state.moments import Everywhere, PointFields
from phantasm.state.reversal import undo_request
from phantasm.state.review import store as reviews
from phantasm.state.review.store import overlays
from phantasm.state.scopes import standpoint
from phantasm.state.timeline import holds, point
from phantasm.state.views import RecordView, WithdrawnView, readable, view, withdrawn_view
from phantasm.state.withdrawal import erase_request
from phantasm.state.withdrawn import withdrawals
from phantasm.storage import entries, payloads
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.place import Place, here

if TYPE_CHECKING:
    from phantasm.retrieval.look import Sight

KIND = Kind.READ
EXAMPLE: JsonObject = {"id": "k3v9qd2a"}
# Enough to see what a record stands on; the whole net is what `relationships` shows.
_NEIGHBOURS_SHOWN = 20
_EVIDENCE_SHOWN = 10
# A paragraph: enough to recognise the evidence, which `inspect` shows whole.
_EXCERPT_CHARACTERS = 500
_CHANGES_SHOWN = 100


class Params(PointFields):
    """Which record, evidence, session, review or operation."""

    id: Line = Field(
        description="The id or handle of a record, of evidence or of a session, also as cited; the id of an "
        "operation or a review"
    )
    query: Annotated[str, Field(min_length=1, max_length=10_000)] | None = Field(
        default=None, description="A question: why a search for it finds this, and at which place"
    )
    everywhere: Everywhere = False


class OperationView(WriteView):
    """What an operation did; its content is what `audit` shows."""

    reason: str | None = None
    change_count: int
    changes: list[ChangeView]


class Result(Model):
    """The explanation of a record, of evidence, of a session, of a review or of an operation."""

    because: list[str] = Field(description="The explanation in sentences")
    held: bool = Field(default=False, description="Whether it is held, now or at the moment asked about")
    record: RecordView | None = Field(default=None, description="The record as it is now")
    then: RecordView | None = Field(default=None, description="The record as it was known at known_at")
    withdrawn: WithdrawnView | None = None
    judged: JudgedView | None = None
    reviews: list[ReviewView] = []
    evidence: list[ExcerptView] = []
    rests_on: list[NeighbourView] = Field(default=[], description="What its links lead to, one step")
    rests_on_it: list[NeighbourView] = Field(default=[], description="What links to it, one step")
    versions: list[VersionView] = []
    events: list[Event] = []
    decay: DecayView | None = Field(default=None, description="How it loses weight with time from now on")
    ranking: HitView | None = Field(default=None, description="Its place in the answer to the query")
    truncated: bool = Field(default=False, description="There is more evidence, or there are more links")
    operation: OperationView | None = None
    session: SessionView | None = Field(default=None, description="The session that is explained")
    episode: EpisodeView | None = Field(default=None, description="What that session came to")


@dataclass(frozen=True, slots=True)
class Prepared:
    """Where the caller is, the raw store, what vectors contribute, and what records are held against."""

    place: Place
    blobs: BlobStore
    sight: "Sight | None"
    checkout: Checkout | None


def prepare(params: Params, environment: Environment) -> Prepared:
    """Hand over the raw store; with a question, embed it."""
    checkout = checkout_of(environment) if environment.config.settings.anchors.check else None
    place = here(environment.start)
    if params.query is None:
        return Prepared(place, environment.blobs, None, checkout)
    from phantasm.retrieval.look import look_for  # noqa: PLC0415  numpy

    return Prepared(place, environment.blobs, look_for(environment, params.query), checkout)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Gather everything that bears on one thing."""
    if params.id.startswith("op_"):
        return _operation(work, params.id)
    if params.id.startswith("rev_"):
        return _review(work, params.id)
    blobs = prepared.blobs
    if params.query is not None:
        return _ranking(params, params.query, work, prepared)
    record = store.find(work, [params.id]).get(params.id)
    if record is None:
        return _piece_or_session(params.id, work, blobs)
    at = point(work, params.as_of, params.known_at)
    then = explaining.known_then(work, record, at)
    versions = store.lineage(work, record)
    done = events(work, [record.id])
    gone = next(iter(withdrawals(work, [record])), None)
    waiting = explaining.waiting_reviews(work, record)
    judged = explaining.judged_as(work, record)
    out, into = explaining.neighbours(work, record, at)
    rests_on = evidence.behind(work, [record.id], at.seq).get(record.id, [])
    work.evidence_ids += rests_on
    heirs = [version for version in versions if version.supersedes == record.id]
    heirs = [version for version in heirs if version.state in {"live", "superseded"}]
    replaced_by = heirs[-1].id if heirs and record.state == "superseded" else None
    situation = Situation(record, then, at, gone, waiting, done, judged, replaced_by)
    shows = readable(record, work.caller)
    marks = overlays(work, [record.id]).get(record.id)
    fresh = views_of(work, [record], prepared.checkout, diffs=True).get(record.id) if at.is_now else None
    return Result(
        because=explaining.sentences(situation),
        held=then is not None and holds(then, at),
        record=view(record, work.caller, rests_on, marks, fresh),
        then=view(then, work.caller, rests_on) if then and not at.is_now else None,
        withdrawn=withdrawn_view(gone) if gone else None,
        judged=judged_view(judged) if judged else None,
        reviews=[review_view(review) for review in waiting],
        evidence=_evidence(work, blobs, rests_on),
        rests_on=[neighbour_view(one, work.caller, shows=shows) for one in out[:_NEIGHBOURS_SHOWN]],
        rests_on_it=[neighbour_view(one, work.caller, shows=shows) for one in into[:_NEIGHBOURS_SHOWN]],
        versions=[version_view(version) for version in versions],
        events=done,
        decay=decay_of(work, record) if at.is_now and record.state in {"live", "suggested"} else None,
        truncated=max(len(out), len(into)) > _NEIGHBOURS_SHOWN or len(rests_on) > _EVIDENCE_SHOWN,
    )


def _ranking(params: Params, query: str, work: Work, prepared: Prepared) -> Result:
    """Say why a search finds a record or a piece of evidence, and at which place."""
    from phantasm.retrieval.hits import Wanted  # noqa: PLC0415  numpy
    from phantasm.retrieval.placing import Means, placed  # noqa: PLC0415  numpy

    known = store.find(work, [params.id]).get(params.id)
    seen_from = standpoint(prepared.place, work.caller.session_id)
    chosen = FilterFields(everywhere=params.everywhere).to_filter(work, seen_from)
    wanted = Wanted(query, chosen=chosen, at=point(work, params.as_of, params.known_at))
    item = known.id if known else _evidence_or_session(work, params.id)
    means = Means(prepared.blobs, prepared.sight, prepared.checkout)
    found = placed(work, wanted, item, means, known)
    return Result(because=found.because, ranking=found.hit)


def _evidence_or_session(work: Work, name: str) -> str:
    found = naming.named(work, [name], field="params.id") or sessions.named(work, [name])
    if name not in found:
        raise guard.not_found(name)
    return found[name]


def _piece_or_session(name: str, work: Work, blobs: BlobStore) -> Result:
    found = _evidence_or_session(work, name)
    kept = sessions.find(work, [found]).get(found)
    return _session(kept, work, blobs) if kept else _piece(found, work, blobs)


def _session(kept: Kept, work: Work, blobs: BlobStore) -> Result:
    """Say when a session was held, how it went, and on what that judgement rests."""
    name = kept.session.id
    told = chronicle.episodes(work, [name]).get(name)
    basis = [one.evidence_id for one in told.because if one.evidence_id] if told else []
    said = sorted(dict.fromkeys(basis)) if may_read(kept, work.caller) else []
    work.evidence_ids += said
    done = events(work, [name])
    return Result(
        because=session_sentences(kept, told, work.caller),
        held=kept.state != FORGOTTEN,
        session=session_view(kept, work.caller),
        episode=episode_view(kept, told, work.caller) if told else None,
        evidence=_evidence(work, blobs, said),
        events=done,
        truncated=len(said) > _EVIDENCE_SHOWN,
    )


def _review(work: Work, review_id: str) -> Result:
    """Say why something waits, or how it was decided."""
    found = reviews.find(work, [review_id]).get(review_id)
    if found is None:
        raise guard.not_found(review_id)
    shown = review_view(found)
    why = "; ".join(reason.meaning for reason in shown.reasons)
    said = [f"A {found.kind} about {', '.join(shown.records)}, since {found.opened_at}: {why}."]
    if found.state == "resolved":
        said.append(f"It was decided on {found.closed_at}: {found.resolution}.")
    else:
        said.append("It waits for a person's decision.")
    return Result(because=said, reviews=[shown], events=events(work, [review_id]))


def _piece(evidence_id: str, work: Work, blobs: BlobStore) -> Result:
    """Say where evidence came from, which records rest on it, and how it is forgotten."""
    work.evidence_ids.append(evidence_id)
    seen = evidence_view(evidence.find(work, blobs, [evidence_id])[evidence_id], work.caller)
    resting = list(store.find(work, evidence.resting_on(work, [evidence_id]).get(evidence_id, ())).values())
    held = [record.id for record in resting if record.state == "live"]
    done = events(work, [evidence_id])
    deeds = [Deed(one.change, one.actor or one.profile, one.operation, one.reason) for one in done]
    if seen.erased_at is None and not held:
        step = "Forget it; with dry_run, only look at what that would change."
        work.remediation.append(NextStep(message=step, request=erase_request(work, [evidence_id])))
    return Result(
        because=said_of_evidence(seen, deeds, held, len(resting) - len(held)),
        held=seen.erased_at is None,
        evidence=_evidence(work, blobs, [evidence_id]),
        rests_on_it=[resting_view(record, work.caller) for record in resting[:_NEIGHBOURS_SHOWN]],
        events=done,
        truncated=len(resting) > _NEIGHBOURS_SHOWN,
    )


def _evidence(work: Work, blobs: BlobStore, ids: Sequence[str]) -> list[ExcerptView]:
    found = evidence.find(work, blobs, ids[:_EVIDENCE_SHOWN])
    return [excerpt(one, work.caller, characters=_EXCERPT_CHARACTERS) for one in found.values()]


def _operation(work: Work, operation_id: str) -> Result:
    row = entries.find(work, operation_id)
    if row is None:
        raise guard.not_found(operation_id)
    changes = entries.changes_of(work, [row["seq"]], at_most=_CHANGES_SHOWN)[row["seq"]]
    reason = payloads.get_many(work, [row["note"]] if row["note"] is not None else []).get(row["note"])
    because = f", because: {reason}" if reason else ""
    who = row["actor"] or row["profile"]
    step = NextStep(
        message="Undo it; with dry_run, only look at what that would change.",
        request=undo_request(work, [operation_id]),
    )
    work.remediation.append(step)
    return Result(
        because=[
            f"{row['operation']} was carried out on {row['occurred_at']}, by {who}{because}.",
            f"It changed {row['change_count']} things.",
        ],
        operation=OperationView(
            **written(row),
            reason=reason,
            change_count=row["change_count"],
            changes=[change_view(change) for change in changes],
        ),
        truncated=row["change_count"] > len(changes),
    )
