"""Is what a record says about a dependency still what the manifests say?"""

from phantasm.workspace.anchors.model import UNCHANGED, Reference, Seen, Verdict
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.manifests.catalogue import catalogue
from phantasm.workspace.manifests.claims import claimed, is_constraint
from phantasm.workspace.manifests.model import Dependency
from phantasm.workspace.manifests.names import subjects
from phantasm.workspace.manifests.weighing import Weighed, telling, weigh

_MOST_NAMED = 4
"""Statements that a sentence lists; more make nothing clearer."""


def see(reference: Reference, checkout: Checkout) -> Seen | None:
    """Return what the manifests say about a dependency now; None where nothing tells which one is meant."""
    found = _statements(reference, "", checkout)
    if not found:
        return None
    claim = claimed(reference.part) if reference.part else None
    first = (weigh(claim, found).statements if claim else tuple(telling(found)))[0]
    seen: Seen = {"found": first.says, "in": first.file, "ecosystem": first.ecosystem}
    blob = checkout.blob(first.file)
    return seen | {"blob": blob} if blob else seen


def verify(reference: Reference, seen: Seen, checkout: Checkout) -> Verdict:
    """Tell what became of a dependency and of what is claimed about its version."""
    found = _statements(reference, _word(seen, "ecosystem"), checkout)
    if found is None:
        return Verdict("unknown", f"{reference.name} may mean several dependencies")
    if not found:
        return _without(reference, seen, checkout)
    if not reference.part:
        return UNCHANGED
    claim = claimed(reference.part)
    if claim is None:
        return Verdict("unknown", f"{reference.part} is no version that can be compared")
    return _told(reference, seen, weigh(claim, found))


def _told(reference: Reference, seen: Seen, weighed: Weighed) -> Verdict:
    said = _said(weighed.statements)
    match weighed.judgement:
        case "holds":
            return UNCHANGED
        case "wrong":
            return Verdict("changed", f"{said}, not {reference.part}")
        case "open":
            first = weighed.statements[0]
            was = _word(seen, "found")
            # The claim repeats a constraint, and the constraint is another one now.
            if was and is_constraint(reference.part) and not first.locked and first.says != was:
                return Verdict("changed", f"{said}; it was {was}")
            return Verdict("unknown", f"{said}, which leaves {reference.part} open")


def _without(reference: Reference, seen: Seen, checkout: Checkout) -> Verdict:
    where = _word(seen, "in")
    if not where:
        return Verdict("unknown", f"no manifest names {reference.name}")
    if where in checkout.paths and checkout.read(where) is None:
        return Verdict("unknown", f"{where} cannot be read")
    return Verdict("gone", f"no manifest names {reference.name} any more; {where} did")


def _statements(reference: Reference, seen_in: str, checkout: Checkout) -> list[Dependency] | None:
    """Return what is said about what a name means; None where it may mean several things."""
    known = catalogue(checkout)
    meant = subjects(reference.name, reference.ecosystem, known)
    if len(meant) > 1 and seen_in:
        meant = [subject for subject in meant if any(key[0] == seen_in for key in subject)]
    if len(meant) > 1:
        return None
    return [statement for key in (meant[0] if meant else ()) for statement in known[key]]


def _word(seen: Seen, key: str) -> str:
    """Return what was noted; empty for what is missing or was never a word: it may come from an import."""
    value = seen.get(key)
    return value if isinstance(value, str) else ""


def _said(statements: tuple[Dependency, ...]) -> str:
    parts = [
        f"{one.file}:{one.line} says {one.name} {one.says or 'without a version'}"
        for one in statements[:_MOST_NAMED]
    ]
    rest = len(statements) - len(parts)
    return "; ".join(parts) + (f" and {rest} more" if rest > 0 else "")
