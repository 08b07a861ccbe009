"""Which rules could match this text, and with which patterns?

A rule is an id, the literals that call for it, and patterns. The rules come from three tables: the detector
library's (`detector_library`), our own vendor formats (`vendor_formats`) and keys known only beside their
vendor's name (`vendor_names`). Nothing is compiled before a literal of the rule was seen.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from phantasm.contracts.patterns import compiled
from phantasm.security.detector_library import ADOPTED_RULES, AdoptedRule, library_patterns
from phantasm.security.vendor_formats import VENDOR_FORMATS
from phantasm.security.vendor_names import VENDOR_NAMES


class FormatRule(NamedTuple):
    """A format of our own. `literals` are looked for in runs of key characters, as they are written."""

    id: str
    literals: tuple[str, ...]
    pattern: str


class NamedRule(NamedTuple):
    """A bare key that follows its vendor's name. Literal and pattern are both for the lowered text."""

    id: str
    literals: tuple[str, ...]
    pattern: str


# The rest of the variable's name, a closing quote, the sign of assignment, an opening quote. 18 characters
# hold `_SECRET_ACCESS_KEY`, the longest common one; more would slow text that repeats a vendor's name.
_BETWEEN_NAME_AND_KEY = r"[\w.\- ]{0,18}+[\"'`\]]{0,2}[ \t]{0,4}(?::=|=>|={1,2}|:|,)[ \t]{0,4}\\?[\"'`]?"
_END_OF_KEY = r"(?![a-z0-9_\-+/])"

FORMAT_RULES: tuple[FormatRule, ...] = tuple(
    FormatRule(id=name, literals=tuple(literals.split()), pattern=pattern)
    for name, literals, pattern in VENDOR_FORMATS
)
NAMED_RULES: tuple[NamedRule, ...] = tuple(
    NamedRule(
        id="aws-secret-key" if vendor == "aws" else f"{vendor.replace('_', '-')}-key",
        literals=(vendor,),
        pattern=rf"{vendor}(?<![a-z0-9]{vendor}){_BETWEEN_NAME_AND_KEY}({shape.lower()}){_END_OF_KEY}",
    )
    for vendor, shape in VENDOR_NAMES
)


def rules_for_runs(runs: str) -> Iterator[AdoptedRule | FormatRule]:
    """The rules one of whose literals stands in the long runs of key characters found in a text."""
    for adopted in ADOPTED_RULES:
        if any(literal in runs for literal in adopted.literals):
            yield adopted
    for rule in FORMAT_RULES:
        for literal in rule.literals:
            if literal in runs:
                yield rule
                break


def rules_for_names(lowered: str) -> Iterator[NamedRule]:
    """The rules of the vendors named in a (lowered) text."""
    for rule in NAMED_RULES:
        if rule.literals[0] in lowered:
            yield rule


def patterns_of(rule: AdoptedRule | FormatRule | NamedRule) -> tuple[re.Pattern[str], ...]:
    """The compiled patterns of a rule; compiled, or loaded from the library, on first need."""
    return library_patterns(rule) if isinstance(rule, AdoptedRule) else (compiled(rule.pattern),)
