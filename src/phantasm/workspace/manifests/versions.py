"""Does a version claim hold? Versions are ordered, and claims and constraints are ranges of them. Pure.

Every range is half open, so that "later than", "up to" and "any 8.x" are all the same kind of thing.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Judgement = Literal["holds", "wrong", "open"]
Key = tuple[tuple[int, ...], int, tuple[str, ...], int]
"""The numbers, before (-1) or at (0) the release, which of the early ones, and right after it (1)."""
Range = tuple[Key, Key]
Ranges = tuple[Range, ...]

_PARTS = 6
"""More numbers than this no version scheme compares: .NET has four, dates have three."""
_FULL_PARTS = 3
_EARLIEST = -1
_NUMBERS = re.compile(r"[vV=]?\s*(\d{1,12}(?:\.\d{1,12})*)(.*)", re.DOTALL)
_EARLY = re.compile(
    r"[-._]?(?:a|b|c|rc|cr|m|alpha|beta|pre|preview|dev|milestone|snapshot|canary|next|nightly|experimental)"
    r"(?![a-z])[-._]?(\d*)(.*)",
    re.IGNORECASE | re.DOTALL,
)
_STARRED = re.compile(r"[vV=]?\s*(\d+(?:\.\d+)*)?\.?[xX*](?:\.[xX*])*")
_WORD_OR_NUMBER = re.compile(r"\d{1,12}|[a-z]+", re.IGNORECASE)

LOWEST: Key = ((-1,) * _PARTS, 0, (), 0)
HIGHEST: Key = ((10**13,) * _PARTS, 0, (), 0)
ANY: Ranges = ((LOWEST, HIGHEST),)


@dataclass(frozen=True, slots=True)
class Version:
    """A version, taken apart."""

    numbers: tuple[int, ...]
    early: tuple[str, ...] | None = None
    """What marks it as earlier than the release of these numbers; None for a release."""

    @property
    def key(self) -> Key:
        """Where it stands among the others."""
        padded = (*self.numbers, *(0,) * _PARTS)[:_PARTS]
        return (padded, 0, (), 0) if self.early is None else (padded, _EARLIEST, self.early, 0)


def parse(text: str, *, strict: bool = False) -> Version | None:
    """Take a version apart; None for what is none. Strict: whatever follows a hyphen marks an early one."""
    found = _NUMBERS.fullmatch(text.strip())
    if found is None:
        return None
    numbers = tuple(int(part) for part in found[1].split("."))
    rest = found[2].partition("+")[0]
    early = _EARLY.fullmatch(rest)
    if early is None and not (strict and rest.startswith("-") and len(rest) > 1):
        return Version(numbers)
    # A number sorts before a word, as in semantic versions; a word never meets a number in one place.
    words = [
        f"{int(word):012d}" if word.isdigit() else word.lower() for word in _WORD_OR_NUMBER.findall(rest)
    ]
    return Version(numbers, tuple(words))


def exactly(version: Version) -> Ranges:
    """Return the range of one version."""
    return ((version.key, _after(version.key)),)


def beginning(version: Version, *, early: bool = False) -> Ranges:
    """Return the range of all versions that begin with the numbers given: 8 is every 8.x.

    Early: whether 8.0.0-rc1 is one of them. It is when somebody says "8", not when a constraint does.
    """
    if version.early is not None:
        return exactly(version)
    low = floor(version.numbers) if early and len(version.numbers) < _FULL_PARTS else version.key
    return ((low, floor(bumped(version.numbers, len(version.numbers) - 1))),)


def at_least(version: Version) -> Ranges:
    """Return the range from a version on."""
    return ((version.key, HIGHEST),)


def later(version: Version) -> Ranges:
    """Return the range of what is later than a version."""
    return ((_after(version.key), HIGHEST),)


def at_most(version: Version) -> Ranges:
    """Return the range up to a version, itself included."""
    return ((LOWEST, _after(version.key)),)


def earlier(version: Version) -> Ranges:
    """Return the range of what is earlier; the early ones of the version itself are not meant."""
    return ((LOWEST, floor(version.numbers) if version.early is None else version.key),)


def up_to(low: Version, numbers: tuple[int, ...]) -> Ranges:
    """Return the range from a version to before other numbers."""
    return ((low.key, floor(numbers)),)


def caret(version: Version) -> Ranges:
    """Return what `^` allows: the first number that is not zero stays."""
    numbers = version.numbers
    place = next((place for place, number in enumerate(numbers) if number), len(numbers) - 1)
    return up_to(version, bumped(numbers, place))


def tilde(version: Version) -> Ranges:
    """Return what `~` allows: the second number stays, or the first where it stands alone."""
    return up_to(version, bumped(version.numbers, min(1, len(version.numbers) - 1)))


def last_may_grow(version: Version) -> Ranges:
    """Return what `~>` and `~=` allow: all but the last number given stay."""
    return up_to(version, bumped(version.numbers, max(0, len(version.numbers) - 2)))


def starred(text: str, *, early: bool = False) -> Ranges | None:
    """Return the range of `8.x`, `8.*` and `*`; None for what has no star."""
    found = _STARRED.fullmatch(text.strip())
    if found is None:
        return None
    if not found[1]:
        return ANY
    return beginning(Version(tuple(int(part) for part in found[1].split("."))), early=early)


def both(one: Ranges, other: Ranges) -> Ranges:
    """Return what lies in both."""
    met = [(max(a[0], b[0]), min(a[1], b[1])) for a in one for b in other]
    return tuple(sorted(span for span in met if span[0] < span[1]))


def without(one: Ranges, other: Ranges) -> Ranges:
    """Return what lies in the one but not in the other."""
    left = one
    for low, high in other:
        left = both(left, ((LOWEST, low), (high, HIGHEST)))
    return left


def judge(claim: Ranges, said: Ranges) -> Judgement:
    """Tell whether a claim follows from what is said, is excluded by it, or neither."""
    if not both(claim, said):
        return "wrong"
    return "open" if without(said, claim) else "holds"


def compared(operator: str, version: Version) -> Ranges | None:
    """Return what an operator and a version allow; None for an operator that nobody knows."""
    read = _OPERATORS.get(operator)
    return None if read is None else read(version)


def bumped(numbers: tuple[int, ...], place: int) -> tuple[int, ...]:
    """Return the numbers with the one at a place raised and the rest dropped."""
    return (*numbers[:place], numbers[place] + 1)


def floor(numbers: tuple[int, ...]) -> Key:
    """Return the place before everything of these numbers, the early ones included."""
    return ((*numbers, *(0,) * _PARTS)[:_PARTS], _EARLIEST, (), 0)


def _full(version: Version) -> Version:
    """Return a version with at least three numbers, so that what begins with it is that release alone."""
    return Version((*version.numbers, 0, 0)[: max(_FULL_PARTS, len(version.numbers))], version.early)


def _after(key: Key) -> Key:
    return (*key[:3], 1)


_OPERATORS: dict[str, Callable[[Version], Ranges]] = {
    ">=": at_least,
    "=>": at_least,
    "≥": at_least,
    ">": later,
    "<=": at_most,
    "=<": at_most,
    "≤": at_most,
    "<": earlier,
    "!=": lambda version: without(ANY, beginning(_full(version))),
    "^": caret,
    "~>": last_may_grow,
    "~=": last_may_grow,
    "~": tilde,
}
