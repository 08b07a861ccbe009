"""Dictionaries: what a word means, how it is used, and what else it could be called."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from training.corpus.debian import read_text
from training.corpus.english_paraphrase import asked_meaning, substituted, word_for
from training.corpus.pair import Pair
from training.corpus.sentences import lead_and_rest, paragraphs, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

_KINDS = {"n": "noun", "v": "verb", "a": "adjective", "s": "adjective", "r": "adverb"}
_QUOTED = re.compile(r'"([^"]+)"')
_MARKER = re.compile(r"\((?:a|p|ip)\)$")
_TAXON = re.compile(r"^(?:genus|family|order|class|suborder|superfamily) |^(?:a|any) .*\bgenus\b|type genus")
_MOST_NAMES = 4
_TRIVIAL = {"someone", "somebody", "person", "especially", "particularly", "usually", "normally"}
"""Words of so many definitions that exchanging them would be most of the paraphrases."""
_SENSES = 3


@dataclass(frozen=True)
class Synset:
    """Words that mean the same, the meaning, and sentences that use them."""

    kind: str
    names: tuple[str, ...]
    meaning: str
    examples: tuple[str, ...]


def synset(line: str) -> Synset | None:
    """A line of WordNet's data files (wndb(5WN)); none for the licence at the top and for taxonomy."""
    data, _, gloss = line.partition(" | ")
    fields = data.split()
    if line.startswith(" ") or not gloss:
        return None
    count = int(fields[3], 16)
    names = tuple(_MARKER.sub("", name.replace("_", " ")) for name in fields[4 : 4 + 2 * count : 2])
    meaning = gloss.split('"', 1)[0].strip().rstrip(";:, ")
    if not meaning or _TAXON.search(names[0]) or _TAXON.search(meaning):
        return None
    return Synset(_KINDS[fields[2]], names, meaning, tuple(_QUOTED.findall(gloss)))


def synsets(folder: Path) -> list[Synset]:
    """All of WordNet, in file order."""
    files = [folder / f"data.{kind}" for kind in ("noun", "verb", "adj", "adv")]
    found = (synset(line) for path in files for line in read_text(path).splitlines())
    return [entry for entry in found if entry]


def exchangeable(entries: Iterable[Synset]) -> dict[str, str]:
    """Words with one meaning only, and another word for it: safe to put in the other's place anywhere."""
    senses: dict[str, int] = {}
    listed = list(entries)
    for entry in listed:
        for name in entry.names:
            senses[name] = senses.get(name, 0) + 1
    swaps: dict[str, str] = {}
    for entry in listed:
        single = [name for name in entry.names if name.isalpha() and name.islower() and senses[name] == 1]
        if entry.kind != "verb" and len(single) > 1 and single[0] not in _TRIVIAL:
            swaps[single[0]] = single[1]
            swaps[single[1]] = single[0]
    return swaps


def wordnet_pairs(entry: Synset, swaps: Mapping[str, str]) -> Iterator[Pair]:
    """Every view of one synset."""
    title = ", ".join(entry.names[:_MOST_NAMES])
    yield Pair("gloss", f"{title} ({entry.kind})", entry.meaning)
    for example in entry.examples:
        yield Pair("example", f"{entry.names[0]}: {entry.meaning}", example)
        for other in entry.names[1:]:
            changed = re.sub(rf"\b{re.escape(entry.names[0])}\b", other, example)
            if changed != example:
                yield Pair("paraphrase", changed, example)
                break
    if entry.examples:
        yield Pair("paraphrase", word_for(entry.meaning), f"{title}, as in: {entry.examples[0]}")
        yield Pair("paraphrase", asked_meaning(entry.names[-1]), f"{entry.meaning}; {entry.examples[-1]}")
    changed = substituted(entry.meaning, swaps)
    if changed != entry.meaning:
        yield Pair("paraphrase", changed, entry.meaning)


_HEAD = re.compile(r"^([A-Z][\w' -]*?) \\[^\\]*\\,? *(n|a|adv|v\. t|v\. i|v)\b")
_TAGS = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]")
_SENSE = re.compile(r"^\s*(?:\d+|\([a-z]\))\.?\s+")
_FIELD = re.compile(r"\([A-Z][\w.& ]*\.\)\s*")
_CITED = re.compile(r"\s*--\s*[A-Z][\w.' ]*\.?(?:\s*\([\w. ]+\)\.?)?\s*$")
_OLD = re.compile(r"\[(?:Obs|Archaic|R\.|Prov|Scot)|\bObs\.|WordNet|Same as|\?")
_USE = re.compile(r"[;,:] as,? ")
_SEE = re.compile(r"\s*(?:--\s*)?\b(?:See(?: also)?|Cf\.|Compare|Called also|Opposed to)\b[^.]*\.")
_DEEP = 9
_PARTS = {"n": "noun", "a": "adjective", "adv": "adverb"}


