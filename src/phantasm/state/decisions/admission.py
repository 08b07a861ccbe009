"""How does a suggestion become live? What it replaces is closed, and what else contradicts it is marked."""

from collections.abc import Sequence

from phantasm.state import cascade, keeping, links, store, withdrawal
from phantasm.state.keeping import Place
from phantasm.state.model import Draft, Record, draft_of
from phantasm.state.rejudging import mark, verdict_on
from phantasm.state.rules import Contradicts, Duplicate, NeedsReview, Policy, Supersedes
from phantasm.state.standing import Standing
from phantasm.storage.work import Work

# A person decides: nothing is out of reach, and what holds the same key gives way.
_A_PERSON = Policy(on_conflict="supersede", is_person=True)


def admit(work: Work, record: Record, replaced: Sequence[Record], edited: Draft | None = None) -> Record:
    """Make a suggestion live in the place of others, as it is or as a person edited it."""
    for old in replaced:
        replace_by(work, old, record)
    if edited is not None:
        withdrawal.supersede(work, record, record.valid_from)  # nobody ever held what was suggested
    # What is held may have changed since the suggestion was judged.
    verdict = verdict_on(work, edited or draft_of(record), _A_PERSON, apart_from={record.id})
    also = store.find(work, verdict.of) if isinstance(verdict, Supersedes) else {}
    twins = store.find(work, [verdict.of]) if isinstance(verdict, Duplicate) else {}
    for old in (*also.values(), *twins.values()):
        replace_by(work, old, record)
    if edited is not None:
        live = keeping.append(work, edited, Place("live", record))
    else:
        keeping.move(work, record, Standing("live"), change="accept")
        live = record
    said = live.content
    changed = [old for old in replaced if said is None or cascade.says_otherwise(old.content, said)]
    cascade.doubt(work, [*changed, *also.values()], "rests_on_superseded")
    cascade.reconsider(work, live.id)
    if isinstance(verdict, Contradicts | NeedsReview):
        mark(work, live, verdict.of, verdict.reasons)
    return live


def replace_by(work: Work, old: Record, successor: Record) -> None:
    """Close a record for its successor; only within one line does a correction reach into the past."""
    if old.lineage == successor.lineage:
        withdrawal.supersede(work, old, successor.valid_from)
    else:
        withdrawal.supersede(work, old, max(successor.valid_from, old.valid_from))
        links.add(work, "supersedes", successor.lineage, old.lineage)
