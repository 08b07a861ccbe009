"""Which parts of the commands stay, which change from session to session, and which change together? Pure.

The values of one argument over the sessions are compared: what is the same everywhere stays, what differs is
a variable. A value is taken apart at its joints (`/ : @ = ,` and spaces) where all values have the same
joints, and freed of the beginning and end that all share. Variables with the same values in the same sessions
are one parameter, in whichever steps they stand.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

CONSTANT_SHARE = 0.9
"""The share of sessions with one value from which an argument is constant: one slip in ten does not count."""
REGULAR_SHARE = 0.75
"""The share of values with the same joints, or made of the same parameters, from which all are read so; the
others came in with something else in the same session."""
LEAST_FOR_SLIPS = 8
"""Values from which one that occurs once is told from a choice that is rarely made."""
SAME_SHARE = 0.9
"""The share of common sessions in which two variables must agree to be one."""
LEAST_COMMON = 2
"""Sessions that two variables must have in common to be compared."""

_JOINTS = (" ", "/", "::", ":", "@", "=", ",")
# Parts between these belong together unless one of them is used on its own elsewhere: a path, a message.
_LOOSE = frozenset({" ", "/", "::"})
_EDGE = re.compile(r"[\s/:@=,._+^~#-]")

Values = dict[int, str]
"""What an argument was, by session."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A part that differs, and what it was."""

    values: tuple[tuple[int, str], ...]

    @property
    def by_session(self) -> Values:
        """The values by session."""
        return dict(self.values)


Template = tuple[str | Variable, ...]
"""Constant text and variables, in order."""


def template(values: Values) -> Template:
    """Take the values of one argument apart into what stays and what changes."""
    usual, count = Counter(values.values()).most_common(1)[0] if values else ("", 0)
    top = min((value for value, times in Counter(values.values()).items() if times == count), default=usual)
    if count >= CONSTANT_SHARE * len(values) or _is_slipped(values, count):
        return (top,)
    for joint in _JOINTS:
        counts = Counter(value.count(joint) for value in values.values())
        joints, regular = min(counts.items(), key=lambda one: (-one[1], one[0]))
        if joints and regular >= REGULAR_SHARE * len(values):
            parts = [
                (place, value.split(joint)) for place, value in values.items() if value.count(joint) == joints
            ]
            columns = [template({place: part[at] for place, part in parts}) for at in range(joints + 1)]
            joined = [
                piece for at, column in enumerate(columns) for piece in (*((joint,) if at else ()), *column)
            ]
            return _flat(joined)
    return _trimmed(values)


def whole_where_loose(pieces: Template, shared: Sequence[Variable]) -> Template:
    """Join variables of a path or a message that are never used on their own."""
    found = list(pieces)
    place = 0
    while place + 2 < len(found):
        one, joint, other = found[place : place + 3]
        if (
            isinstance(one, Variable)
            and isinstance(other, Variable)
            and joint in _LOOSE
            and not any(same(part, apart) for part in (one, other) for apart in shared)
        ):
            left, right = one.by_session, other.by_session
            both = {at: f"{left[at]}{joint}{right[at]}" for at in left if at in right}
            found[place : place + 3] = [Variable(tuple(sorted(both.items())))]
        else:
            place += 1
    return tuple(found)


def expressed(pieces: Template, others: Sequence[Variable]) -> Template:
    """Write a variable that is made of others with those: `billing.staging` where both are parameters."""
    found: list[str | Variable] = []
    for piece in pieces:
        whole = isinstance(piece, str) or any(same(piece, other) for other in others)
        found += [piece] if isinstance(piece, str) or whole else _in_terms_of(piece, others)
    return tuple(found)


def same(one: Variable, other: Variable) -> bool:
    """Whether two variables have the same values in the same sessions."""
    left, right = one.by_session, other.by_session
    common = left.keys() & right.keys()
    agreeing = sum(left[place] == right[place] for place in common)
    return len(common) >= LEAST_COMMON and agreeing >= SAME_SHARE * len(common)


