"""Does a compiled context say what it must, and nothing that it must not? Pure.

Texts are compared without regard to case and white space, with the context as it was rendered and with each
of its lines as memory has them: a `<` that a format escapes is still a `<`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Annotated

from pydantic import Field, StringConstraints

from phantasm.context.model import Match
from phantasm.context.sentences import sentences
from phantasm.contracts.model import Line, Model
from phantasm.retrieval.tokens import FUNCTION_WORDS, tokens
from phantasm.state.comparison import SegmentView

# Words, blanks and marks each on their own, so that joining the segments gives both texts back.
_PIECE = re.compile(r"\s|\w+|[^\w\s]")
# A line with less than half of a text's telling words is about something else; by eye, and only for showing.
_NEAR_SHARE = 0.5
# Words of a line that are shown before and after what it is shown for.
_WORDS_AROUND = 8
# Comparing takes the product of both lengths at worst; as many words as state.comparison compares.
_MOST_PIECES = 1_000


@dataclass(frozen=True, slots=True)
class Near:
    """A stretch of a context, the text that it comes nearest to, and the name of the memory behind it."""

    phrase: str
    text: str
    name: str | None


def folded(text: str) -> str:
    """Return a text without regard to case and white space."""
    return " ".join(text.casefold().split())


def nearest(phrases: Sequence[str], lines: Sequence[tuple[str, str | None]]) -> Near | None:
    """Return the stretch of named lines that shares most words with one of some texts; the first one wins."""
    best: tuple[float, int] | None = None
    found: Near | None = None
    for phrase in phrases:
        wanted = _counted(phrase)
        size = len(_sentences(phrase))
        for text, name in lines:
            for stretch in _stretches(text, size):
                words = _counted(stretch)
                shared = (wanted & words).total()
                share = shared / (wanted.total() or 1)
                worth = (round(share, 6), shared - words.total())
                if share >= _NEAR_SHARE and (best is None or worth > best):
                    best, found = worth, Near(phrase, stretch, name)
    return found


def compare(expected: str, found: str) -> list[SegmentView]:
    """Return two texts word by word: `old` is only in the expected one, `new` only in the found one."""
    before, after = (_PIECE.findall(_spaced(text))[:_MOST_PIECES] for text in (expected, found))
    matcher = SequenceMatcher(
        None, [piece.casefold() for piece in before], [piece.casefold() for piece in after], autojunk=False
    )
    segments: list[SegmentView] = []
    for tag, first, last, other_first, other_last in matcher.get_opcodes():
        if tag == "equal":
            segments.append(SegmentView(side="same", text="".join(after[other_first:other_last])))
            continue
        if last > first:
            segments.append(SegmentView(side="old", text="".join(before[first:last])))
        if other_last > other_first:
            segments.append(SegmentView(side="new", text="".join(after[other_first:other_last])))
    return segments


def around(phrase: str, text: str) -> str:
    """Return a text's words around a phrase that it holds, with marks where it was cut."""
    spaced = _spaced(text)
    start = max(0, spaced.casefold().find(folded(phrase)))
    stop = min(len(spaced), start + len(_spaced(phrase)))
    before, after = spaced[:start].split(" "), spaced[stop:].split(" ")
    if len(before) > _WORDS_AROUND:
        before = ["…", *before[-_WORDS_AROUND:]]
    if len(after) > _WORDS_AROUND:
        after = [*after[:_WORDS_AROUND], "…"]
    return " ".join(before) + spaced[start:stop] + " ".join(after)


def _stretches(text: str, size: int) -> Iterator[str]:
    """Yield each run of so many sentences; the whole text where it has fewer."""
    parts = _sentences(text)
    for start in range(max(1, len(parts) - size + 1)):
        yield " ".join(parts[start : start + size])


def _sentences(text: str) -> list[str]:
    return [_spaced(text[start:stop]) for start, stop in sentences(text)]


def _counted(text: str) -> Counter[str]:
    """Return the telling words of a text, inflections taken together; all of them where none is telling."""
    words = Counter(tokens(text))
    return Counter({word: count for word, count in words.items() if word not in FUNCTION_WORDS}) or words


def _spaced(text: str) -> str:
    return " ".join(text.split())


# As long as a question may be; what is longer is a document and not a phrase.
Phrase = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=10_000)]


class Expectation(Model):
    """What must hold for a context; what is left out is not asked for."""

    includes: list[Phrase] = Field(default=[], description="Every one of these texts is there")
    includes_any: list[Phrase] = Field(default=[], description="At least one of these texts is there")
    excludes: list[Phrase] = Field(default=[], description="None of these texts is there")
    includes_records: list[Line] = Field(
        default=[], description="Every one of these is excerpted, by subject key, handle or id"
    )
    excludes_records: list[Line] = Field(default=[], description="None of these is excerpted")
    within_tokens: Annotated[int, Field(ge=0)] | None = Field(
        default=None, description="The whole context has at most so many tokens"
    )
    match: Match | None = Field(default=None, description="How well the context answers the query")

    def says_nothing(self) -> bool:
        """Tell whether any context would do."""
        return not any(getattr(self, name) not in (None, []) for name in Expectation.model_fields)


