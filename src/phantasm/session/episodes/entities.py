"""Which things does a session speak of: names, packages, services, errors, versions? Pure."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from phantasm.session.episodes.failures import error_lines
from phantasm.session.episodes.lines import without_elements
from phantasm.session.episodes.steps import Step
from phantasm.session.model import Turn

MOST_ENTITIES: Final = 20
"""How many things an episode names, the most frequent."""

MOST_TEXT: Final = 2_000
"""How much of a turn is looked at, in characters: what a turn is about stands near its beginning."""

_LEAST, _MOST = 3, 60
"""How long a name is, in characters."""

_NAMES: Final = re.compile(
    r"""`(?P<quoted>[^`\n]{3,60})`
    |(?P<error>\b(?:[A-Z][a-z0-9]+)+(?:Error|Exception|Warning)\b)
    |(?P<version>\b[A-Za-z][\w.+-]{1,30}(?:\ v?|@|==|>=|~=|\^)\d+\.\d+(?:\.\d+)?\b)
    |(?P<camel>\b[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+\b|\b[a-z]{2,}(?:[A-Z][a-z0-9]+)+\b)
    |(?P<snake>\b[A-Za-z][a-z0-9]+(?:_[a-z0-9]+)+\b|\b[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+\b)
    |(?P<service>\b[a-z][a-z0-9]*(?:-[a-z0-9]+)*-(?:service|api|server|worker|db|gateway|proxy|client|queue|svc)\b)
    |(?P<named>\b[a-z][a-z0-9-]{2,30}(?=\ (?:service|server|database|container|package|library|endpoint)\b))
    |(?P<code>\b(?!L\d)[A-Z]{1,4}\d{3,5}\b|\bE(?:NO|ACC|EX|CONN|ADDR|PERM|TIME|PIPE|BUSY|IS|INT|LOOP|RES)[A-Z]{0,9}\b)""",
    re.VERBOSE,
)
_INSTALL: Final = re.compile(
    r"\b(?:pip3?|uv|uv pip|poetry|npm|pnpm|yarn|bun|cargo|gem|brew|apt(?:-get)?|go)\s+(?:install|add|"
    r"get|i)\s+([^;&|\n]{1,200})"
)
_PACKAGE: Final = re.compile(r"^@?[A-Za-z][\w./@=<>~^\[\]-]{1,60}$")
_COMMON: Final = frozenset(
    "the this that which same new old other each every any our your their own main whole web test first "
    "second "
    "current correct right wrong local remote python node async main true false none null todo readme "
    "github gitlab "
    "javascript typescript".split()
)
_QUOTED_NAME: Final = re.compile(r"^(?:@[\w.-]+/)?[\w.:+#-]+(?:\(\))?$")
"""One name; paths are files, which an episode names elsewhere."""


def entities_in(turns: Sequence[Turn], steps: Sequence[Step]) -> tuple[str, ...]:
    """Return the things that a session speaks of, the most frequent first.

    They are counted by turns, so that one long text does not decide; ties go by name.
    """
    counts: Counter[str] = Counter()
    for turn in turns:
        if turn.role in ("user", "assistant") and turn.text:
            counts.update(names_in(turn.text))
    for step in steps:
        if step.action.command:
            counts.update(packages_in(step.action.command))
        if step.failed and step.action.command:
            counts.update(names_in("\n".join(error_lines(step.action.command, step.output))))
    ranked = sorted(counts, key=lambda name: (-counts[name], name.lower(), name))
    return tuple(_once(ranked))[:MOST_ENTITIES]


def names_in(text: str) -> set[str]:
    """Return the names in a text, each once."""
    found: set[str] = set()
    for match in _NAMES.finditer(without_elements(text[:MOST_TEXT])):
        name = match[0].strip("`").strip()
        if match.lastgroup == "quoted" and not _QUOTED_NAME.match(name):
            continue
        if _is_telling(name):
            found.add(name.removesuffix("()"))
    return found


def packages_in(command: str) -> set[str]:
    """Return the packages that a command line installs."""
    return {
        word
        for found in _INSTALL.finditer(command[:MOST_TEXT])
        for word in found[1].split()
        if _PACKAGE.match(word) and _is_telling(word)
    }


def _is_telling(name: str) -> bool:
    return _LEAST <= len(name) <= _MOST and name.lower() not in _COMMON and any(map(str.isalpha, name))


def _once(ranked: Iterable[str]) -> Iterable[str]:
    """Yield each name once, whatever its capitals."""
    seen: set[str] = set()
    for name in ranked:
        if name.lower() not in seen:
            seen.add(name.lower())
            yield name
