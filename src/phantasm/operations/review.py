"""Decide what waits: accept, reject, defer, resolve, pick a winner, merge duplicates, confirm."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from phantasm.capabilities.environment import Catalogue, Environment
from phantasm.contracts.kinds import Kind, Right
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.evidence import store as evidence
from phantasm.learning.forgetting import tell_again
from phantasm.state.anchored import citing
from phantasm.state.anchored.citing import Cited
from phantasm.state.decisions import checking, conflicts, deferral, items, merging, suggestions
from phantasm.state.decisions.inputs import Action, DecisionFields, WakeInput
from phantasm.state.events import ChangeView, change_view
from phantasm.state.findings.duplicates import preference
from phantasm.state.model import Record
from phantasm.state.review import store as reviews
from phantasm.state.review.model import DISMISSED, Review
from phantasm.state.standing import standing_of
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Change, Work

KIND = Kind.MUTATION
NEEDS = Right.REVIEW
EXAMPLE: JsonObject = {"action": "accept", "ids": ["k3v9qd2a"]}


class Params(DecisionFields):
    """What is decided about what; either all of it happens or nothing."""

    reason: Line | None = Field(default=None, description="Why, for the journal")
    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")


class Decided(Model):
    """One decision: about a review, a record, or both."""

    outcome: Literal["accepted", "rejected", "deferred", "resolved", "picked", "merged", "confirmed"]
    review_id: str | None = None
    record_id: str | None = Field(default=None, description="The record that holds now, or was taken back")


class Result(Model):
    """The decisions in order, and everything that they changed; what records say is not repeated here."""

    decisions: list[Decided]
    changed: list[ChangeView]


@dataclass(frozen=True, slots=True)
class Prepared:
    """What `handle` needs from outside."""

    blobs: BlobStore
    catalogue: Catalogue
    cited: dict[str, list[Cited]]
    """What confirmed records cite, as it is there now."""


def target(params: Params) -> JsonObject | None:
    """Return what a person has to confirm: which record wins over which, and what becomes of those."""
    if params.action != "pick":
        return None
    picked: JsonObject = {
        "winner": params.winner,
        "losers": params.losers,
        "loser_state": params.loser_state,
    }
    return picked | ({"ids": params.ids} if params.ids else {})


def prepare(params: Params, environment: Environment) -> Prepared:
    """Hand over the raw store, and the names a deferral may wait for."""
    cited = citing.look_again(environment, params.ids) if params.action == "confirm" else {}
    return Prepared(environment.blobs, environment.catalogue, cited)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Carry out every decision, or none."""
    work.note = params.reason
    if params.action == "pick":
        decisions = [_pick(params, work, prepared.blobs)]
    else:
        decisions = _DECIDE[params.action](params, work, prepared)
    return Result(
        decisions=decisions,
        changed=[change_view(change._asdict()) for change in work.changes],
    )


def _accept(params: Params, work: Work, prepared: Prepared) -> list[Decided]:
    decided = []
    for name in _distinct(work, params.ids):
        asked = items.suggestion(work, name)
        live = suggestions.accept(work, asked, params.statement)
        if live.id != asked.record.id:
            _carry(work, [asked.record.id], live)
        decided.append(_decided("accepted", asked.review, live))
    return decided


def _reject(params: Params, work: Work, prepared: Prepared) -> list[Decided]:
    decided = []
    for name in _distinct(work, params.ids):
        asked = items.suggestion(work, name)
        suggestions.reject(work, asked)
        decided.append(_decided("rejected", asked.review, asked.record))
    return decided


def _defer(params: Params, work: Work, prepared: Prepared) -> list[Decided]:
    wake = deferral.condition(work, params.wake or WakeInput(), prepared.catalogue)
    waiting = _waiting(work, params.ids)
    for review in waiting:
        reviews.defer(work, review, wake)
    return [_decided("deferred", review) for review in waiting]


def _resolve(params: Params, work: Work, prepared: Prepared) -> list[Decided]:
    waiting = _waiting(work, params.ids)
    for review in waiting:
        reviews.resolve(work, review, DISMISSED)
    return [_decided("resolved", review) for review in waiting]