def gcide_senses(body: str) -> Iterator[str]:
    """An entry's modern senses; quotations (set deeper), notes and what is obsolete are left out."""
    for block in re.split(r"\n\s*\n", body):
        lines = block.splitlines()
        if not lines or len(lines[0]) - len(lines[0].lstrip()) >= _DEEP or _OLD.search(block):
            continue
        text = _TAGS.sub("", " ".join(" ".join(lines).split())).replace("{", "").replace("}", "")
        text = _SEE.sub("", _FIELD.sub("", _SENSE.sub("", text.strip())))
        text = _CITED.sub("", re.split(r' -- |(?<=\.) ?"', text, maxsplit=1)[0])
        text = text.replace('"', "").strip(" ;,")
        if text and not text.startswith(("Note:", "Syn:")) and text[0].isupper():
            yield text


def gcide_pairs(text: str) -> Iterator[Pair]:
    """Headword and part of speech with each sense; the sense with its own example of use."""
    for entry in re.split(r"\n(?=\S)", text):
        first, _, body = entry.partition("\n")
        found = _HEAD.match(first)
        if not found:
            continue
        if "[" in entry and "]" not in first:
            body = re.sub(r"^[^\]]*\]", "", body, count=1) if "[" in first else body
        word, kind = found[1].lower(), _PARTS.get(found[2], "verb")
        for sense in list(gcide_senses(body))[:_SENSES]:
            meaning, *use = _USE.split(sense, maxsplit=1)
            yield Pair("gloss", f"{word} ({kind})", meaning)
            if use:
                yield Pair("example", f"{word}: {meaning}", use[0].rstrip("."))
                yield Pair(
                    "paraphrase", word_for(meaning[0].lower() + meaning[1:]), f"{word}, as in: {use[0]}"
                )


_CROSS = re.compile(
    r"[{}]|\s*\[\{?(?:Jargon File|common|very common|techspeak)\}?\]|^\s*<[^>]*>\s*|\s*\(\d{4}-\d\d-\d\d\)"
    r"|(?<=\s)/[^/\s]+/(?: or /[^/\s]+/)?,?\s"
    r"|^\s*\d\. (?:(?:n|v|adj|adv|vt|vi|interj)\.\s)?(?:\[[^\]]*\]\s)?",
    re.MULTILINE,
)
_PRONOUNCED = re.compile(r"^[ /].{0,60}\b(?:n|v|adj|adv|interj|vt|vi|prov|pref|suff)\.\s*$", re.MULTILINE)
"""The line under a headword that says how it is spoken and what part of speech it is."""


def dictd_entries(text: str) -> Iterator[tuple[str, list[str]]]:
    """Headword and paragraphs of the dictionaries set with headwords at the margin."""
    for entry in re.split(r"\n\n(?=[^\s])", text):
        first, _, body = entry.partition("\n")
        if first.startswith("00-"):
            continue
        yield first.strip(), paragraphs(_CROSS.sub("", _PRONOUNCED.sub("", body)))


def term_pairs(text: str) -> Iterator[Pair]:
    """FOLDOC and the jargon file: a term of the trade, asked for by name, and by what it begins to say."""
    for head, parts in dictd_entries(text):
        told = [part for part in parts if not part.startswith(("[", "("))]
        for number, part in enumerate(told[:_SENSES]):
            yield Pair("gloss", f"{head} (computing)" if number else asked_meaning(head), part)
            for lead, rest in lead_and_rest(part):
                yield Pair("gloss", lead if head.lower() in lead.lower() else f"{head}: {lead}", rest)


def acronym_pairs(text: str) -> Iterator[Pair]:
    """VERA: an acronym and what it stands for."""
    for head, long in re.findall(r"^(\S+)\n\s+(\S[^\n]+)$", text, re.MULTILINE):
        plain = re.sub(r"\s*\([^)]*\)\s*", " ", long).strip()
        if words(plain) > 1:
            yield Pair("gloss", asked_meaning(head), f"{head} stands for {long}")


def devil_pairs(text: str) -> Iterator[Pair]:
    """The Devil's Dictionary: definitions in running prose."""
    entry = re.compile(r"^([A-Z]{3,}), (n|v|adj)\.\S*\s+((?:.+\n)+)", re.MULTILINE)
    for word, kind, meaning in entry.findall(text):
        yield Pair("gloss", f"{word.lower()} ({_KINDS.get(kind, 'adjective')})", " ".join(meaning.split()))
