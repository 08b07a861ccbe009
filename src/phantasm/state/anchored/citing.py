"""What does a statement cite? What its writer names, and what its words name without doubt.

Looking at the repository takes files and git, so it is done before the transaction; the links are made in it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from phantasm.security.redaction import redact
from phantasm.state import links
from phantasm.state.links import Link
from phantasm.storage.work import Work
from phantasm.workspace.anchors import references
from phantasm.workspace.anchors.model import Seen
from phantasm.workspace.checkout import Checkout

DERIVED = "derived"
"""Set in what was seen of an anchor that nobody named: it goes when the words that named it go."""
_WORDS = "excerpt"


@dataclass(frozen=True, slots=True)
class Cited:
    """Something in the repository that a statement rests on."""

    reference: str
    seen: Seen | None
    """None: it is named, and not there."""


def named(wanted: Iterable[str], checkout: Checkout) -> list[Cited]:
    """Return what a writer names, with what is there."""
    return [Cited(text, _seen(text, checkout)) for text in dict.fromkeys(wanted)]


def mentioned(statement: str, checkout: Checkout, *, apart_from: Sequence[str] = ()) -> list[Cited]:
    """Return what the words of a statement name, as far as it can mean one thing only."""
    if not may_mention(statement):
        return []
    from phantasm.workspace.anchors.deriving import mentioned as names_in  # noqa: PLC0415  few statements

    found = dict.fromkeys(references.write(one) for one in names_in(statement, checkout))
    cited = [Cited(text, _seen(text, checkout)) for text in found if text not in apart_from]
    return [Cited(one.reference, {**one.seen, DERIVED: True}) for one in cited if one.seen is not None]


def may_mention(statement: str) -> bool:
    """Tell whether a statement has anything of code about it; most have not, and cost nothing."""
    return any(sign in statement for sign in "`/._()@#0123456789") or any(
        one.isupper() for word in statement.split() for one in word[1:]
    )


def hold(work: Work, lineage: str, cited: Sequence[Cited]) -> list[Link]:
    """Link a lineage to what it cites, with the moment and the commit at which it was looked at."""
    made: list[Link] = []
    for one in cited:
        if one.seen is None:
            work.warn("anchor_unresolved", f"{one.reference} is not there: it is kept, and cannot be checked")
        here = {"at": work.now} | ({"commit": work.commit} if work.commit else {})
        made.append(
            links.add_reference(work, lineage, one.reference, None if one.seen is None else one.seen | here)
        )
    return made


def renew(work: Work, lineage: str, cited: Sequence[Cited]) -> None:
    """Let a lineage cite what its new words name, and no longer what only the old ones did."""
    kept = {one.reference for one in cited}
    for link in of_lineages(work, [lineage]).get(lineage, ()):
        if link.seen and link.seen.get(DERIVED) and link.reference not in kept:
            links.close(work, link)
    hold(work, lineage, cited)


def of_lineages(
    work: Work, lineages: Sequence[str], *, wanted: Callable[[Link], bool] | None = None
) -> dict[str, list[Link]]:
    """Return what some lineages cite now, each in order."""
    found: dict[str, list[Link]] = {}
    for link in links.outgoing(work, lineages):
        if link.closed_at is None and link.reference is not None and (wanted is None or wanted(link)):
            found.setdefault(link.source, []).append(link)
    return found


def _seen(text: str, checkout: Checkout) -> Seen | None:
    from phantasm.workspace.anchors.checking import see  # noqa: PLC0415  few statements cite anything

    reference = references.read(text)
    seen = see(reference, checkout) if reference else None
    words = seen.get(_WORDS) if seen else None
    return {**seen, _WORDS: redact(words)[0]} if seen and isinstance(words, str) else seen