def _confirm(params: Params, work: Work, prepared: Prepared) -> list[Decided]:
    subjects = items.distinct([items.subject(work, name) for name in params.ids])
    for record in subjects:
        if record.state != "live":
            raise items.stale(f"{record.id} is {record.state}, not live")
        checking.holds(work, record, checking.Checked(work.now, None))
        citing.hold(work, record.lineage, prepared.cited.get(record.lineage, ()))
    return [_decided("confirmed", record=record) for record in subjects]


def _merge(params: Params, work: Work, prepared: Prepared) -> list[Decided]:
    asked = [items.review(work, name) for name in dict.fromkeys(params.ids) if items.is_review(name)]
    named = [items.record(work, name) for name in params.ids if not items.is_review(name)]
    if asked and (named or (params.winner and len(asked) > 1)):
        raise items.refuse("merge either reviews or records; a winner goes with one group", "params.ids")
    if not asked:
        return [_merge_group(params, work, None, named)]
    return [
        _merge_group(params, work, review, items.members(work, review, "held", "subject")) for review in asked
    ]


def _merge_group(params: Params, work: Work, review: Review | None, group: Sequence[Record]) -> Decided:
    if review is not None and review.kind != "duplicate":
        raise items.refuse(f"{review.id} is a {review.kind}, not a duplicate", "params.ids")
    chosen = items.record(work, params.winner, "params.winner") if params.winner else None
    group = items.distinct([*group, *([chosen] if chosen else [])])
    if chosen is None:
        preferred = review.preferred if review else None
        rests_on = evidence.behind(work, [record.id for record in group])
        ranked = sorted(group, key=lambda one: preference(one, len(rests_on.get(one.id, ()))))
        chosen = next((one for one in group if one.id == preferred), ranked[0] if ranked else None)
    others = [record for record in group if chosen and record.id != chosen.id]
    if chosen is None or not others:
        raise items.refuse("a merge needs two records that are still live", "params.ids")
    if review is not None:
        reviews.resolve(work, review, "merged")
    merging.merge(work, chosen, others)
    _carry(work, [record.id for record in others], chosen)
    return _decided("merged", review, chosen)


def _pick(params: Params, work: Work, blobs: BlobStore) -> Decided:
    picked = conflicts.choose(work, params.ids, params.winner or "", params.losers)
    conflicts.pick(work, picked, params.loser_state)
    if params.loser_state == "tombstoned":
        for loser in picked.losers:
            evidence.release(work, blobs, loser.id)
        tell_again(work)
    return _decided("picked", picked.review, picked.winner)


_DECIDE: dict[Action, Callable[[Params, Work, Prepared], list[Decided]]] = {
    "accept": _accept,
    "reject": _reject,
    "defer": _defer,
    "resolve": _resolve,
    "merge": _merge,
    "confirm": _confirm,
}


def _distinct(work: Work, names: Sequence[str]) -> list[str]:
    """Return each suggestion that is named once, however often and in whatever way it is named."""
    found = {items.suggestion(work, name).record.id: name for name in reversed(names)}
    return list(reversed(found.values()))


def _waiting(work: Work, names: Sequence[str]) -> list[Review]:
    found = [review for name in names for review in items.waiting(work, name)]
    return list({review.id: review for review in found}.values())


def _carry(work: Work, sources: Sequence[str], to: Record) -> None:
    """Let a record rest on what others rested on as well."""
    behind = evidence.behind(work, sources)
    found = list(dict.fromkeys(name for source in sources for name in behind.get(source, ())))
    if found:
        evidence.link(work, to.id, found)
        text = standing_of(to).text()
        work.changed(Change("record", to.id, "add_evidence", before_state=text, after_state=text))


def _decided(
    outcome: Literal["accepted", "rejected", "deferred", "resolved", "picked", "merged", "confirmed"],
    review: Review | None = None,
    record: Record | None = None,
) -> Decided:
    return Decided(
        outcome=outcome, review_id=review.id if review else None, record_id=record.id if record else None
    )
