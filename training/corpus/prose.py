"""How does the prose around code become what a searcher would write?"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from training.corpus.pair import clean

if TYPE_CHECKING:
    from collections.abc import Sequence

SHORTEST = 4
"""Words of a docstring worth learning from; shorter ones repeat the name."""

MOST_ASKED = 60
"""Words of what is asked with."""

MOST_FOUND = 200
"""Words of what is found."""

_QUERY_WORDS = range(3, 13)
"""Words of a web query; longer sentences are no longer how people search."""

_ROLE = re.compile(r":[a-zA-Z:+-]+:`([^`<]*?)\s*(?:<[^`]*>)?`")
_LINK = re.compile(r"!?\[([^\]\[]*)\]\([^)]*\)|`([^`<]+?)\s*<[^`>]*>`_+")
_TICKS = re.compile(r"`+_*|\*\*|(?<=\s)[~!](?=[a-z])|\\(?=[*_`])")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_SENTENCE = re.compile(r"(?<!e\.g\.)(?<!i\.e\.)(?<!etc\.)(?<=[.!?])\s+(?=[A-Z(])")
_SECTION = re.compile(
    r"^\s*(:\w+[^:\n]*:|@\w+|\.\. |>>>|```|[-=~]{3,}|"
    r"#*\s*(Args?|Arguments|Parameters?|Params|Returns?|Raises|Yields?|Examples?|"
    r"Usage|Notes?|References|See Also|Attributes|Keyword Args|Inputs?|Outputs?)\s*:?\s*$)",
    re.IGNORECASE | re.MULTILINE,
)
_TRIVIAL = re.compile(
    r"^(see |refer to|inherited|overrid|overload|todo|fixme|deprecated|alias|backport|same as|"
    r"initiali[sz]e self|constructor|helper|docstring|\w+ ?\(.*\) *(->|$)|\W)|base class|"
    r"parent class|super ?class|docs? ?string|https?://|auto-?generated",
    re.IGNORECASE,
)
_LEGAL = re.compile(
    r"copyright|licen[sc]ed? (under|agreement)|all rights reserved|without warrant|permission is hereby|"
    r"redistributions? (of|in) |SPDX-",
    re.IGNORECASE,
)
_ARTICLES = re.compile(r"\b(a|an|the|this|given|specified|provided)\s+", re.IGNORECASE)
_IDLE = re.compile(
    r"^(this |the )?((class ?|static)?method|function|helper|routine|property|decorator)( which| that| to)? ",
    re.IGNORECASE,
)
_VERBS = frozenset(
    """add apply assert attach build calculate call cancel change check clear close collect combine compare
    compile compute configure connect construct convert copy count create decode decorate decrypt
    define delete deserialize detect determine disable display download draw emit enable encode
    encrypt ensure estimate evaluate execute expand export extract fetch fill filter find fit
    flatten format generate get group handle hash identify import insert install iterate join launch
    list load locate log lookup make map match merge modify move normalize open override pad parse
    perform plot pop post prepare print process produce provide publish push put query raise read
    receive record reduce register remove rename render replace request reset resize resolve
    retrieve return reverse rotate run sample save scale search select send serialize set show sort
    split start stop store strip submit subtract sum test tokenize transform translate truncate try
    update upload validate verify wait wrap write yield""".split()
)
_FORMS = (
    "{}",
    "{}",
    "{}",
    "python {}",
    "python {}",
    "{} python",
    "{} in python",
    "python how to {}",
    "how to {} in python",
    "how to {}",
)
_NOUN_FORMS = 7
"""The first forms, which fit a phrase without a verb too."""


def draw(*parts: str) -> int:
    """A number that depends on the text only: every choice is the same in every run, whatever ran before."""
    digest = hashlib.blake2b("\0".join(parts).encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def split_words(name: str) -> str:
    """An identifier as words: `HTTPServer.read_line` becomes `http server read line`."""
    return " ".join(word.lower() for word in _CAMEL.findall(name))


def unmarked(text: str) -> str:
    """Prose without roles, links and emphasis, each line kept."""
    text = _LINK.sub(lambda link: link[1] or link[2] or "", _ROLE.sub(r"\1", text))
    return _TICKS.sub("", text)


def fitted(text: str, most: int) -> str:
    """Cleaned text cut after so many words."""
    text = clean(text)
    words = list(re.finditer(r"\S+", text))
    return text if len(words) <= most else text[: words[most - 1].end()]


def paragraphs(docstring: str) -> str:
    """What a docstring says before it lists parameters, examples and the like, as one text."""
    section = _SECTION.search(docstring)
    told = docstring[: section.start()] if section else docstring
    parts = [" ".join(part.split()) for part in re.split(r"\n\s*\n", unmarked(told))]
    return "\n".join(part for part in parts if part)


def summary(docstring: str) -> str:
    """The first sentence, with the second where the first is very short; nothing when it is trivial."""
    told = paragraphs(docstring).split("\n", 1)[0]
    sentences = _SENTENCE.split(told)
    text = sentences[0]
    if len(text.split()) <= SHORTEST and len(sentences) > 1:
        text = f"{text} {sentences[1]}"
    return text if telling(text) else ""


def telling(text: str) -> bool:
    """Whether text is English prose that says something of its own."""
    words = text.split()
    if len(words) < SHORTEST or _TRIVIAL.search(text):
        return False
    letters = sum(char.isascii() and (char.isalpha() or char.isspace()) for char in text)
    return letters > 0.85 * len(text)


def legal(text: str) -> bool:
    """Whether text speaks of rights: every file says the same, and nobody looks for it."""
    return _LEGAL.search(text) is not None


def query(sentence: str) -> str:
    """A sentence as a web query, or nothing when it is too long to be one."""
    text = _SENTENCE.split(sentence)[0].rstrip(".!?: ")
    text = _ARTICLES.sub("", _IDLE.sub("", text) + " ").strip()
    words = re.sub(r"[^\w\s./+#'-]+", " ", text).lower().split()
    if not words:
        return ""
    chosen = draw("query", sentence)
    first = base_form(words[0])
    if first in _VERBS:
        words[0] = "get" if first == "return" and chosen % 2 else first
        form = _FORMS[chosen // 2 % len(_FORMS)]
    else:
        form = _FORMS[chosen // 2 % _NOUN_FORMS]
    return form.format(" ".join(words)) if len(words) in _QUERY_WORDS else ""


def base_form(verb: str) -> str:
    """The infinitive behind a third person, where it is one we know: `returns` becomes `return`."""
    candidates: Sequence[str] = (
        verb,
        verb.removesuffix("s"),
        verb.removesuffix("es"),
        f"{verb.removesuffix('ies')}y",
    )
    return next((candidate for candidate in candidates if candidate in _VERBS), verb)
