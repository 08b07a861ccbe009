"""Which versions does a text claim? `Rails 8`, `django>=4.2`, `pnpm@9`, said plainly of the present.

Plans, history, negation and ranges of support are no claims. A text without a digit costs nothing, and no
file is looked at before something looks like a name with a version.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from phantasm.workspace.anchors.model import Reference
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.manifests.catalogue import Catalogue, catalogue
from phantasm.workspace.manifests.claims import claimed
from phantasm.workspace.manifests.model import IMAGE, Dependency
from phantasm.workspace.manifests.names import KNOWN, endings_of, spoken, subjects
from phantasm.workspace.manifests.weighing import weigh
from phantasm.workspace.manifests.wording import is_about_us, is_present, is_stated, sentences

MOST = 8
"""Claims of one text; more is a list of versions, not a statement."""
_MOST_CANDIDATES = 40
LONGEST_TEXT = 20_000
"""Characters that are looked at; a statement is shorter, and a longer text is a document."""
_LONGEST_NAME_WORDS = 3
"""Words: `Ruby on Rails`, `Django REST framework`."""

_WRITTEN = {"net": "dotnet"}
"""Known names that are no good reference by themselves."""

_VERSION = r"\d+(?:\.(?:\d+|[xX*]))*(?:-?(?:alpha|beta|rc|preview)[.\d]*|[abc]\d+)?"
_DIGIT = re.compile(r"\d")
_FIRST = re.compile(r"\d{1,6}")
_FAR = 3
"""Times the first number of the version that is there; a claim beyond it counts something else."""
# `name 8`, `name v8.1`, `name is pinned to 8.1`, `name version 8`, `name 8 or later`
_PLAIN = re.compile(
    r"(?<![\w@/:#+-])(?P<name>[@.]?[A-Za-z][\w.@/:#+-]*)[`*]*"
    r"(?P<link>(?:\s+(?:is|are))?(?:\s+(?:at|on|pinned\s+(?:to|at)|locked\s+(?:to|at)))?(?:,?\s+version)?:?)"
    rf"\s+[`*]*v?(?P<version>{_VERSION})[`*]*"
    r"(?P<after>\s?\+|\s+LTS\b|\s+\(?(?:or|and)\s+(?:later|newer|higher|above|up)\b)?"
    r"(?!-?\w|\.\d)"
)
# `name@8.1`, `name==8.1`, `name>=4.2,<5`, `name ~> 7.1`
_MARKED = re.compile(
    r"(?<![\w./:@-])(?P<name>@?[A-Za-z][\w.-]*(?:/[\w.-]+)*(?::[\w.-]+)?)(?:\[[\w,-]+\])?`?\s*"
    rf"(?P<claim>@[\^~]?v?{_VERSION}"
    rf"|(?:===?|>=|<=|~=|~>|\^|~|>|<)\s*v?{_VERSION}(?:\s*,\s*(?:[<>]=?|!=)\s*v?{_VERSION})*)"
)
# Words after which even a name in small letters with a number alone is one: "we use django 4".
_USING = re.compile(
    r"\b(?:uses?|using|with|on|requires?|needs?|runs?|pins?|via|targets?)\s+[`*_]*$", re.IGNORECASE
)
_AT_LEAST = re.compile(r"\b(?:at\s+least|minimum)\s+[`*_]*$", re.IGNORECASE)
_RANGED = re.compile(r"\s*(?:to|through|-|–|and|or|/|,|,\s*and)\s*v?\d")  # noqa: RUF001
_NOT_COUNTED = (
    "is has uses was needs requires ships runs works does serves handles powers answers renders stores"
    " backs drives provides gives comes keeps holds as across plus this its apps services apis features"
    " and or with but for in on at to which that it the a an"
)
# A number alone that counts something: "Redis 3 nodes", "retry 5 times", "cache 10 MB".
_COUNTED = re.compile(
    rf"\s+(?!(?:{_NOT_COUNTED.replace(' ', '|')})\b)(?:[a-z]+\s+)?[a-z]{{2,}}s\b"
    r"|\s*(?:%|ms\b|s\b|x\b|[KMG]i?B\b)|\s+(?:day|hour|minute|second|time)\b"
)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """What a sentence seems to claim."""

    names: list[str]
    """What it may be about, longer names first."""
    claim: str
    marked: bool
    """Whether it is written so that a package must be meant: `django>=4.2`, "uses django 4"."""
    ours: bool
    """Whether the sentence is about this project, so that it counts even where it is wrong."""


def mentioned(text: str, checkout: Checkout) -> list[Reference]:
    """Return the claims of a text about dependencies and tools that this checkout has."""
    text = text[:LONGEST_TEXT]
    if not _DIGIT.search(text):
        return []
    found: dict[Reference, None] = {}
    for count, candidate in enumerate(_candidates(text, checkout)):
        if count >= _MOST_CANDIDATES or len(found) >= MOST:
            break
        known = catalogue(checkout)
        resolved = (_resolved(name, candidate, known) for name in candidate.names)
        reference = next((one for one in resolved if one), None)
        if reference:
            found.setdefault(reference)
    return list(found)


def _candidates(text: str, checkout: Checkout) -> Iterator[_Candidate]:
    """Give what sentences of the present claim, as far as it can be about anything that is there."""
    for sentence in sentences(text):
        if not _DIGIT.search(sentence):
            continue
        marks = any(sign in sentence for sign in "@=<>~^")
        marked_ones = list(_MARKED.finditer(sentence)) if marks else []
        plain_ones = list(_PLAIN.finditer(sentence))
        if not marked_ones and not plain_ones:
            continue
        if not checkout.knows(_endings) and not is_present(sentence):
            continue
        # Most numbers stand behind a word that no manifest knows: only the others are worth a closer look.
        known = checkout.once(_endings)
        marked_ones = [found for found in marked_ones if not endings_of(found["name"]).isdisjoint(known)]
        plain_ones = [found for found in plain_ones if not endings_of(found["name"]).isdisjoint(known)]
        if not (marked_ones or plain_ones) or not is_present(sentence):
            continue
        for found in marked_ones:
            if is_stated(sentence[: found.start()]):
                yield _Candidate(
                    [found["name"]], found["claim"].removeprefix("@").strip(), marked=True, ours=True
                )
        for found in plain_ones:
            before = sentence[: found.start()]
            whole = found["after"] is None and "." not in found["version"]
            counted = whole and _COUNTED.match(sentence, found.end())
            if counted or _RANGED.match(sentence, found.end()):
                continue
            marked = bool(found["link"].strip() or _USING.search(before))
            names = _names(before, found["name"])
            yield _Candidate(names, _claim(before, found), marked, marked or is_about_us(sentence))


def _endings(checkout: Checkout) -> frozenset[str]:
    """Return the last words of all names under which something in this checkout may be spoken of."""
    known = catalogue(checkout)
    called = [said for said, keys in KNOWN.items() if any(key in known for key in keys)]
    return frozenset(
        ending for name in (*called, *(folded for _, folded in known)) for ending in endings_of(name)
    )


def _names(before: str, last: str) -> list[str]:
    """Return the names that end with a word, longer ones first, without those that are not stated."""
    words = list(re.finditer(r"\S+", before))[-(_LONGEST_NAME_WORDS - 1) :]
    starts = [*(word.start() for word in words), len(before)]
    stated = [start for start in starts if is_stated(before[:start])]
    return [f"{before[start:]}{last}".lstrip("`*_\"'(") for start in stated]


def _claim(before: str, found: re.Match[str]) -> str:
    later = (found["after"] or "LTS").strip() != "LTS"
    return f">={found['version']}" if later or _AT_LEAST.search(before) else found["version"]


def _resolved(name: str, candidate: _Candidate, known: Catalogue) -> Reference | None:
    """Return the reference of a claim; None where the name means nothing here, or several things."""
    plain = name.rstrip(".:,")
    meant = subjects(plain, "", known)
    claim = candidate.claim
    ranges = claimed(claim)
    if len(meant) != 1 or ranges is None:
        return None
    said = spoken(plain)
    # "click 2" may be an instruction: a number alone counts only after a name that is written as one.
    if not (candidate.marked or not claim.isdigit() or not plain.islower() or said in KNOWN):
        return None
    statements = [statement for key in meant[0] for statement in known[key]]
    if weigh(ranges, statements).judgement == "wrong" and not (
        candidate.ours and _is_near(claim, statements)
    ):
        return None
    ecosystem, folded = meant[0][0]
    if len(KNOWN.get(said, ())) > 1:
        return Reference("dependency", _WRITTEN.get(said, said), claim)
    if ecosystem == IMAGE:
        return Reference("dependency", folded, claim)
    return Reference("dependency", known[ecosystem, folded][0].name, claim, ecosystem=ecosystem)


def _is_near(claim: str, statements: list[Dependency]) -> bool:
    """Tell whether a number alone may be a version of it at all: `AES 256` is none of a library at 0.8."""
    if not claim.isdigit():
        return True
    firsts = [int(number) for one in statements for number in _FIRST.findall(one.says)[:1]]
    return any(int(claim) <= _FAR * (first + 1) for first in firsts)