def variables(pieces: Template) -> list[Variable]:
    """Return the variables of a template, in order."""
    return [piece for piece in pieces if isinstance(piece, Variable)]


def grouped(found: Sequence[Variable]) -> list[list[int]]:
    """Return which variables are one parameter, as places in the sequence, in the order of first use."""
    groups: list[list[int]] = []
    for place, variable in enumerate(found):
        for group in groups:
            if any(same(variable, found[other]) for other in group):
                group.append(place)
                break
        else:
            groups.append([place])
    return groups


def examples(found: Mapping[int, str], most: int) -> tuple[str, ...]:
    """Return the most frequent values; of equally frequent ones the first in the alphabet."""
    counts = Counter(found.values())
    return tuple(sorted(counts, key=lambda value: (-counts[value], value))[:most])


def _in_terms_of(variable: Variable, others: Sequence[Variable]) -> Sequence[str | Variable]:
    """Replace the values of other variables; the variable itself where what is left differs."""
    left = variable.by_session
    used: list[Variable] = []
    for other in others:
        values = other.by_session
        having = [
            place
            for place in left
            if len(values.get(place, "")) > 1 and _within(values[place]).search(left[place])
        ]
        if having and len(having) >= REGULAR_SHARE * len(variable.values):
            mark = f"\0{len(used)}\0"
            left = {place: _within(values[place]).sub(rf"\1{mark}", left[place]) for place in having}
            used.append(other)
    rests = Counter(left.values())
    rest, count = min(rests.items(), key=lambda one: (-one[1], one[0]))
    if not used or count < REGULAR_SHARE * len(variable.values):
        return [variable]
    parts = rest.split("\0")
    return [used[int(part)] if at % 2 else part for at, part in enumerate(parts) if part]


def _within(value: str) -> re.Pattern[str]:
    # The `v` before a version is no part of it.
    before = "(v?)" if value[:1].isdigit() else "()"
    return re.compile(rf"(?<![A-Za-z0-9\0]){before}{re.escape(value)}(?![A-Za-z0-9\0])")


def _is_slipped(values: Values, usual: int) -> bool:
    """Whether all but a few values are one, and no other occurs twice: slips, not choices."""
    others = len(values) - usual
    distinct = len(set(values.values())) - 1
    return len(values) >= LEAST_FOR_SLIPS and usual >= REGULAR_SHARE * len(values) and distinct == others


def _trimmed(values: Values) -> Template:
    """Part the beginning and the end that all values share from the middle; cut only at edges of words."""
    texts = sorted(values.values())
    begin = _shared_start(texts)
    rest = [text[len(begin) :] for text in texts]
    end = _shared_start([text[::-1] for text in rest])[::-1]
    if re.match(r"\.(?:[xX*]|\d)", end):
        # `1.x` and `2.x` are versions, whole.
        end = ""
    stop = len(end)
    middle = {place: value[len(begin) : len(value) - stop] for place, value in values.items()}
    return _flat([begin, Variable(tuple(sorted(middle.items()))), end])


def _shared_start(texts: Sequence[str]) -> str:
    shortest = min(map(len, texts))
    length = next((at for at in range(shortest) if any(text[at] != texts[0][at] for text in texts)), shortest)
    # `v1.2.3` and `v1.10.0` share `v1.`, but the version is one thing: only a leading `v` is cut off it.
    start = texts[0][:length]
    if version := re.match(r"(.*?[vV]?)\d[\d.]*$", start, re.DOTALL):
        return version[1]
    while start and not _EDGE.match(start[-1]) and not re.search(r"(?:^|[^A-Za-z])v$", start):
        start = start[:-1]
    return start


def _flat(pieces: Sequence[str | Variable]) -> Template:
    return tuple(piece for piece in pieces if piece != "")
