"""When does something that came up again count without a person? Pure decision, and what carries it out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from phantasm.evidence import supporting
from phantasm.learning.terms import Done, Terms
from phantasm.learning.unlearning import demote, undecided
from phantasm.session import store as sessions
from phantasm.state import keeping, learned, store
from phantasm.state.model import UNTRUSTED_ORIGINS, Record, draft_of
from phantasm.state.rejudging import verdict_on
from phantasm.state.review import store as reviews
from phantasm.state.rules import New, Policy, Refines, Verdict
from phantasm.state.standing import Standing
from phantasm.storage.work import Work

REPEATED = "repeated in several sessions"
"""How the question about a suggestion ends that was repeated often enough."""
_CAREFUL = Policy(on_conflict="conflict", may_supersede=False)
"""Background work decides about nothing that stands against anything."""
_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class Counts:
    """The suggestion becomes live."""


@dataclass(frozen=True, slots=True)
class Waits:
    """It waits for a person, or for more sessions."""

    why: str


def decide(record: Record, sessions_count: int, verdict: Verdict, *, repeats: int) -> Counts | Waits:
    """Decide whether a suggestion counts by now."""
    if record.origin in UNTRUSTED_ORIGINS:
        return Waits("its origin is not trusted")
    if sessions_count < repeats:
        return Waits(f"it came up in {sessions_count} of {repeats} sessions")
    if not isinstance(verdict, New | Refines):
        return Waits("something is held against it")
    return Counts()


def independent(session_ids: Sequence[str], continues: Mapping[str, str | None]) -> int:
    """Return how many sessions speak for themselves: one that goes on with another is the same."""
    return len({_beginning(name, continues) for name in session_ids})


def _beginning(name: str, continues: Mapping[str, str | None]) -> str:
    seen = {name}
    while (before := continues.get(name)) and before not in seen:
        seen.add(before)
        name = before
    return name


def promote(work: Work, record: Record, terms: Terms) -> bool:
    """Let one suggestion count if it came up often enough; tell whether it does."""
    if record.state != "suggested":
        return False
    count = _sessions_behind(work, record)
    if count < terms.repeats:
        return False
    verdict = verdict_on(work, draft_of(record), _CAREFUL, apart_from={record.id})
    match decide(record, count, verdict, repeats=terms.repeats):
        case Counts():
            keeping.move(work, record, Standing("live"), change="accept")
            for review in reviews.waiting_about(work, [record.id], ("proposed",)):
                reviews.resolve(work, review, REPEATED)
            return True
        case _:
            return False


def reconsider(work: Work, record: Record, terms: Terms) -> bool:
    """Let a record wait again that counted only because it was repeated, and is not any more."""
    provenance = (record.content.provenance if record.content else None) or {}
    if record.state != "live" or provenance.get("sure") or not undecided(work, [record]):
        return False
    if _sessions_behind(work, record) >= terms.repeats:
        return False
    demote(work, record)
    return True


def candidates(work: Work, terms: Terms) -> list[str]:
    """Return the suggestions that came up often enough, oldest first."""
    found = learned.older(work, "suggested", work.now)
    behind = supporting.sessions_behind(work, [record.id for record in found])
    return [record.id for record in found if len(behind.get(record.id, ())) >= terms.repeats]


def apply(work: Work, terms: Terms, record_ids: Sequence[str], limit: int) -> Done:
    """Let suggestions count that came up often enough."""
    found = store.find(work, record_ids)
    promoted: list[str] = []
    for name in record_ids:
        if len(promoted) >= limit:
            return Done({"promoted": len(promoted)}, more=True, examples=tuple(promoted[:_EXAMPLES]))
        if promote(work, found[name], terms):
            promoted.append(name)
    return Done({"promoted": len(promoted)}, examples=tuple(promoted[:_EXAMPLES]))


def _sessions_behind(work: Work, record: Record) -> int:
    names = supporting.sessions_behind(work, [record.id]).get(record.id, [])
    continues = {name: kept.session.continues for name, kept in sessions.find(work, names).items()}
    return independent(names, continues)
