"""What became of what is cited? Asks whoever knows that kind of reference."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final, Protocol, cast

from phantasm.workspace.anchors import commits, definitions, files
from phantasm.workspace.anchors.model import UNCHANGED, Reference, ReferenceKind, Seen, Verdict
from phantasm.workspace.checkout import Checkout

_IN_FILES: Final = frozenset({"file", "symbol"})
_ELSEWHERE: Final[dict[ReferenceKind, str]] = {
    "dependency": "phantasm.workspace.manifests.checking",
    "command": "phantasm.workspace.declared.commands",
    "port": "phantasm.workspace.declared.ports",
    "variable": "phantasm.workspace.declared.variables",
}
"""Read only when one of these is cited: they know many formats."""
_NO_GIT: Final = Verdict("unknown", "git does not answer here, so it may be elsewhere")


class _Knowing(Protocol):
    see: Callable[[Reference, Checkout], Seen | None]
    verify: Callable[[Reference, Seen, Checkout], Verdict]


def see(reference: Reference, checkout: Checkout) -> Seen | None:
    """Return what is there now; None where nothing is."""
    match reference.kind:
        case "file":
            return files.see(reference, checkout)
        case "symbol":
            return definitions.see(reference, checkout)
        case "commit":
            return commits.see(reference, checkout)
        case "person":
            return {}
        case _:
            knowing = _knowing(reference.kind)
            return knowing.see(reference, checkout) if knowing else None


def verify(reference: Reference, seen: Seen, checkout: Checkout) -> Verdict:
    """Say what became of what was seen; what is not found is gone only where it could have been found."""
    verdict = _verified(reference, seen, checkout)
    return verdict if verdict.status != "gone" or checkout.can_tell else _NO_GIT


def _verified(reference: Reference, seen: Seen, checkout: Checkout) -> Verdict:
    match reference.kind:
        case "file":
            return files.verify(reference, seen, checkout)
        case "symbol":
            return definitions.verify(reference, seen, checkout)
        case "commit":
            return commits.verify(reference, seen, checkout)
        case "person":
            return UNCHANGED
        case _:
            knowing = _knowing(reference.kind)
            return knowing.verify(reference, seen, checkout) if knowing else Verdict("unknown")


def verify_all(anchors: Sequence[tuple[Reference, Seen]], checkout: Checkout) -> list[Verdict]:
    """Say what became of many things, in their order; every file is read once, and git is asked once."""
    verdicts: list[Verdict | None] = [None] * len(anchors)
    left: list[tuple[str, int]] = []
    blob_of = checkout.blob
    for number, (reference, seen) in enumerate(anchors):
        if reference.kind in _IN_FILES:
            blob = blob_of(reference.name)
            if blob is not None and blob == seen.get("blob"):
                verdicts[number] = UNCHANGED
                continue
        left.append((reference.name, number))
    # The texts of a file that changed are compared once, if its anchors are looked at one after the other.
    left.sort()
    olds = (anchors[number][1].get("blob") for _, number in left)
    checkout.recall(blob for blob in olds if isinstance(blob, str))
    for _, number in left:
        verdicts[number] = verify(*anchors[number], checkout)
    return [verdict or UNCHANGED for verdict in verdicts]


def _knowing(kind: ReferenceKind) -> _Knowing | None:
    try:
        return cast("_Knowing", import_module(_ELSEWHERE[kind]))
    except ModuleNotFoundError:
        return None
