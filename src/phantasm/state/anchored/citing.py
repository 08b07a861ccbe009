"""What does a statement cite? What its writer names, and what its words name without doubt.

Looking at the repository takes files and git, so it is done before the transaction; the links are made in it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from phantasm.capabilities.environment import Environment
from phantasm.security.redaction import redact
from phantasm.state import linking, links, store
from phantasm.state.anchored.reading import DERIVED, checkout_of, of_lineages
from phantasm.state.holding import Held
from phantasm.state.inputs import LinkInput
from phantasm.state.links import Link
from phantasm.state.review import store as reviews
from phantasm.storage.work import Work
from phantasm.workspace.anchors import references
from phantasm.workspace.anchors.model import Seen
from phantasm.workspace.checkout import Checkout

_NAMES = frozenset({"blob", "commit", "sha", "digest", "loose", "body"})
"""What names contents, as digests do; everything else that was seen is the repository's words."""
_UNSEEN = "person:"
"""What is not in the repository, and cannot be missed there."""


@dataclass(frozen=True, slots=True)
class Cited:
    """Something in the repository that a statement rests on."""

    reference: str
    seen: Seen | None
    """None: it is named, and not there."""

    @property
    def is_derived(self) -> bool:
        """Tell whether nobody named it: the words did."""
        return bool(self.seen and self.seen.get(DERIVED))


def look_at_all(
    asked: Sequence[tuple[str | None, Sequence[LinkInput]]], checkout: Checkout, *, derive: bool
) -> list[list[Cited]]:
    """Return what each of some new records cites; `asked` has what it says and its links."""
    if derive and len(asked) > 1:
        from phantasm.workspace.anchors.deriving import expect  # noqa: PLC0415  as below

        expect([statement for statement, _ in asked if statement], checkout)
    return [look(statement, links, checkout, derive=derive) for statement, links in asked]


def look(
    statement: str | None, wanted: Sequence[LinkInput], checkout: Checkout, *, derive: bool
) -> list[Cited]:
    """Return what a new record cites: what its links name and, where that is wished, what its words name."""
    targets = [link.target for link in wanted if linking.cites(link)]
    found = named(targets, checkout)
    return found + (mentioned(statement or "", checkout, apart_from=targets) if derive else [])


def named(wanted: Iterable[str], checkout: Checkout, *, derived: bool = False) -> list[Cited]:
    """Return what a writer names, or only the words do, with what is there."""
    found = ((text, _seen(text, checkout)) for text in dict.fromkeys(wanted))
    return [Cited(text, {**seen, DERIVED: True} if seen and derived else seen) for text, seen in found]


def mentioned(statement: str, checkout: Checkout, *, apart_from: Sequence[str] = ()) -> list[Cited]:
    """Return what the words of a statement name, as far as it can mean one thing only."""
    from phantasm.workspace.anchors.deriving import mentioned as names_in  # noqa: PLC0415  the prompt does not

    found = [references.write(one) for one in names_in(statement, checkout)]
    cited = named([text for text in found if text not in apart_from], checkout, derived=True)
    return [one for one in cited if one.seen is not None]


def anchor(work: Work, held: Held, cited: Sequence[Cited]) -> list[str]:
    """Let a new record cite what it rests on; returns the references.

    Who says something again names what he looked at, or did not look again: then words alone renew nothing.
    """
    if held.outcome == "refused":
        return []
    fresh = [one for one in cited if held.outcome != "duplicate" or not one.is_derived]
    hold(work, held.record.lineage, fresh)
    return [one.reference for one in fresh]


def hold(work: Work, lineage: str, cited: Sequence[Cited]) -> list[Link]:
    """Link a lineage to what it cites, with the moment and the commit at which it was looked at."""
    made: list[Link] = []
    for one in cited:
        if one.seen is None and not one.reference.startswith(_UNSEEN):
            work.warn("anchor_unresolved", f"{one.reference} is not there: it is kept, and cannot be checked")
        here = {"at": work.now} | ({"commit": work.commit} if work.commit else {})
        made.append(
            links.add_reference(work, lineage, one.reference, None if one.seen is None else one.seen | here)
        )
    return made


def look_again(environment: Environment, names: Sequence[str]) -> dict[str, list[Cited]]:
    """Return what some records, or those that reviews are about, cite, as it is there now."""
    with environment.snapshot() as work:
        asked = [name for one in reviews.find(work, names).values() for name in one.ids("subject")]
        records = store.find(work, [*names, *asked]).values()
        cited = of_lineages(work, [record.lineage for record in records])
    checkout = checkout_of(environment)
    return {
        lineage: [one for link in listed for one in again(link, checkout) if one.seen is not None]
        for lineage, listed in cited.items()
    }


def again(link: Link, checkout: Checkout, reference: str | None = None) -> list[Cited]:
    """Return what a link cites as it is now, or where it is found now; nothing for what was never seen."""
    if link.seen is None:
        return []
    return named([reference or link.reference or ""], checkout, derived=bool(link.seen.get(DERIVED)))


def renew(work: Work, lineage: str, cited: Sequence[Cited]) -> None:
    """Let a lineage cite what its new words name, and no longer what only the old ones did."""
    kept = {one.reference for one in cited}
    for link in of_lineages(work, [lineage]).get(lineage, ()):
        if link.seen and link.seen.get(DERIVED) and link.reference not in kept:
            links.close(work, link)
    hold(work, lineage, cited)


def _seen(text: str, checkout: Checkout) -> Seen | None:
    from phantasm.workspace.anchors.checking import see  # noqa: PLC0415  few statements cite anything

    reference = references.read(text)
    seen = see(reference, checkout) if reference else None
    if not seen:
        return seen
    return {
        field: redact(value)[0] if isinstance(value, str) and field not in _NAMES else value
        for field, value in seen.items()
    }
