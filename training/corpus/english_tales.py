"""Prose and talk: novels, speeches, the dialogue of Wesnoth's campaigns, fortune cookies."""

from __future__ import annotations

import re
import struct
import zlib
from itertools import pairwise
from typing import TYPE_CHECKING

from training.corpus.english_paraphrase import questions, reordered
from training.corpus.pair import Pair
from training.corpus.sentences import paragraphs, sentences, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_SHORT = 6
"""Words below which a sentence says too little to be found by."""
_OPENING = ('"', "\u201c", "'", "\u2018")
_CONTINUED = 3


def r_strings(data: bytes) -> Iterator[str]:
    """The lines of each text vector in an R data file: length-prefixed zlib streams of XDR strings."""
    while data:
        stream = zlib.decompressobj()
        raw = stream.decompress(data[4:])
        data = stream.unused_data
        yield "\n".join(_xdr_strings(raw))


def _xdr_strings(raw: bytes) -> Iterator[str]:
    """A character vector after its header: per string a flag word, a length and the bytes."""
    start = raw.find(b"UTF-8") + len(b"UTF-8")
    (count,) = struct.unpack_from(">i", raw, start + 4)
    place = start + 8
    for _ in range(count):
        (size,) = struct.unpack_from(">i", raw, place + 4)
        yield raw[place + 8 : place + 8 + max(size, 0)].decode("utf-8", "replace")
        place += 8 + max(size, 0)


def prose_pairs(text: str, verbs: Mapping[str, str]) -> Iterator[Pair]:
    """Neighbouring sentences, a line of dialogue and its answer, and what single sentences answer."""
    spoken = ""
    for paragraph in paragraphs(text.replace("_", "")):
        yield from sentence_pairs(paragraph, verbs)
        if paragraph.startswith(_OPENING):
            if spoken:
                yield Pair("prose", spoken, paragraph)
            spoken = paragraph if words(paragraph) <= 60 else ""  # noqa: PLR2004 - what a question may have
        else:
            spoken = ""


def sentence_pairs(paragraph: str, verbs: Mapping[str, str]) -> Iterator[Pair]:
    """Each sentence with those that follow it; its questions and its other order."""
    parts = [part for part in sentences(paragraph) if words(part) >= _SHORT]
    for number, part in enumerate(parts):
        if number + 1 < len(parts):
            yield Pair("prose", part, " ".join(parts[number + 1 : number + 1 + 1 + number % _CONTINUED]))
        yield from said_otherwise(part, verbs)


def said_otherwise(sentence: str, verbs: Mapping[str, str]) -> Iterator[Pair]:
    """The paraphrases and questions of one sentence."""
    turned = reordered(sentence)
    if turned:
        yield Pair("paraphrase", turned, sentence)
    for question in questions(sentence, verbs):
        yield Pair("paraphrase", question, sentence)


_MESSAGE = re.compile(
    r"speaker\s*=\s*\"?(?P<who>[\w' -]+)\"?.*?message\s*=\s*_\s*\"(?P<said>(?:[^\"]|\"\")*)\"", re.DOTALL
)
_EVENT = re.compile(r"\[event\](.*?)\[/event\]", re.DOTALL)
_TAG = re.compile(r"<[^>]*>|\^|\$[\w.|]+")
_ROLES = {"narrator", "unit", "second_unit", "second"}


def campaign_pairs(text: str) -> Iterator[Pair]:
    """Wesnoth's scenarios: within an event, what one says and what the next one answers."""
    for event in _EVENT.findall(text):
        lines: list[tuple[str, str]] = []
        for message in re.findall(r"\[message\](.*?)\[/message\]", event, re.DOTALL):
            found = _MESSAGE.search(message)
            if found:
                said = " ".join(_TAG.sub("", found["said"]).replace('""', '"').split())
                lines.append(("" if found["who"] in _ROLES else found["who"].strip() + ": ", said))
        for (who, said), (other, answer) in pairwise(lines):
            yield Pair("prose", who + said, other + answer)
    for story in re.findall(r"story\s*=\s*_\s*\"((?:[^\"]|\"\")*)\"", text):
        yield from sentence_pairs(_TAG.sub("", story).replace('""', '"'), {})


_SPEAKER = re.compile(r"^\s*--\s*(.+)$", re.MULTILINE)


def fortune_pairs(text: str) -> Iterator[Pair]:
    """Cookies: whose words they are with the words; the first sentence with the rest."""
    for cookie in re.split(r"\n%\n", text):
        said = " ".join(_SPEAKER.split(cookie)[0].split())
        if speaker := _SPEAKER.search(cookie):
            yield Pair("prose", f"what did {' '.join(speaker[1].split())} say?", said)
        parts = sentences(said)
        if len(parts) > 1:
            yield Pair("prose", parts[0], " ".join(parts[1:]))
