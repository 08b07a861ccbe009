"""Which procedures does the store hold, and how does what was mined change them?

A procedure is a record: suggested while it is a candidate, live once it is verified, archived when it is
demoted. What is done to it goes through the journal like everything else and can be taken back.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from phantasm.contracts.canonical import canonical
from phantasm.contracts.ids import content_address
from phantasm.learning import store as learning
from phantasm.learning.procedures.mine import MINER
from phantasm.learning.procedures.model import (
    Bundle,
    Candidate,
    Found,
    Known,
    Refused,
    State,
    Verdict,
    Verified,
    Waits,
)
from phantasm.learning.procedures.payload import (
    from_payload,
    known_from,
    statement_of,
    subject_key,
    to_payload,
)
from phantasm.learning.procedures.verify import MOST_FRESH_FAILURES
from phantasm.session import store as sessions
from phantasm.session import usage
from phantasm.session.usage import NO_USES
from phantasm.state import keeping, learned, store, withdrawal
from phantasm.state.filters import Filter
from phantasm.state.findings import recording
from phantasm.state.keeping import Place
from phantasm.state.model import Content, Draft, Origin, Quality, Record, Sensitivity
from phantasm.state.review import store as reviews
from phantasm.state.review.model import NewReview, Role
from phantasm.storage.work import Work

CONFIDENCE_DIGITS = 3
"""Decimals of a confidence: it is compared."""


@dataclass(frozen=True, slots=True)
class Propose:
    """Keep it as a suggestion."""

    reasons: tuple[str, ...]
    """What it waits for."""


@dataclass(frozen=True, slots=True)
class Verify:
    """It may be followed from now on."""


@dataclass(frozen=True, slots=True)
class Revise:
    """Hold the new version in place of the old one."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Nothing changes."""

    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Demote:
    """It is no longer to be followed."""

    reasons: tuple[str, ...]


Decision = Propose | Verify | Revise | Keep | Demote


def decided(candidate: Candidate, bundle: Bundle, verdict: Verdict, held: Known | None = None) -> Decision:
    """Decide what becomes of a candidate, given what is held under its signature."""
    if held is None:
        match verdict:
            case Verified():
                return Verify()
            case Waits(reasons):
                return Propose(reasons)
            case Refused(reasons):
                return Keep(reasons)
    if held.state == "verified":
        return _of_verified(candidate, bundle, verdict, held)
    if isinstance(verdict, Verified) and held.fresh_failures <= MOST_FRESH_FAILURES:
        return Verify()
    if held.state == "candidate" and isinstance(verdict, Waits) and _has_changed(candidate, held):
        return Revise()
    return Keep()


def by_use(held: Known) -> Decision:
    """Decide by how its uses went alone, when no session says anything new."""
    if held.state == "verified" and held.fresh_failures > MOST_FRESH_FAILURES:
        return Demote((f"failed {held.fresh_failures} times since it last worked",))
    return Keep()


def confidence(successes: int, failures: int, fresh_failures: int) -> float:
    """Return how likely the next use goes well; reported and derived uses count alike."""
    return round((successes + 1) / (successes + failures + fresh_failures + 2), CONFIDENCE_DIGITS)


def _of_verified(candidate: Candidate, bundle: Bundle, verdict: Verdict, held: Known) -> Decision:
    # The ledger and the sessions see the same failures: the larger number, not the sum.
    fresh = max(held.fresh_failures, len(bundle.fresh_failures))
    if fresh > MOST_FRESH_FAILURES:
        return Demote((f"failed {fresh} times since it last worked",))
    if bundle.gone:
        return Demote((f"no longer there: {', '.join(bundle.gone)}",))
    match verdict:
        case Refused(reasons):
            return Demote(reasons)
        case Verified() if _has_changed(candidate, held):
            return Revise()
        case _:
            return Keep()


def _has_changed(candidate: Candidate, held: Known) -> bool:
    return tuple(step.action for step in candidate.steps) != held.actions or not held.is_named_well