@dataclass(frozen=True, slots=True)
class Shown:
    """A line of a context that comes from memory."""

    id: str
    text: str
    handle: str | None = None
    also: tuple[str, ...] = ()
    """What was merged into it."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something that came near and was left out, and why."""

    id: str
    reason: str
    detail: str


@dataclass(frozen=True, slots=True)
class Compiled:
    """What was compiled, as far as an assertion can be about it."""

    text: str
    match: str
    tokens: int
    lines: tuple[Shown, ...] = ()
    omitted: tuple[LeftOut, ...] = ()


class Unmet(Model):
    """One thing that does not hold, with the line that shows it."""

    rule: str = Field(description="The key of the check that does not hold")
    expected: str
    message: str = Field(description="What was found instead")
    line: str | None = Field(default=None, description="The line that offends, or the nearest one")
    handle: str | None = Field(default=None, description="The handle or id of the memory behind that line")
    segments: list[SegmentView] = Field(
        default=[], description="The expected text (old) against the nearest line (new), word by word"
    )


def unmet(wanted: Expectation, context: Compiled, named: Mapping[str, frozenset[str]]) -> list[Unmet]:
    """Return what does not hold; `named` has the ids that each subject key or handle stands for."""
    return [
        *_missing_texts(wanted, context),
        *_offending_texts(wanted, context),
        *_missing_records(wanted, context, named),
        *_offending_records(wanted, context, named),
        *_figures(wanted, context),
    ]


def _missing_texts(wanted: Expectation, context: Compiled) -> Iterator[Unmet]:
    for phrase in wanted.includes:
        if not _says(context, phrase):
            yield _without("includes", (phrase,), context)
    phrases = wanted.includes_any
    if phrases and not any(_says(context, phrase) for phrase in phrases):
        yield _without("includes_any", phrases, context)


def _without(rule: str, phrases: Sequence[str], context: Compiled) -> Unmet:
    """Return that none of some texts is there, with the line that comes nearest to one of them."""
    expected = " or ".join(f'"{phrase}"' for phrase in phrases)
    found = nearest(phrases, [(one.text, _name(one)) for one in context.lines] or [(context.text, None)])
    if found is None:
        return Unmet(rule=rule, expected=expected, message="nothing in the context comes near it")
    return Unmet(
        rule=rule,
        expected=expected,
        message="is not in the context",
        line=found.text,
        handle=found.name,
        segments=compare(found.phrase, found.text),
    )


def _offending_texts(wanted: Expectation, context: Compiled) -> Iterator[Unmet]:
    for phrase in wanted.excludes:
        if not _says(context, phrase):
            continue
        words = folded(phrase)
        behind = [one for one in context.lines if words in folded(one.text)]
        more = f", in {len(behind)} lines" if len(behind) > 1 else ""
        yield Unmet(
            rule="excludes",
            expected=f'"{phrase}"',
            message=f"is in the context{more}",
            line=around(phrase, behind[0].text if behind else context.text),
            handle=_name(behind[0]) if behind else None,
        )


def _missing_records(
    wanted: Expectation, context: Compiled, named: Mapping[str, frozenset[str]]
) -> Iterator[Unmet]:
    for name in wanted.includes_records:
        ids = named.get(name, frozenset())
        if not _behind(context, ids):
            yield Unmet(rule="includes_records", expected=name, message=_absence(context, ids))


def _absence(context: Compiled, ids: frozenset[str]) -> str:
    if not ids:
        return "nothing here has that subject key, handle or id"
    for one in context.omitted:
        if one.id in ids:
            return f"was left out, {one.reason.replace('_', ' ')}: {one.detail}"
    return "is not in the context and came nowhere near"


def _offending_records(
    wanted: Expectation, context: Compiled, named: Mapping[str, frozenset[str]]
) -> Iterator[Unmet]:
    for name in wanted.excludes_records:
        for one in _behind(context, named.get(name, frozenset())):
            merged = "" if one.id in named[name] else ", merged into this line"
            yield Unmet(
                rule="excludes_records",
                expected=name,
                message=f"is in the context{merged}",
                line=one.text,
                handle=_name(one),
            )


def _figures(wanted: Expectation, context: Compiled) -> Iterator[Unmet]:
    if wanted.within_tokens is not None and context.tokens > wanted.within_tokens:
        expected = f"at most {wanted.within_tokens}"
        yield Unmet(rule="within_tokens", expected=expected, message=f"it has {context.tokens}")
    if wanted.match is not None and context.match != wanted.match:
        yield Unmet(rule="match", expected=wanted.match, message=f"it is {context.match}")


def _says(context: Compiled, phrase: str) -> bool:
    words = folded(phrase)
    return words in folded(context.text) or any(words in folded(one.text) for one in context.lines)


def _behind(context: Compiled, ids: frozenset[str]) -> list[Shown]:
    """Return the lines in which one of some records is, also where it was merged into another one."""
    return [one for one in context.lines if one.id in ids or not ids.isdisjoint(one.also)]


def _name(one: Shown) -> str:
    return one.handle or one.id
