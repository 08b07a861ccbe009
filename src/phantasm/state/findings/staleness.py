"""Which records should be checked again? By age, expiry, a date that has come, or files that changed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.contracts.canonical import sorted_json
from phantasm.contracts.clock import days_before
from phantasm.state import links, listing, store
from phantasm.state.anchored.survey import stale_records, survey
from phantasm.state.filters import Filter
from phantasm.state.kinds import CATALOGUE
from phantasm.state.model import Content, Record
from phantasm.state.review.model import NewReview
from phantasm.state.timeline import NOW
from phantasm.state.views import readable
from phantasm.storage.work import Work
from phantasm.workspace.checkout import Checkout

# A run of characters that a path may have; what follows it in a sentence is cut off.
_PATH = re.compile(r"[\w./\\@+~-]+")


@dataclass(frozen=True, slots=True)
class Staleness:
    """What counts as stale."""

    at: str
    """The moment at which it is judged."""
    max_age_days: int
    missing: bool
    """Whether a record that nobody ever verified counts from when it was recorded."""
    changed_files: tuple[str, ...] = ()
    checkout: Checkout | None = None
    """The working tree that what is cited is looked for in; None: it is not looked for."""
    unverified_days: int = 0
    """After how long what no person said and nobody verified counts as stale; 0: never."""


def find(work: Work, wanted: Staleness) -> list[NewReview]:
    """Return the live records that should be checked again, with the reasons, oldest record first."""
    before = days_before(wanted.at, wanted.max_age_days)
    reasons: dict[str, list[str]] = {}
    records: dict[str, Record] = {}
    for record in store.due(work, wanted.at, checked_before=before, unchecked=wanted.missing):
        records[record.id], reasons[record.id] = record, _reasons(record, wanted, before)
    for record in _touched(work, wanted.changed_files):
        records.setdefault(record.id, record)
        reasons.setdefault(record.id, []).append("files_changed")
    if wanted.checkout is not None:
        held_against = survey(work, wanted.checkout)
        for record, codes in stale_records(work, held_against, wanted.unverified_days):
            if readable(record, work.caller):
                records.setdefault(record.id, record)
                reasons.setdefault(record.id, []).extend(codes)
    found = sorted(records.values(), key=lambda record: (record.seq, record.ordinal))
    return [finding(record, reasons[record.id]) for record in found if reasons[record.id]]


def _reasons(record: Record, wanted: Staleness, before: str) -> list[str]:
    quality, codes = record.quality, []
    # Whoever checked it after it expired found that it still holds.
    expires = quality.expires_at
    if expires and expires <= wanted.at and (quality.verified_at or "") < expires:
        codes.append("expired")
    if quality.revalidate_at and quality.revalidate_at <= wanted.at:
        codes.append("revalidation_due")
    if quality.verified_at and quality.verified_at < before:
        codes.append("verification_old")
    if not quality.verified_at and wanted.missing and record.recorded_at < before:
        codes.append("verification_missing")
    return codes


def _touched(work: Work, changed_files: Sequence[str]) -> list[Record]:
    """Return the live records that are about one of some files or name it, as far as the caller may read."""
    if not changed_files:
        return []
    paths = [path.removeprefix("./") for path in changed_files]
    lineages = {link.source for link in links.cited_at(work, paths)}
    names, spaced = frozenset(paths), [path for path in paths if not _PATH.fullmatch(path)]
    return [
        record
        for record in listing.everything(work, Filter(states=("live",)), NOW)
        if readable(record, work.caller)
        and (record.lineage in lineages or (record.content and _names(record.content, names, spaced)))
    ]


def _names(content: Content, names: frozenset[str], spaced: Sequence[str]) -> bool:
    text = content.statement
    if content.provenance:
        text += "\n" + sorted_json(content.provenance)
    said = {word.rstrip(".").removeprefix("./") for word in _PATH.findall(text)}
    return not names.isdisjoint(said) or any(path in text for path in spaced)


def finding(record: Record, reasons: Sequence[str]) -> NewReview:
    """Return the question whether a record still holds, with the codes of why it is asked."""
    return NewReview(
        kind="stale",
        about=record.id,
        records=((record.id, "subject"),),
        reasons=tuple(reasons),
        weighty=record.frozen or CATALOGUE[record.kind].instructs,
    )
