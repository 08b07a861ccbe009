"""What does somebody claim about a version? `8`, `8.x`, `>=4.2`, `~> 7.1`, `4.2 LTS`, `3.9 to 3.12`. Pure."""

import re

from phantasm.workspace.manifests.versions import (
    ANY,
    Ranges,
    at_least,
    at_most,
    beginning,
    both,
    compared,
    parse,
    starred,
    without,
)

_LONGEST = 80
"""Characters; a claim about a version is shorter."""
_NOISE = re.compile(r"\b(?:lts|stable|ga|release|version|and|series|line)\b|,", re.IGNORECASE)
_OR_LATER = re.compile(
    r"\s*(?:\+|or\s+(?:later|newer|higher|above|greater|up)|(?:and\s+)?(?:up|above|newer|later))$",
    re.IGNORECASE,
)
_AT_LEAST = re.compile(r"^(?:at\s+least|minimum|min\.?)\s+", re.IGNORECASE)
_SPAN = re.compile(r"v?(\d[\w.]*)\s*(?:-|–|—|\.\.+|\bto\b|\bthrough\b)\s*v?(\d[\w.]*)", re.IGNORECASE)  # noqa: RUF001
_TERM = re.compile(r"(?:(===|~=|==|!=|>=|<=|=>|=<|~>|≥|≤|\^|~|>|<|=)\s*)?(v?\d[\w.*+-]*|\*)", re.IGNORECASE)


def claimed(text: str) -> Ranges | None:
    """Return the versions for which a claim would be true; None for what is no claim about a version."""
    claim = text.strip()
    if not claim or len(claim) > _LONGEST:
        return None
    span = _SPAN.fullmatch(claim)
    if span is not None:
        return _between(span[1], span[2])
    later_too = _OR_LATER.search(claim) or _AT_LEAST.search(claim)
    claim = _NOISE.sub(" ", _AT_LEAST.sub("", _OR_LATER.sub("", claim))).strip()
    terms = list(_TERM.finditer(claim))
    if not terms or _TERM.sub("", claim).strip():
        return None
    if later_too:
        version = parse(terms[0][2])
        return None if version is None or len(terms) > 1 else at_least(version)
    ranges = ANY
    for term in terms:
        one = _term(term[1] or "", term[2])
        if one is None:
            return None
        ranges = both(ranges, one)
    return ranges or None


def is_constraint(text: str) -> bool:
    """Tell whether a claim is about the constraint (`>=4.2`) and not about the version."""
    return text.strip()[:1] in set("<>=~^!≥≤")


def _between(low: str, high: str) -> Ranges | None:
    first, last = parse(low), parse(high)
    if first is None or last is None:
        return None
    return both(at_least(first), both(ANY, ((at_most(last)[0][0], beginning(last, early=True)[-1][1]),)))


def _term(operator: str, text: str) -> Ranges | None:
    many = starred(text, early=True)
    if many is not None:
        return without(ANY, many) if operator == "!=" else many
    version = parse(text)
    if version is None:
        return None
    if operator == "!=":
        return without(ANY, beginning(version, early=True))
    return (
        beginning(version, early=True) if operator in {"", "=", "==", "==="} else compared(operator, version)
    )