# More procedures than a project has ways of working; the newest count.
_MOST_HELD = 2_000
_STATES: dict[str, State] = {"suggested": "candidate", "live": "verified"}

Deed = Literal["proposed", "verified", "revised", "demoted", "questioned"]
"""`questioned`: it would be demoted, but somebody has decided about it; a person is asked."""


@dataclass(frozen=True, slots=True)
class Held:
    """A procedure as the store has it."""

    record: Record
    known: Known
    refused: bool = False
    """Whether somebody has withdrawn it: it is not proposed again."""
    is_decided: bool = False
    """Whether somebody has changed or checked it, or only a person may change it."""


@dataclass(frozen=True, slots=True)
class Done:
    """What became of one procedure."""

    deed: Deed
    record: Record
    reasons: tuple[str, ...] = field(default=())


def held_procedures(work: Work) -> list[Held]:
    """Return every procedure that was learned: the version that holds, else the newest."""
    wanted = Filter(states=("suggested", "live", "archived"), kind="procedure")
    newest: dict[str, Record] = {}
    for record in store.listing(work, wanted, _MOST_HELD):
        if record.quality.source_type == learned.PROCEDURE:
            before = newest.setdefault(record.lineage, record)
            # A revision that somebody only suggested does not take the place of what holds.
            if record.state == "live" != before.state:
                newest[record.lineage] = record
    told = usage.uses_of(work, list(newest))
    names = [one.id for one in newest.values()]
    decided_about, last = learned.decided(work, names), learned.last_changes(work, names)
    found = []
    for record in newest.values():
        uses = told.get(record.lineage, NO_USES)
        payload = record.content.payload if record.content else None
        known = known_from(
            payload or {},
            _STATES.get(record.state, "demoted"),
            successes=uses.successes,
            failures=uses.failures,
            fresh_failures=uses.fresh_failures,
        )
        by = last.get(record.id, ("", learned.BACKGROUND))[1]
        refused = record.state == "archived" and by != learned.BACKGROUND
        is_decided = record.frozen or record.id in decided_about
        found.append(Held(record, known, refused=refused, is_decided=is_decided))
    return sorted(found, key=lambda one: one.known.signature)


def apply(
    work: Work, found: Sequence[Found], *, limit: int, left_alone: frozenset[str] = frozenset()
) -> list[Done]:
    """Propose, verify, revise and demote; at most so many at a time."""
    held = {one.known.signature: one for one in held_procedures(work)}
    erased = _erased(work)
    done: list[Done] = []
    for one in found:
        if len(done) >= limit:
            return done
        if _acts(work, one) in erased:
            continue
        before = held.pop(one.candidate.signature, None)
        if before is None or not (before.refused or before.record.id in left_alone):
            outcome = _settle(work, one, before)
            done += [outcome] if outcome else []
    for left in held.values():
        match by_use(left.known):
            case Demote(reasons) if len(done) < limit and left.record.id not in left_alone:
                outcome = _demote(work, left, reasons)
                done += [outcome] if outcome else []
            case _:
                pass
    return done


def _settle(work: Work, found: Found, held: Held | None) -> Done | None:
    decision = decided(found.candidate, found.bundle, found.verdict, held.known if held else None)
    waits = found.candidate.text_from_untrusted
    match decision:
        case Keep():
            return None
        case Demote(reasons):
            return _demote(work, held, reasons) if held else None
        case _ if held is not None and held.record.frozen:
            return None
        case Propose(reasons):
            return _propose(work, found, held, reasons)
        case Verify() if waits:
            is_new = held is None or held.known.state == "demoted"
            return _propose(work, found, held, ("its words come from untrusted text",)) if is_new else None
        case Verify():
            return Done("verified", _hold(work, found, held, "live"))
        case Revise() if held is not None:
            state: Literal["live", "suggested"] = "live" if held.record.state == "live" else "suggested"
            if waits and state == "live":
                return None
            record = _hold(work, found, held, state)
            if state == "suggested":
                _ask(work, record, waits=waits)
            return Done("revised", record)
        case _:
            return None


