"""What do two changed files of one record become? A three-way merge, field by field. Pure.

Whoever went on from the other's version wins. Else each field is taken from the side that changed it. What
only keeps the books (which version, since when, how sure) is settled by a rule that gives the same result
whichever side is ours; where both say something else about the world, a person decides.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from phantasm.contracts.canonical import canonical, sorted_json
from phantasm.contracts.model import JsonObject
from phantasm.state.exchange.tracked.fields import BODY, FENCE, rendered, stands_below, text_of
from phantasm.state.exchange.tracked.page import ANCESTRY

_ABSENT = object()
_OURS, _THEIRS = "ours", "theirs"


@dataclass(frozen=True, slots=True)
class Merged:
    """The text of the merged file, and the fields that a person has to decide."""

    text: str
    conflicts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Sides:
    """What both sides say about a field."""

    ours: object
    theirs: object


def merge(base: JsonObject, ours: JsonObject, theirs: JsonObject) -> Merged:
    """Merge two sets of fields; `base` is what they have in common, empty where both are new."""
    if ours == theirs:
        return Merged(text_of(ours))
    lines = {"links": _joined(base, ours, theirs)}
    for older, newer in ((ours, theirs), (theirs, ours)):
        if _has_seen(newer, older, base):
            return Merged(text_of(_present({**newer, **lines})))
    found: dict[str, object] = {}
    for name in sorted({*ours, *theirs} - {"links", *ANCESTRY}):
        found[name] = _field(name, *(side.get(name, _ABSENT) for side in (base, ours, theirs)))
    conflicts = tuple(name for name, value in found.items() if isinstance(value, _Sides))
    settled = {name: value for name, value in found.items() if value is not _ABSENT and name not in conflicts}
    whole = _present({**settled, **lines, **_ancestry(ours, theirs)})
    if not conflicts:
        return Merged(text_of(whole))
    return Merged(_with_conflicts(whole, {name: found[name] for name in conflicts}), conflicts)


def _has_seen(newer: JsonObject, older: JsonObject, base: JsonObject) -> bool:
    """Tell whether whoever wrote one side knew the other: nothing is left to decide then.

    A file that was edited by hand still names the version it was edited from: nobody has seen that.
    """
    edited = older.get("id") == base.get("id") and older != base
    return older.get("id") != newer.get("id") and older.get("id") in _list(newer, "previous") and not edited


def _field(name: str, base: object, ours: object, theirs: object) -> object:
    if _same(ours, theirs) or _same(theirs, base):
        return ours
    if _same(ours, base):
        return theirs
    settle = _SETTLED.get(name)
    if settle is None or ours is _ABSENT or theirs is _ABSENT:
        return _Sides(ours, theirs)
    try:
        return settle(ours, theirs)
    except (TypeError, KeyError, ValueError):  # somebody has written something else by hand
        return _Sides(ours, theirs)


def _same(one: object, other: object) -> bool:
    if one is _ABSENT or other is _ABSENT:
        return one is other
    return canonical(one) == canonical(other)


def _later(ours: object, theirs: object) -> object:
    return max(str(ours), str(theirs))


def _less_sure(ours: object, theirs: object) -> object:
    return min(float(str(ours)), float(str(theirs)))


def _both(ours: object, theirs: object) -> object:
    return bool(ours or theirs)


# Nothing here is said about the world: no person could decide it better.
_SETTLED: Mapping[str, Callable[[object, object], object]] = {
    "valid_from": _later,
    "confidence": _less_sure,
    "frozen": _both,
}


def _ancestry(ours: JsonObject, theirs: JsonObject) -> JsonObject:
    """Return which version it is: the newer one, which has now seen the other."""
    older, newer = sorted((ours, theirs), key=lambda side: str(side.get("id")))
    before = [*_list(older, "previous"), *_list(newer, "previous"), older.get("id")]
    names = [name for name in dict.fromkeys(map(str, before)) if name != newer.get("id")]
    return {"id": newer.get("id"), "handle": newer.get("handle"), "previous": names}


def _joined(base: JsonObject, ours: JsonObject, theirs: JsonObject) -> list[object]:
    """Return the links that either side has, without what either has taken away; each goes there once."""
    before, mine, other = (
        {_leads_to(link): link for link in _list(side, "links")} for side in (base, ours, theirs)
    )
    kept: dict[str, object] = {}
    for key in sorted(mine.keys() | other.keys()):
        link = _field("links", *(side.get(key, _ABSENT) for side in (before, mine, other)))
        if isinstance(link, _Sides):  # both looked at what is there, and saw it differently
            link = max((link.ours, link.theirs), key=lambda one: "" if one is _ABSENT else sorted_json(one))
        if link is not _ABSENT:
            kept[key] = link
    return [kept[key] for key in sorted(kept, key=lambda key: sorted_json(kept[key]))]


def _leads_to(link: object) -> str:
    parts = link if isinstance(link, dict) else {"": link}
    return sorted_json({name: part for name, part in parts.items() if name != "seen"})


def _list(fields: JsonObject, name: str) -> list[object]:
    value = fields.get(name)
    return value if isinstance(value, list) else []


def _present(fields: Mapping[str, object]) -> JsonObject:
    return {name: value for name, value in fields.items() if value is not None and value != []}


def _with_conflicts(whole: JsonObject, sides: Mapping[str, object]) -> str:
    """Return the file with both sides of what is to be decided, as git shows a conflict."""
    parted = {name: value for name, value in sides.items() if isinstance(value, _Sides)}
    below = parted.pop(BODY, None)
    if below and not all(_stands_below(value) for value in (below.ours, below.theirs)):
        parted[BODY], below = below, None
    head = [FENCE + "\n"]
    body = whole.get(BODY)
    for name in sorted({*whole, *parted} - {BODY if isinstance(body, str) and stands_below(body) else ""}):
        side = parted.get(name)
        head.append(
            _conflict(_line(name, side.ours), _line(name, side.theirs))
            if side
            else rendered(name, whole[name])
        )
    head.append(FENCE + "\n\n")
    if below:
        return "".join([*head, _conflict(_body(below.ours), _body(below.theirs))])
    return "".join([*head, f"{body}\n" if isinstance(body, str) and stands_below(body) else ""])


def _conflict(ours: str, theirs: str) -> str:
    return f"<<<<<<< {_OURS}\n{ours}=======\n{theirs}>>>>>>> {_THEIRS}\n"


def _line(name: str, value: object) -> str:
    return "" if value is _ABSENT else rendered(name, value)


def _body(value: object) -> str:
    return "" if value is _ABSENT else f"{value}\n"


def _stands_below(value: object) -> bool:
    return value is _ABSENT or (isinstance(value, str) and stands_below(value))
