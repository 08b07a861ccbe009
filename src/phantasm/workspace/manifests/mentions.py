"""Which versions does a text claim? `Rails 8`, `django>=4.2`, `pnpm@9`, said plainly of the present.

Plans, history, negation and ranges of support are no claims. A text without a digit costs nothing, and no
file is looked at before something looks like a name with a version.
"""

import re
from collections.abc import Iterator

from phantasm.workspace.anchors.model import Reference
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.manifests.catalogue import Catalogue, catalogue
from phantasm.workspace.manifests.claims import claimed
from phantasm.workspace.manifests.model import IMAGE
from phantasm.workspace.manifests.names import KNOWN, spoken, subjects
from phantasm.workspace.manifests.wording import is_stated, present_sentences

MOST = 8
"""Claims of one text; more is a list of versions, not a statement."""
_MOST_CANDIDATES = 40
LONGEST_TEXT = 20_000
"""Characters that are looked at; a statement is shorter, and a longer text is a document."""
_LONGEST_NAME_WORDS = 3
"""Words: `Ruby on Rails`, `Django REST framework`."""

_WRITTEN = {"net": "dotnet"}
"""Known names that are no good reference by themselves."""

_VERSION = r"\d+(?:\.(?:\d+|[xX*]))*(?:-?(?:alpha|beta|rc|preview)[.\d]*)?"
_DIGIT = re.compile(r"\d")
# `name 8`, `name v8.1`, `name is pinned to 8.1`, `name version 8`, `name 8 or later`
_PLAIN = re.compile(
    r"(?<![\w@/:#+-])(?P<name>[@.]?[A-Za-z][\w.@/:#+-]*)[`*]*"
    r"(?P<link>(?:\s+(?:is|are))?(?:\s+(?:at|on|pinned\s+(?:to|at)|locked\s+(?:to|at)))?(?:,?\s+version)?)"
    rf"\s+[`*]*v?(?P<version>{_VERSION})[`*]*"
    r"(?P<after>\s?\+|\s+LTS\b|\s+(?:or|and)\s+(?:later|newer|higher|above|up)\b)?"
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
_RANGED = re.compile(r"\s*(?:to|through|-|–|and|or|/)\s*v?\d")  # noqa: RUF001
_VERBS = (
    "is has uses was needs requires ships runs works does as across plus this its apps services apis features"
)
# A number alone that counts something: "Redis 3 nodes", "retry 5 times", "cache 10 MB".
_COUNTED = re.compile(
    rf"\s+(?!(?:{_VERBS.replace(' ', '|')})\b)(?:[a-z]+\s+)?[a-z]{{2,}}s\b|\s*(?:%|ms\b|s\b|x\b|[KMG]i?B\b)"
    r"|\s+(?:day|hour|minute|second|time)\b"
)


def mentioned(text: str, checkout: Checkout) -> list[Reference]:
    """Return the claims of a text about dependencies and tools that this checkout has."""
    text = text[:LONGEST_TEXT]
    if not _DIGIT.search(text):
        return []
    found: dict[Reference, None] = {}
    known: Catalogue | None = None
    for count, (names, claim, marked) in enumerate(_candidates(text)):
        if count >= _MOST_CANDIDATES or len(found) >= MOST:
            break
        known = catalogue(checkout) if known is None else known
        for name in names:
            reference = _resolved(name, claim, known, marked=marked)
            if reference:
                found.setdefault(reference)
                break
    return list(found)


def _candidates(text: str) -> Iterator[tuple[list[str], str, bool]]:
    """Give what sentences of the present claim: the names it may be about, longer ones first, and what."""
    for sentence in present_sentences(text):
        if not _DIGIT.search(sentence):
            continue
        for found in _MARKED.finditer(sentence):
            if is_stated(sentence[: found.start()]):
                yield [found["name"]], found["claim"].removeprefix("@").strip(), True
        for found in _PLAIN.finditer(sentence):
            whole = found["after"] is None and "." not in found["version"]
            if (whole and _COUNTED.match(sentence, found.end())) or _RANGED.match(sentence, found.end()):
                continue
            names = _names(sentence[: found.start()], found["name"])
            if names:
                before = sentence[: found.start()]
                yield names, _claim(before, found), bool(found["link"].strip() or _USING.search(before))


def _names(before: str, last: str) -> list[str]:
    """Return the names that end with a word, longer ones first, without those that are not stated."""
    words = list(re.finditer(r"\S+", before))[-(_LONGEST_NAME_WORDS - 1) :]
    starts = [*(word.start() for word in words), len(before)]
    stated = [start for start in starts if is_stated(before[:start])]
    return [f"{before[start:]}{last}".lstrip("`*_\"'(") for start in stated]


def _claim(before: str, found: re.Match[str]) -> str:
    later = (found["after"] or "LTS").strip() != "LTS"
    return f">={found['version']}" if later or _AT_LEAST.search(before) else found["version"]


def _resolved(name: str, claim: str, known: Catalogue, *, marked: bool) -> Reference | None:
    """Return the reference of a claim; None where the name means nothing here, or several things."""
    plain = name.rstrip(".:,")
    meant = subjects(plain, "", known)
    if len(meant) != 1 or claimed(claim) is None:
        return None
    said = spoken(plain)
    # "click 2" may be an instruction: a number alone counts only after a name that is written as one.
    if not (marked or not claim.isdigit() or not plain.islower() or said in KNOWN):
        return None
    ecosystem, folded = meant[0][0]
    if len(KNOWN.get(said, ())) > 1:
        return Reference("dependency", _WRITTEN.get(said, said), claim)
    if ecosystem == IMAGE:
        return Reference("dependency", folded, claim)
    return Reference("dependency", known[ecosystem, folded][0].name, claim, ecosystem=ecosystem)
