"""Look at records, evidence, sessions, reviews and operations by id or handle, or at the whole project."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.evidence import counting, naming
from phantasm.evidence import store as evidence
from phantasm.evidence.views import EvidenceView
from phantasm.evidence.views import view as evidence_view
from phantasm.session import chronicle
from phantasm.session import store as sessions
from phantasm.session.views import EpisodeView, SessionView, episode_view, session_view
from phantasm.state import guard, store
from phantasm.state.anchored.excerpts import Showing
from phantasm.state.anchored.reading import checkout_of
from phantasm.state.anchored.views import views_of
from phantasm.state.events import WriteView, written
from phantasm.state.moments import MomentFields
from phantasm.state.queue.views import ReviewView, members_of, show
from phantasm.state.queue.waiting import Waiting, named
from phantasm.state.review import store as reviews
from phantasm.state.review.store import overlays
from phantasm.state.timeline import as_known, point, revision_of
from phantasm.state.views import RecordView, WithdrawnView, readable, view, withdrawn_view
from phantasm.state.withdrawn import withdrawals
from phantasm.storage import entries
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work
from phantasm.workspace.branches.revision import Revision
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.ignoring import ignoring

KIND = Kind.READ
EXAMPLE: JsonObject = {}


class Params(MomentFields):
    """What to look at; nothing means the project."""

    ids: list[Line] = Field(
        default_factory=list,
        max_length=200,
        description="Ids of records, evidence, sessions, reviews or operations, or handles, also as cited: "
        "m:k3v9qd2a",
    )
    excerpts: bool = Field(
        default=False, description="Also show the code that records cite: as it is, and as it was"
    )


class OperationView(WriteView):
    """One entry of the journal."""

    changes: int


class Summary(Model):
    """The project at a glance."""

    store_id: str
    created_at: str
    snapshot_seq: int
    records: int
    by_state: dict[str, int]
    by_kind: dict[str, int]
    by_scope: dict[str, int]
    waiting_for_review: int
    evidence: int
    sessions: int
    first_recorded_at: str | None = None
    last_recorded_at: str | None = None


class _Sessions(TypedDict):
    sessions: list[SessionView]
    episodes: list[EpisodeView]


class Result(Model):
    """What was asked for."""

    records: list[RecordView] = []
    withdrawn: list[WithdrawnView] = Field(
        default=[], description="Which of the records no longer hold: since when, by whom, why"
    )
    evidence: list[EvidenceView] = []
    sessions: list[SessionView] = []
    episodes: list[EpisodeView] = Field(default=[], description="What these sessions came to")
    operations: list[OperationView] = []
    reviews: list[ReviewView] = []
    project: Summary | None = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """Where evidence lies, and the working tree that records are held against."""

    blobs: BlobStore
    checkout: Checkout | None
    revision: Revision | None
    showing: Showing | None
    """What may be shown of it, where that was asked for."""


def prepare(params: Params, environment: Environment) -> Prepared:
    """Hand over the raw store and the working tree."""
    settings = environment.config.settings
    checkout = checkout_of(environment) if settings.anchors.check else None
    showing = None
    if checkout and params.excerpts:
        showing = Showing(checkout, ignoring(settings.hooks.ignore, str(checkout.root)))
    return Prepared(environment.blobs, checkout, revision_of(environment, params.at_commit), showing)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Return each named thing, or the summary."""
    if not params.ids:
        return Result(project=_summary(work))
    names = list(dict.fromkeys(params.ids))
    operations = [_operation(work, name) for name in names if name.startswith("op_")]
    waiting = [_review(work, name) for name in names if name.startswith("rev_")]
    things = [name for name in names if not name.startswith(("op_", "rev_"))]
    records = store.find(work, things)
    pieces = naming.named(work, [name for name in things if name not in records])
    found = evidence.find(work, prepared.blobs, list(pieces.values()))
    at = point(work, params.as_of, params.known_at, prepared.revision)
    then = {record.id: record for record in as_known(work, list(records.values()), at)}
    records = {name: then[record.id] for name, record in records.items() if record.id in then}
    known = sessions.named(work, [name for name in things if name not in pieces and name not in records])
    missing = [name for name in things if name not in pieces and name not in records and name not in known]
    if missing:
        raise guard.not_found(missing[0], "params.ids")
    if len(names) == 1 and records and not readable(records[names[0]], work.caller):
        raise _sensitive(names[0])
    ids = [record.id for record in records.values()]
    rests_on = evidence.behind(work, ids, at.seq)
    marks = overlays(work, ids, at.seq)
    code, showing = prepared.checkout, prepared.showing
    shown = list(records.values()) if at.is_now else []
    fresh = views_of(work, shown, code, diffs=True, showing=showing)
    behind = evidence.behind(work, members_of(waiting))
    seen = (name for by_record in (rests_on, behind) for names in by_record.values() for name in names)
    work.evidence_ids += sorted({*found, *seen})
    return Result(
        records=[
            view(record, work.caller, rests_on.get(record.id), marks.get(record.id), fresh.get(record.id))
            for record in (records[name] for name in names if name in records)
        ],
        withdrawn=[withdrawn_view(gone) for gone in withdrawals(work, list(then.values()), at.seq)],
        evidence=[evidence_view(found[pieces[name]], work.caller) for name in names if name in pieces],
        **_sessions(work, list(dict.fromkeys(known.values()))),
        operations=operations,
        reviews=show(work, waiting, behind, code),
    )


def _sessions(work: Work, ids: Sequence[str]) -> _Sessions:
    kept, told = sessions.find(work, ids), chronicle.episodes(work, ids)
    return {
        "sessions": [session_view(kept[name], work.caller) for name in ids],
        "episodes": [episode_view(kept[name], told[name], work.caller) for name in ids if name in told],
    }


def _summary(work: Work) -> Summary:
    states = store.count_by(work, "state")
    first, last = store.time_bounds(work)
    return Summary(
        store_id=work.head.store_id,
        created_at=work.head.created_at,
        snapshot_seq=work.head.seq,
        records=sum(states.values()),
        by_state=states,
        by_kind=store.count_by(work, "kind"),
        by_scope=store.count_by(work, "scope"),
        waiting_for_review=sum(reviews.count_by_kind(work).values()),
        evidence=counting.count(work),
        sessions=sessions.count(work),
        first_recorded_at=first,
        last_recorded_at=last,
    )


def _operation(work: Work, operation_id: str) -> OperationView:
    row = entries.find(work, operation_id)
    if row is None:
        raise guard.not_found(operation_id, "params.ids")
    return OperationView(**written(row), changes=row["change_count"])


def _review(work: Work, review_id: str) -> Waiting:
    found = named(work, [review_id]).shown
    if not found:
        raise guard.not_found(review_id, "params.ids")
    return found[0]


def _sensitive(name: str) -> PhantasmError:
    return PhantasmError(
        Code.SENSITIVE,
        f"{name} is sensitive, and this profile may not read sensitive records",
        field="params.ids",
        remediation=(Remediation("Ask a person to look at it at the terminal."),),
    )