def _propose(work: Work, found: Found, held: Held | None, reasons: tuple[str, ...]) -> Done:
    record = _hold(work, found, held, "suggested")
    _ask(work, record, waits=found.candidate.text_from_untrusted)
    return Done("proposed", record, reasons)


def _demote(work: Work, held: Held, reasons: tuple[str, ...]) -> Done | None:
    """Archive a procedure; where somebody has decided about it, ask a person, once."""
    record = held.record
    if not held.is_decided:
        withdrawal.archive(work, record)
        return Done("demoted", record, reasons)
    subject: tuple[str, Role] = (record.id, "subject")
    doubt = NewReview("stale", record.id, (subject,), ("procedure_failing",), weighty=True)
    fresh = recording.news(work, [doubt]).fresh
    return Done("questioned", record, reasons) if recording.record(work, fresh) else None


def _hold(work: Work, found: Found, held: Held | None, state: Literal["live", "suggested"]) -> Record:
    """Hold a version of a procedure in the place of the one before it."""
    before = held.record if held else None
    if before is not None and before.state in {"live", "suggested"}:
        withdrawal.supersede(work, before, work.now)
    record = keeping.append(work, _draft(work, found, before), Place(state, before))
    learning.note_acts(work, record.lineage, _acts(work, found))
    return record


def _draft(work: Work, found: Found, before: Record | None) -> Draft:
    bundle = found.bundle
    # Commands and exit codes are observations; words that nobody vouches for are not.
    origin: Origin = "tool_output" if found.candidate.text_from_untrusted else "agent"
    sure = confidence(len(bundle.successes), len(bundle.failures), len(bundle.fresh_failures))
    content = Content(
        statement=statement_of(found.candidate),
        payload=to_payload(found.candidate, bundle),
        provenance={"miner": MINER},
    )
    draft = Draft(
        kind="procedure",
        content=content,
        origin=origin,
        subject_key=before.subject_key if before else subject_key(found.candidate),
        sensitivity=_sensitivity(work, found.candidate.sessions),
        quality=Quality(
            confidence=sure, source_type=learned.PROCEDURE, verified_at=bundle.last_success or None
        ),
    )
    taken = store.live_about(work, [draft.subject_key]) if draft.subject_key else {}
    holder = next((one for one in taken.values() if one.kind == "procedure"), None)
    is_own = before is not None and holder is not None and holder.lineage == before.lineage
    # Somebody wrote down a procedure under that key: both stand, and people see which is which.
    return draft if holder is None or is_own else draft._replace(subject_key=None)


def _sensitivity(work: Work, session_ids: Sequence[str]) -> Sensitivity:
    """Return how sensitive it is: as much as the sessions that did it so."""
    kept = sessions.find(work, session_ids).values()
    return "sensitive" if any(one.sensitivity == "sensitive" for one in kept) else "normal"


def _ask(work: Work, record: Record, *, waits: bool) -> None:
    code = "untrusted_basis" if waits else "procedure_unverified"
    reviews.open_review(
        work,
        NewReview(
            kind="procedure",
            about=record.id,
            records=((record.id, "proposed"),),
            reasons=(code,),
            weighty=True,
        ),
    )


def naming(work: Work, session_ids: Sequence[str]) -> list[str]:
    """Return the procedures that have words and values of some sessions."""
    wanted = set(session_ids)
    return [
        one.record.id
        for one in held_procedures(work)
        if one.record.content and wanted & set(from_payload(one.record.content.payload or {}).sessions)
    ]


def _acts(work: Work, found: Found) -> str:
    said = canonical(sorted(set(found.candidate.acts)))
    return content_address(said.encode(), salt=work.head.salt)[:32]


def _erased(work: Work) -> set[str]:
    """Return what those procedures did of which nothing is left: somebody erased them."""
    acts = learning.acts_of(work)
    versions = store.versions_of(work, list(acts))
    kept = {record.lineage for record in versions if record.state != "tombstoned"}
    return {digest for lineage, digest in acts.items() if lineage not in kept}
