"""Candidates, and whole contexts that are made of them, for questions that need no store."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from phantasm.context.compiler import Compiled, Material, Order, TooSmall, compile_context
from phantasm.context.model import Asked, Candidate, Chosen, Match, Standing
from phantasm.context.profiles import PROFILES, FormatName, ModelName
from phantasm.context.render import Handles, Style
from phantasm.context.sections import SECTIONS

TODAY = "2026-11-01"
FORMATS: tuple[FormatName, ...] = ("xml", "markdown", "json", "text")
MODELS: tuple[ModelName, ...] = tuple(PROFILES)
STABLE_KINDS = (*SECTIONS["identity"].kinds, *SECTIONS["rules"].kinds)
OTHER_KINDS = tuple(kind for one in SECTIONS.values() if not one.is_stable for kind in one.kinds)


def count(text: str) -> int:
    """Count words, signs and ends of lines; what lines have adds up."""
    return len(re.findall(r"\w+|[^\w\s]|\n", text))


def coarsely(text: str) -> int:
    """Count so that lines together are less than each by itself, as some vocabularies do."""
    return len(text) // 4 + 1


def record(name: str, text: str, kind: str = "fact", **fields: Any) -> Candidate:
    """Return a record; what belongs to its standing is told from its name."""
    known = {field: fields.pop(field) for field in Standing._fields if field in fields}
    usual = {"valid_from": "2026-01-01T00:00:00.000000Z", "recorded_at": "2026-01-01T00:00:00.000000Z"}
    return Candidate(
        id=name,
        handle=f"{name:0>8}"[-8:],
        tier="record",
        kind=kind,
        text=text,
        at="2026-01-01T00:00:00.000000Z",
        origin=fields.pop("origin", "user"),
        lineage=name,
        standing=Standing(**(usual | known)),
        **fields,
    )


def quote(name: str, text: str, at: str = "2026-03-04T05:06:07.000000Z", **fields: Any) -> Candidate:
    """Return a piece of evidence."""
    return Candidate(
        id=f"ev_{name}",
        handle=f"{name:0>8}"[-8:],
        tier="evidence",
        kind="evidence",
        text=text,
        at=at,
        origin=fields.pop("origin", "user"),
        **fields,
    )


def chosen(candidate: Candidate, section: str, *spans: tuple[int, int]) -> Chosen:
    """Return a line that says some of a candidate, or all of it."""
    return Chosen(candidate, section, spans or ((0, len(candidate.text)),))


def style(
    form: FormatName = "xml",
    model: ModelName = "claude",
    handles: Handles = "all",
    counter: Callable[[str], int] = count,
) -> Style:
    """Return a way to write."""
    return Style(form, PROFILES[model].order, handles, counter)


def order(budget: int = 100_000, characters: int | None = None, **fields: Any) -> Order:
    """Return what is wanted."""
    return Order(**({"budget": budget, "characters": characters, "today": TODAY, "salt": "5a17"} | fields))


def made(material: Material, wanted: Order | None = None, how: Style | None = None) -> Compiled:
    """Return a context that has room."""
    found = compile_context(material, wanted or order(), how or style())
    assert isinstance(found, Compiled), found
    return found


def refused(material: Material, wanted: Order, how: Style | None = None) -> TooSmall:
    """Return why there is no context."""
    found = compile_context(material, wanted, how or style())
    assert isinstance(found, TooSmall), "it fits"
    return found


def text_of(context: Compiled) -> str:
    """Return a context as it is handed over."""
    return "".join(line.text for line in context.lines)


def said(context: Compiled) -> dict[str, Chosen]:
    """Return what is said, by id."""
    return {line.chosen.candidate.id: line.chosen for line in context.lines if line.chosen}


def shown(context: Compiled) -> list[str]:
    """Return the ids of what is said, in the order of the lines."""
    return [line.chosen.candidate.id for line in context.lines if line.chosen]


@dataclass(frozen=True, slots=True)
class Request:
    """A generated material and how it is to be written."""

    material: Material
    style: Style
    limits: dict[str, int]


_WORDS = (
    "the port of a cache is 8400 8500 not moved behind proxy server every invoice, deploy! Why? run".split()
)
_SENTENCE = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=14).map(" ".join)
_TEXT = st.one_of(_SENTENCE, st.lists(_SENTENCE, min_size=2, max_size=9).map(". ".join))
_DAYS = st.sampled_from(["2026-03-04T05:06:07.000000Z", "2026-03-05T00:00:00.000000Z"])


@st.composite
def _records(draw: st.DrawFn, prefix: str, kinds: Sequence[str], most: int) -> list[Candidate]:
    texts = draw(st.lists(_TEXT, max_size=most))
    return [
        record(
            f"{prefix}{place}",
            text,
            draw(st.sampled_from(kinds)),
            rank=place,
            trusted=prefix == "rule" or draw(st.booleans()),
            origin=draw(st.sampled_from(["user", "web"])),
        )
        for place, text in enumerate(texts)
    ]


def _disputed(candidates: list[Candidate], pairs: int) -> list[Candidate]:
    """Let the first ones contradict each other, two by two."""
    names = [one.id for one in candidates]
    return [
        one._replace(standing=one.standing._replace(marks=("in_conflict",), opposed=(names[place ^ 1],)))
        if place < 2 * pairs and place ^ 1 < len(names)
        else one
        for place, one in enumerate(candidates)
    ]


@st.composite
def requests(draw: st.DrawFn, *, most: int = 7) -> Request:
    """Draw what was gathered, and how it is to be handed over."""
    rules = _disputed(draw(_records("rule", STABLE_KINDS, most)), draw(st.integers(0, 1)))
    held = _disputed(draw(_records("rec", OTHER_KINDS, most)), draw(st.integers(0, 2)))
    seen = [
        quote(str(place), text, draw(_DAYS), trusted=draw(st.booleans()))
        for place, text in enumerate(draw(st.lists(_TEXT, max_size=most)))
    ]
    again = [one._replace(reason="answers") for one in rules if draw(st.booleans())]
    task = draw(st.permutations([*held, *seen, *again]))
    ranked = [one._replace(rank=place, score=1 / (place + 1)) for place, one in enumerate(task)]
    matches: list[Match] = ["strong_match", "weak_match", "no_match", "standing"]
    weights = draw(st.dictionaries(st.sampled_from(_WORDS), st.floats(0.1, 9), max_size=4))
    limits = draw(st.sampled_from([{}, {"facts": 2, "procedures": 1}]))
    return Request(
        Material(rules, ranked, Asked(weights), draw(st.sampled_from(matches))),
        style(
            draw(st.sampled_from(FORMATS)),
            draw(st.sampled_from(MODELS)),
            draw(st.sampled_from(["all", "records", "none"])),
            draw(st.sampled_from([count, coarsely])),
        ),
        limits,
    )
