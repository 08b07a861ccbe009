"""Which things does a session speak of: names, packages, services, errors, versions? Pure."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from phantasm.session.episodes.error_lines import error_lines
from phantasm.session.episodes.lines import without_elements
from phantasm.session.episodes.steps import Step
from phantasm.session.model import Turn

MOST_ENTITIES: Final = 20
"""How many things an episode names, the most frequent."""

MOST_TEXT: Final = 2_000
"""How much of a turn is looked at, in characters: what a turn is about stands near its beginning."""

_MOST_HELD: Final = 16_384
"""How many words are held as names or none: more than the words of a project."""

_LEAST, _MOST = 3, 60
"""How long a name is, in characters."""

_TOKEN: Final = re.compile(r"[A-Za-z][\w.+-]*(?:(?:@|==|>=|~=|\^)\d[\w.]*)?")
_NAME: Final = re.compile(
    r"(?:[A-Z][a-z0-9]+){2,}|[a-z]{2,}(?:[A-Z][a-z0-9]+)+"  # CamelCase
    r"|[A-Za-z][a-z0-9]+(?:_[a-z0-9]+)+|[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+"  # snake_case
    r"|[a-z][a-z0-9]*(?:-[a-z0-9]+)*-(?:service|api|server|worker|db|gateway|proxy|client|queue|svc)"
    r"|[A-Za-z][\w.+-]*(?:@|==|>=|~=|\^)\d[\w.]*"  # with a version
    r"|(?!L\d)[A-Z]{1,4}\d{3,5}|E(?:NO|ACC|EX|CONN|ADDR|PERM|TIME|PIPE|BUSY|IS|INT|LOOP|RES)[A-Z]{0,9}"
)
"""What a word is made like that names a thing; each beginning is different, so that none is tried twice."""

_MARKED: Final = re.compile(r"`([^`\n]{3,60})`")
_VERSION: Final = re.compile(r"\b[A-Za-z][\w+-]{1,30} v?\d+\.\d+(?:\.\d+)?\b")
_KINDS: Final = ("service", "server", "database", "container", "package", "library", "endpoint")
_KIND: Final = re.compile(rf"\b([a-z][a-z0-9-]{{2,30}}) (?:{'|'.join(_KINDS)})\b")
_DIGITS: Final = re.compile(r"\d\.\d")
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
    looked = without_elements(text[:MOST_TEXT])
    found = {name for token in _TOKEN.findall(looked) if (name := _name(token))}
    if "`" in looked:
        found.update(name.removesuffix("()") for name in _MARKED.findall(looked) if _QUOTED_NAME.match(name))
    if _DIGITS.search(looked):
        found.update(_VERSION.findall(looked))
    if any(kind in looked for kind in _KINDS):
        found.update(_KIND.findall(looked))
    return {name for name in found if _is_telling(name)}


@lru_cache(maxsize=_MOST_HELD)
def _name(token: str) -> str:
    """Return the name that a word is, without the stop behind it; empty where it is a plain word."""
    word = token.rstrip(".+-")
    return word if _NAME.fullmatch(word) or (_NAME.fullmatch(word.split(".")[0]) and "." in word) else ""


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
