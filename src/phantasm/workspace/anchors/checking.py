"""What became of what is cited? Asks whoever knows that kind of reference."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from itertools import takewhile
from typing import Final, Protocol, cast

from phantasm.workspace.anchors import commits, files, moving
from phantasm.workspace.anchors.content import (
    digest_of,
    joined,
    likeness,
    lines_of,
    named,
    reading_of,
    without_name,
)
from phantasm.workspace.anchors.files import (
    EXCERPT_CHARACTERS,
    NOT_KEPT,
    NOT_READ,
    REFORMATTED,
    excerpted,
    moved_to,
    number,
    whole_before,
    word,
)
from phantasm.workspace.anchors.model import UNCHANGED, Reference, ReferenceKind, Seen, Verdict
from phantasm.workspace.anchors.references import write
from phantasm.workspace.anchors.showing import diff_of
from phantasm.workspace.anchors.spans import place
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.symbols.detection import language_of
from phantasm.workspace.symbols.grammars import parse
from phantasm.workspace.symbols.guarding import may_be_parsed
from phantasm.workspace.symbols.model import Outline, Symbol
from phantasm.workspace.symbols.outline import outline_of

# A definition is found by its name; where there is none of that name any more, by its content: under another
# name in its own file, or in a file that gained it.

_TEXTS_KEPT = 32
"""Anchors are checked file by file."""


@lru_cache(maxsize=_TEXTS_KEPT)
def outlined(path: str, text: str) -> Outline:
    """Return what a text defines that was in a file at some time."""
    return outline_of(path, text)


@lru_cache(maxsize=_TEXTS_KEPT)
def is_broken(path: str, text: str) -> bool:
    """Tell whether a text cannot be read as what it is: something in it is missing or left over."""
    tree = parse(language_of(path, text), text) if may_be_parsed(text) else None
    return tree is not None and tree.root_node.has_error


_ALIKE = 0.6
"""The share of words in common from which a definition in another file counts as the same one, changed."""
_TELLING_LETTERS = 24
"""A body that is shorter says too little (`= true`, `pass`) to recognise something under another name."""


def see_definition(reference: Reference, checkout: Checkout) -> Seen | None:
    """Return what a name stands for; None where it stands for nothing or for several things."""
    text = checkout.read(reference.name)
    found = checkout.outline(reference.name).find(reference.part) if text else []
    if not found or text is None or len({symbol.name for symbol in found}) > 1:
        return None
    symbol = found[0]
    seen = excerpted(reference.name, text, (symbol.start, symbol.stop), checkout)
    return seen | {"name": symbol.name, "body": _body(symbol, text)}


def verify_definition(reference: Reference, seen: Seen, checkout: Checkout) -> Verdict:
    """Say what became of a definition."""
    path = reference.name
    blob = checkout.blob(path)
    if blob is not None and blob == seen.get("blob"):
        return UNCHANGED
    if word(seen, "loose") is None:
        return NOT_KEPT
    if checkout.has(path) and checkout.read(path) is None:
        return NOT_READ
    target = path
    if blob is None:
        commit = word(seen, "commit")
        renamed = moving.target_of(path, word(seen, "blob"), commit=commit, checkout=checkout)
        target = renamed.path if renamed else ""
    name = word(seen, "name") or reference.part
    verdict = _in_file(reference, name, target, seen, checkout) if target else None
    return (
        verdict
        or _elsewhere(name, reference, target, seen, checkout)
        or Verdict("gone", f"{name} is no longer in {path}")
    )


def _in_file(reference: Reference, name: str, path: str, seen: Seen, checkout: Checkout) -> Verdict | None:
    """Look for a definition in its own file, under its own name and then under others."""
    text = checkout.read(path)
    if text is None:
        return None
    before = whole_before(seen, checkout)
    now = Reference("symbol", path, name)
    if "." not in name and path == reference.name and before is not None and _stands(text, before, seen):
        return UNCHANGED
    same = [symbol for symbol in checkout.outline(path).symbols if symbol.name == name]
    for symbol in same:
        if _is_same(symbol, text, seen):
            exact = digest_of(_lines(symbol, text)) == seen.get("digest")
            return (UNCHANGED if exact else REFORMATTED) if path == reference.name else moved_to(now)
    others = _siblings(reference.name, name, seen, before) if same else set()
    own = [symbol for symbol in same if _loose(symbol, text) not in others]
    followed = _by_lines(reference, name, path, seen, checkout) if own else None
    if followed is not None and followed.status != "changed":
        return followed
    if own:
        cited = _cited(seen, before)
        symbol = max(own, key=lambda one: (likeness(cited, _lines(one, text)), -one.start))
        return _changed(reference, symbol, path, seen, checkout)
    return _renamed(reference, name, path, seen, checkout) or _by_lines(reference, name, path, seen, checkout)


def _by_lines(reference: Reference, name: str, path: str, seen: Seen, checkout: Checkout) -> Verdict | None:
    """Follow the lines of a definition in a file that something is broken in."""
    before, text = whole_before(seen, checkout), checkout.read(path) or ""
    start, stop = number(seen, "start"), number(seen, "stop")
    if not is_broken(path, text):
        return None
    found = place(before, text, (start, stop)) if before is not None and start and stop else None
    if found is None or found.how == "faint":
        return None
    if found.how != "changed":
        now = Reference("symbol", path, name)
        return (
            (UNCHANGED if found.how == "same" else REFORMATTED) if path == reference.name else moved_to(now)
        )
    return _changed(reference, Symbol(name, "function", found.start, found.stop), path, seen, checkout)


def _renamed(reference: Reference, name: str, path: str, seen: Seen, checkout: Checkout) -> Verdict | None:
    """Look for a definition under a name that its file did not have before."""
    text, before = checkout.read(path) or "", whole_before(seen, checkout)
    taken = (
        {symbol.name for symbol in outlined(reference.name, before).symbols} if before is not None else set()
    )
    free = [symbol for symbol in checkout.outline(path).symbols if symbol.name not in taken]
    equal = [symbol for symbol in free if _body(symbol, text) == seen.get("body")]
    if not equal:
        return None
    start = number(seen, "start") or 0
    symbol = min(equal, key=lambda one: (-_common_end(one.name, name), abs(one.start - start), one.start))
    telling = len(without_name(_loose(symbol, text), symbol.name)) >= _TELLING_LETTERS
    in_place = len(equal) == 1 and abs(symbol.start - start) <= 1
    if not telling and not in_place and _common_end(symbol.name, name) <= 1:
        return None
    if path == reference.name and is_broken(path, text) and _is_only_outside(symbol, name, text, seen):
        return UNCHANGED
    now = Reference("symbol", path, symbol.name)
    return Verdict("moved", f"{name} was renamed to {symbol.name}", now=write(now))


def _common_end(one: str, other: str) -> int:
    """Return how many parts two qualified names have in common, counted from the end."""
    pairs = zip(reversed(one.split(".")), reversed(other.split(".")), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _is_only_outside(symbol: Symbol, name: str, text: str, seen: Seen) -> bool:
    """Tell whether only what surrounds a definition is read in another way: its lines are what they were."""
    wider = symbol.name.endswith(f".{name}") or name.endswith(f".{symbol.name}")
    return wider and digest_of(_lines(symbol, text)) == seen.get("digest")


def _elsewhere(
    name: str, reference: Reference, looked_at: str, seen: Seen, checkout: Checkout
) -> Verdict | None:
    """Look for a definition of the same last name in the files that gained something."""
    short, commit = name.rpartition(".")[2], word(seen, "commit")
    cited = _cited(seen, whole_before(seen, checkout))
    similar: list[tuple[float, str, Symbol]] = []
    for path in sorted(
        moving.gaining(commit, checkout), key=lambda one: moving.distance(one, reference.name)
    ):
        text = checkout.read(path) if path != looked_at else None
        if text is None or short not in text:
            continue
        before = moving.text_before(path, commit, checkout)
        had = {symbol.name for symbol in outlined(path, before).symbols} if before else set()
        for symbol in sorted(checkout.outline(path).symbols, key=lambda one: (one.name != name, one.start)):
            if symbol.name in had or symbol.name.rpartition(".")[2] != short:
                continue
            if _is_same(symbol, text, seen):
                return moved_to(Reference("symbol", path, symbol.name))
            similar.append((likeness(cited, _lines(symbol, text)), path, symbol))
    alike = [one for one in similar if one[0] >= _ALIKE]
    if not alike:
        return None
    _, path, symbol = max(alike, key=lambda one: one[0])
    return _changed(reference, symbol, path, seen, checkout)


def _changed(reference: Reference, symbol: Symbol, path: str, seen: Seen, checkout: Checkout) -> Verdict:
    now = Reference("symbol", path, symbol.name)
    where = f" in {path}" if path != reference.name else ""
    cited = _cited(seen, whole_before(seen, checkout))
    diff = diff_of(
        cited,
        _lines(symbol, checkout.read(path) or ""),
        names=(reference.name, path),
        at=(number(seen, "start") or 1, symbol.start),
    )
    detail = f"{symbol.name} has changed{where}"
    return Verdict("changed", detail, now=write(now) if where else None, diff=diff if cited else None)


def _siblings(path: str, name: str, seen: Seen, before: str | None) -> set[str]:
    """Return what else went by the same name in the old file: overloads, the setter of a property."""
    if before is None:
        return set()
    same = [symbol for symbol in outlined(path, before).symbols if symbol.name == name]
    return {_loose(symbol, before) for symbol in same if symbol.start != number(seen, "start")}


def _stands(text: str, before: str, seen: Seen) -> bool:
    """Tell whether the lines of a definition at the margin are as they were, and what is next to them too.

    Reading what a file defines takes longer, and what is at the margin is in no other definition.
    """
    lines, start, stop = lines_of(before), number(seen, "start") or 1, number(seen, "stop") or 0
    if not start <= stop <= len(lines) or lines[start - 1][:1].isspace():
        return False
    while start > 1 and not lines[start - 2].strip():
        start -= 1
    while stop < len(lines) and not lines[stop : stop + 1][0].strip():
        stop += 1
    around = lines[max(0, start - 2) : stop + 1]
    whole = "\n".join(around)
    at_start, at_end = start == 1, stop >= len(lines)
    padded = f"\n{text.rstrip()}\n" if at_end else f"\n{text}"
    found = padded.find(f"\n{whole.rstrip()}\n" if at_end else f"\n{whole}\n")
    return found == 0 if at_start else found > 0 and (not at_end or padded.endswith(f"\n{whole.rstrip()}\n"))


def _cited(seen: Seen, before: str | None) -> tuple[str, ...]:
    start, stop = number(seen, "start"), number(seen, "stop")
    if before is not None and start and stop:
        return lines_of(before)[start - 1 : stop]
    excerpt = word(seen, "excerpt") or ""
    return lines_of(excerpt) if len(excerpt) < EXCERPT_CHARACTERS else ()


def _is_same(symbol: Symbol, text: str, seen: Seen) -> bool:
    return named(_loose(symbol, text)) == seen.get("loose")


def _lines(symbol: Symbol, text: str) -> tuple[str, ...]:
    return reading_of(text).lines[symbol.start - 1 : symbol.stop]


def _loose(symbol: Symbol, text: str) -> str:
    return joined(reading_of(text).pieces[symbol.start - 1 : symbol.stop])


def _body(symbol: Symbol, text: str) -> str:
    return named(without_name(_loose(symbol, text), symbol.name))


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
            return see_definition(reference, checkout)
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
            return verify_definition(reference, seen, checkout)
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
    for position, (reference, seen) in enumerate(anchors):
        if reference.kind in _IN_FILES:
            blob = blob_of(reference.name)
            if blob is not None and blob == seen.get("blob"):
                verdicts[position] = UNCHANGED
                continue
        left.append((reference.name, position))
    # The texts of a file that changed are compared once, if its anchors are looked at one after the other.
    left.sort()
    olds = (anchors[position][1].get("blob") for _, position in left)
    checkout.recall(blob for blob in olds if isinstance(blob, str))
    for _, position in left:
        verdicts[position] = verify(*anchors[position], checkout)
    return [verdict or UNCHANGED for verdict in verdicts]


def _knowing(kind: ReferenceKind) -> _Knowing | None:
    try:
        return cast("_Knowing", import_module(_ELSEWHERE[kind]))
    except ModuleNotFoundError:
        return None
