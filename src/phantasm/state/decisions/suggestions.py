"""What happens to a suggestion? Accepted, it replaces what it was to replace; rejected, it is gone."""

from phantasm.state import guard, links, store, withdrawal
from phantasm.state.decisions import admission, items
from phantasm.state.decisions.items import Suggestion
from phantasm.state.model import Content, Draft, Record, draft_of
from phantasm.state.review import store as reviews
from phantasm.storage.work import Work


def accept(work: Work, asked: Suggestion, statement: str | None = None) -> Record:
    """Hold a suggestion, perhaps in a person's own words, and return what is live now."""
    record = asked.record
    conflict = items.opposed(work, record)
    if conflict is not None:
        raise items.unresolved(conflict, record)
    refined = _verdict(record) == "refines"
    replaced = _replaced(work, asked, refined=refined)
    if asked.review is not None:
        reviews.resolve(work, asked.review, "accepted")
    edited = None if statement is None else _edited(record, statement)
    live = admission.admit(work, record, replaced, edited)
    if refined and asked.review is not None:
        for held in items.members(work, asked.review, "held"):
            if held.lineage != live.lineage:
                links.add(work, "relates_to", live.lineage, held.lineage)
    return live


def reject(work: Work, asked: Suggestion) -> None:
    """Take a suggestion back as never true."""
    if asked.review is not None:
        reviews.resolve(work, asked.review, "rejected")
    withdrawal.retract(work, asked.record)


def _replaced(work: Work, asked: Suggestion, *, refined: bool) -> list[Record]:
    """Return the live records whose place an accepted suggestion takes."""
    record = asked.record
    meant = [record.supersedes] if record.supersedes else []
    if asked.review is not None and not refined:
        meant += asked.review.ids("held")
    lineages = [found.lineage for found in store.find(work, meant).values()]
    live = list(store.live_versions(work, [*lineages, record.lineage]).values())
    for found in live:
        if found.id not in meant:
            work.warn("target_moved", f"{found.id} is newer than what {record.id} was to replace")
    holder = guard.holder(work, record.slot)
    live += [holder] if holder else []
    return items.distinct(live)


def _edited(record: Record, statement: str) -> Draft:
    content = record.content or Content("")
    # What was said about the words no longer holds for other words.
    said = content._replace(statement=statement, triple=None, judged=None)
    return draft_of(record)._replace(content=said, origin="user")


def _verdict(record: Record) -> object:
    judged = record.content.judged if record.content else None
    return judged.get("verdict") if judged else None
