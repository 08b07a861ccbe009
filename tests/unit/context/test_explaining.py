"""Every line has its reasons, what came near has one, and what needs a decision is named once."""

from phantasm.context.explaining import (
    findings,
    line_views,
    omitted_views,
    prefix_view,
    section_views,
)
from phantasm.context.manifest import Measured, text_hash
from phantasm.context.model import Left
from phantasm.context.render import lines_of
from tests.unit.context.samples import chosen, quote, record, style

RULE = chosen(record("rule", "Never push.", "constraint"), "rules")
PART = chosen(quote("1", "Alice: It is 8500. And more.", offset=11, parts={"words": 0.5}), "quoted", (0, 18))
LINES = [Measured(line, len(line.text)) for line in lines_of([RULE, PART], style(), (), "5a17")]


def test_tells_how_long_the_beginning_is() -> None:
    view = prefix_view(LINES[:3])
    text = "<phantasm-memory>\n<rules>\n- Never push. [m:0000rule]\n"
    assert (view.bytes, view.characters, view.tokens) == (len(text), len(text), len(text))
    assert view.hash == text_hash(text)


def test_tells_what_each_section_takes() -> None:
    first, second = section_views(LINES)
    assert (first.name, first.title, first.lines) == ("rules", "Rules", 1)
    assert first.tokens == len("<rules>\n- Never push. [m:0000rule]\n</rules>\n")
    assert (second.name, second.lines) == ("quoted", 1)


def test_tells_why_each_line_is_there() -> None:
    rule, part = line_views(LINES, {"rule": ["ev_9"]})
    assert (rule.id, rule.evidence_ids, rule.section, rule.text) == ("rule", ["ev_9"], "rules", "Never push.")
    assert part.spans == [[11, 29]]
    assert part.parts == {"words": 0.5}
    assert part.evidence_ids == []


def test_names_the_nearest_first_and_not_the_store() -> None:
    left = [Left(quote(f"{n:03}", "x", score=n / 100), "budget", "full") for n in range(90)]
    views = omitted_views(left)
    assert len(views) == 50
    assert views[0].score == 0.89
    assert [view.score for view in views] == sorted((view.score for view in views), reverse=True)


def test_asks_for_each_decision_once() -> None:
    sides = [
        record("a", "x", marks=("in_conflict",), opposed=("b",)),
        record("b", "x", marks=("in_conflict", "doubtful"), opposed=("a",)),
    ]
    gone = [
        Left(record("c", "x"), "stale", "it expired on 1 October 2026"),
        Left(record("d", "x"), "budget", "full"),
    ]
    assert [(one.kind, one.record_ids) for one in findings(sides, gone)] == [
        ("conflict", ["a", "b"]),
        ("doubtful", ["b"]),
        ("expired", ["c"]),
    ]


def test_finds_nothing_where_nothing_is_wrong() -> None:
    assert findings([RULE.candidate, PART.candidate], []) == []
