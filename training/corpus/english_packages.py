"""What Debian says about its packages: descriptions, and the changelogs of those that were fetched."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from training.corpus.pair import Pair
from training.corpus.sentences import lead_and_rest

if TYPE_CHECKING:
    from collections.abc import Iterator

_VARIANT = re.compile(
    r"\s*(?:\(.*?\)|- .*"
    r"|[,-]* *(?:development|debug|shared|static|common|header|data|documentation|runtime|doc)\b.*"
    r"|for (?:Python|Ruby|Perl) ?\d?.*)$"
)
_LIST = re.compile(r"^\s*(?:[*+-]|\d+[.)])\s+|^  ", re.MULTILINE)
_CONTENTS = re.compile(r"This (?:meta)?package (?:contains|provides|is|includes|installs|ships) .{0,200}$")
"""What a package is made of, said of thousands in the same words."""


class Described(NamedTuple):
    """A package's name, its one line and its paragraphs."""

    name: str
    short: str
    paragraphs: tuple[str, ...]


def descriptions(translation: str) -> Iterator[Described]:
    """The records of a Translation-en file; a variant of a package already seen gives nothing new."""
    seen: set[str] = set()
    for record in translation.split("\n\n"):
        name = re.search(r"^Package: (\S+)", record, re.MULTILINE)
        found = re.search(r"^Description-en: (.*)\n((?: .*\n?)*)", record, re.MULTILINE)
        if not name or not found:
            continue
        parts = [_joined(part) for part in re.split(r"^ \.\n", found[2], flags=re.MULTILINE)]
        fresh = tuple(part for part in parts if part and part not in seen and not _CONTENTS.match(part))
        seen.update(fresh)
        if fresh and fresh[0] == parts[0]:
            yield Described(name[1], found[1].strip(), fresh)


def _joined(part: str) -> str:
    """One paragraph on one line; list items become clauses."""
    text = "\n".join(line[1:] for line in part.splitlines())
    return " ".join(_LIST.sub("; ", text).replace(":\n; ", ": ").split()).replace(" ;", ";").strip("; ")


def description_pairs(package: Described) -> Iterator[Pair]:
    """The one line with the long text, the name with its paragraphs, a paragraph's start with its rest."""
    plain = _VARIANT.sub("", package.short) or package.short
    yield Pair("description", package.short, package.paragraphs[0])
    for part in package.paragraphs[1:3]:
        yield Pair("description", f"{package.name}: {plain}", part)
    for part in package.paragraphs:
        for lead, rest in lead_and_rest(part):
            yield Pair("description", lead, rest)


_ENTRY = re.compile(r"^\S+ \([^)]*\) [^\n]*\n(.*?)^ -- ", re.MULTILINE | re.DOTALL)
_CHANGE = re.compile(r"^  [*-] ", re.MULTILINE)
_CLOSES = re.compile(r"\(?\b(?:closes|LP|thanks?(?: to)?)\b:? .*$|\[[^\]]*\]", re.IGNORECASE | re.MULTILINE)
_ROUTINE = re.compile(
    r"^(?:new upstream|(?:team )?upload|non-maintainer|release|merge|rebuild|bump|refresh|trim)"
    r"|standards[- ]version|debhelper|lintian|d(?:ebian)?/(?:copyright|watch|control)|translation"
    r"|upstream metadata|symbols|maintainer|packaging update|vcs-|homepage|build-dep|compat level",
    re.IGNORECASE,
)
"""Changes every package makes, which say nothing about this one."""


def changelog_pairs(name: str, text: str) -> Iterator[Pair]:
    """One change of an entry with the others of the same entry: what was worked on together."""
    for entry in _ENTRY.findall(text):
        lines = [" ".join(_CLOSES.sub("", part).split()) for part in _CHANGE.split(entry)[1:]]
        lines = [line for line in lines if line and not _ROUTINE.search(line)]
        if len(lines) > 1:
            yield Pair("changelog", f"{name}: {lines[0]}", "\n".join(lines[1:]))
        for line in lines:
            for lead, rest in lead_and_rest(line):
                yield Pair("changelog", f"{name}: {lead}", rest)
        for first, second in pairwise(lines[1:]):
            yield Pair("changelog", f"{name}: {first}", second)
