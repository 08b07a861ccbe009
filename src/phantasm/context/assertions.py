"""Does a compiled context say what it must, and nothing that it must not? Pure.

Texts are compared without regard to case and white space, with the context as it was rendered and with each
of its lines as memory has them: a `<` that a format escapes is still a `<`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, StringConstraints

from phantasm.context.model import Match
from phantasm.context.near_lines import around, compare, folded, nearest
from phantasm.contracts.model import Line, Model
from phantasm.state.comparison import SegmentView

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
