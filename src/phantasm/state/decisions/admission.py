"""How does a suggestion become live? What it replaces is closed, and what else contradicts it is marked."""

from collections.abc import Sequence

from phantasm.state import cascade, keeping, links, store, withdrawal
from phantasm.state.keeping import Place
from phantasm.state.kinds import CATALOGUE
from phantasm.state.meeting import gather, newcomer
from phantasm.state.model import Draft, Record
from phantasm.state.review import store as reviews
from phantasm.state.review.model import NewReview
from phantasm.state.rules import Contradicts, Duplicate, NeedsReview, Policy, Supersedes, Verdict, judge
from phantasm.state.standing import Standing
from phantasm.storage.work import Work

# A person decides: nothing is out of reach, and what holds the same key gives way.
_A_PERSON = Policy(on_conflict="supersede", is_person=True)


def draft_of(record: Record) -> Draft:
    """Return a record as it would be written again."""
    if record.content is None:
        raise ValueError(record.id)
    return Draft(
        kind=record.kind,
        content=record.content,
        origin=record.origin,
        subject_key=record.subject_key,
        scope=record.scope,
        scope_ref=record.scope_ref,
        sensitivity=record.sensitivity,
        quality=record.quality,
        valid_from=record.valid_from,
        valid_to=record.valid_to,
    )


def admit(work: Work, record: Record, replaced: Sequence[Record], edited: Draft | None = None) -> Record:
    """Make a suggestion live in the place of others, as it is or as a person edited it."""
    for old in replaced:
        replace_by(work, old, record)
    if edited is not None:
        withdrawal.supersede(work, record, record.valid_from)  # nobody ever held what was suggested
    # What is held may have changed since the suggestion was judged.
    verdict = _judge(work, edited or draft_of(record), apart_from=record.id)
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
        _mark(work, live, verdict)
    return live


def replace_by(work: Work, old: Record, successor: Record) -> None:
    """Close a record for its successor; only within one line does a correction reach into the past."""
    if old.lineage == successor.lineage:
        withdrawal.supersede(work, old, successor.valid_from)
    else:
        withdrawal.supersede(work, old, max(successor.valid_from, old.valid_from))
        links.add(work, "supersedes", successor.lineage, old.lineage)


def _judge(work: Work, draft: Draft, *, apart_from: str) -> Verdict:
    keeping.ensure_keys(work)
    met = gather(work, [draft])
    others = [claim for claim in met.existing(draft, 0) if claim.id != apart_from and claim.state == "live"]
    return judge(newcomer(draft, met.digests[0], met.readings[0], now=work.now), others, _A_PERSON)


def _mark(work: Work, live: Record, verdict: Contradicts | NeedsReview) -> None:
    reviews.open_review(
        work,
        NewReview(
            kind="conflict",
            about=":".join(sorted([live.id, *verdict.of])),
            records=((live.id, "proposed"), *((name, "held") for name in verdict.of)),
            reasons=tuple(reason.code for reason in verdict.reasons),
            weighty=CATALOGUE[live.kind].instructs,
        ),
    )
