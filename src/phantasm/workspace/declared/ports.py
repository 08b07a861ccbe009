"""Is a port that a record cites still the one that the repository declares?"""

from phantasm.workspace.anchors.model import UNCHANGED, Reference, Seen, Verdict
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.declared.catalogue import Catalogue, catalogue
from phantasm.workspace.declared.model import Declared


def see(reference: Reference, checkout: Checkout) -> Seen | None:
    """Return which file declares a port now; None where none does."""
    declared = _declared(reference.name, catalogue(checkout))
    if not declared:
        return None
    first = declared[0]
    seen: Seen = {"found": first.name, "in": first.file, "key": first.key}
    blob = checkout.blob(first.file)
    return seen | {"blob": blob} if blob else seen


def verify(reference: Reference, seen: Seen, checkout: Checkout) -> Verdict:
    """Tell whether a port is still declared, where, and which one is there instead."""
    known = catalogue(checkout)
    port = reference.name.strip()
    declared = _declared(port, known)
    where, key = seen.get("in"), seen.get("key")
    if not isinstance(where, str):
        return (
            UNCHANGED if declared else Verdict("unknown", f"nothing in the repository declares port {port}")
        )
    if any(one.file == where for one in declared):
        return UNCHANGED
    instead = [one for many in known.ports.values() for one in many if (one.file, one.key) == (where, key)]
    if instead:
        one = instead[0]
        return Verdict("changed", f"{where}:{one.line} says port {one.name}, not {port}")
    if declared:
        return Verdict(
            "moved", f"{declared[0].file}:{declared[0].line} declares port {port} now; it was {where}"
        )
    return Verdict("gone", f"{where} no longer declares port {port}")


def _declared(port: str, known: Catalogue) -> list[Declared]:
    found = known.ports.get(port.strip(), [])
    return sorted(found, key=lambda one: (one.file.count("/"), one.file, one.line, one.key))
