"""A context fits, says the same whenever it is asked for, never loses by more room, and hides no side."""

import json
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phantasm.context.compiler import NOTES, Compiled, Material, TooSmall, compile_context
from phantasm.context.model import Left, Match
from phantasm.context.profiles import FormatName
from phantasm.context.render import Size
from phantasm.context.sections import SECTIONS
from tests.unit.context.samples import (
    FORMATS,
    Request,
    made,
    order,
    quote,
    record,
    refused,
    requests,
    said,
    shown,
    style,
    text_of,
)

ROOT = Path(__file__).parents[3]
law = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


def compiled(request: Request, budget: int, characters: int | None = None, **fields: bool) -> Compiled:
    wanted = order(budget, characters, limits=request.limits, **fields)
    return made(request.material, wanted, request.style)


def floors(request: Request) -> Size:
    """Return the least room that will do."""
    return refused(request.material, order(1, limits=request.limits), request.style).needed


@law
@given(request=requests(), more=st.integers(0, 400), letters=st.integers(0, 3_000))
def test_never_takes_more_than_there_is(request: Request, more: int, letters: int) -> None:
    tokens, characters = floors(request)
    context = compiled(request, tokens + more, characters + letters)
    assert sum(request.style.count(line.text) for line in context.lines) <= tokens + more
    assert len(text_of(context)) <= characters + letters


@law
@given(request=requests())
def test_names_the_smallest_room_that_works(request: Request) -> None:
    tokens, characters = floors(request)
    compiled(request, tokens, characters)
    for budget, letters in ((tokens - 1, characters), (tokens, characters - 1)):
        wanted = order(budget, letters, limits=request.limits)
        assert refused(request.material, wanted, request.style).needed == Size(tokens, characters)


def _kept(context: Compiled) -> dict[str, set[int]]:
    """Return which characters of which items are said; what was merged is there, too."""
    found: dict[str, set[int]] = {}
    for name, line in said(context).items():
        characters = {place for start, stop in line.spans for place in range(start, stop)}
        found.setdefault(name, set()).update(characters)
        found |= {other: set() for other in line.also if other not in found}
    return found


@law
@given(request=requests(), steps=st.lists(st.integers(0, 60), min_size=2, max_size=6), by=st.integers(0, 1))
def test_more_room_never_keeps_less(request: Request, steps: list[int], by: int) -> None:
    tokens, characters = floors(request)
    kept = []
    for n in range(len(steps)):
        more = sum(steps[: n + 1])
        room = (tokens + more, None) if by else (tokens + 10_000, characters + 4 * more)
        kept.append(_kept(compiled(request, *room)))
    for less, larger in pairwise(kept):
        assert less.keys() <= larger.keys()
        assert all(spans <= larger[name] for name, spans in less.items())


@law
@given(request=requests(), more=st.integers(0, 300), random=st.randoms(use_true_random=False))
def test_order_of_what_was_gathered_makes_no_difference(request: Request, more: int, random: Random) -> None:
    budget = floors(request).tokens + more
    material = request.material
    mixed = []
    for part in (list(material.stable), list(material.task)):
        random.shuffle(part)
        mixed.append(part)
    other = replace(request, material=material._replace(stable=mixed[0], task=mixed[1]))
    assert compiled(other, budget).lines == compiled(request, budget).lines


@law
@given(request=requests(), more=st.integers(0, 300))
def test_explaining_changes_nothing(request: Request, more: int) -> None:
    budget = floors(request).tokens + more
    plain, explained = compiled(request, budget), compiled(request, budget, explain=True)
    assert explained.lines == plain.lines
    assert explained.prefix == plain.prefix


@law
@given(request=requests(), more=st.integers(0, 300))
def test_says_of_everything_where_it_went(request: Request, more: int) -> None:
    context = compiled(request, floors(request).tokens + more, explain=True)
    there = _kept(context)
    left = {one.candidate.id for one in context.left}
    everything = {one.id for one in (*request.material.stable, *request.material.task)}
    assert everything <= there.keys() | left
    assert not left & said(context).keys()


@law
@given(request=requests(), more=st.integers(0, 300))
def test_both_sides_of_a_dispute_or_none(request: Request, more: int) -> None:
    context = compiled(request, floors(request).tokens + more)
    places = {name: place for place, name in enumerate(shown(context))}
    lines = [line for line in context.lines if line.chosen]
    for name, line in said(context).items():
        for other in line.candidate.standing.opposed:
            assert other in places, "the other side is missing"
            if lines[places[other]].section == line.section and not SECTIONS[line.section].is_stable:
                assert line.section == "quoted" or abs(places[other] - places[name]) == 1


@law
@given(request=requests(), more=st.integers(0, 300))
def test_every_item_is_one_line(request: Request, more: int) -> None:
    listed = shown(compiled(request, floors(request).tokens + more))
    assert len(listed) == len(set(listed))


@law
@given(request=requests(), more=st.integers(0, 300))
def test_what_may_not_instruct_is_only_quoted(request: Request, more: int) -> None:
    for line in said(compiled(request, floors(request).tokens + more)).values():
        assert line.candidate.trusted or line.section == "quoted"
        assert line.candidate.is_record or line.section == "quoted"


@law
@given(request=requests(), more=st.integers(0, 300))
def test_prefix_is_the_opening_and_what_is_stable(request: Request, more: int) -> None:
    context = compiled(request, floors(request).tokens + more)
    leading, rest = context.lines[: context.prefix], context.lines[context.prefix :]
    assert all(SECTIONS[line.section].is_stable for line in leading[1:])
    assert not any(line.section and SECTIONS[line.section].is_stable for line in rest)


@law
@given(request=requests(), more=st.integers(0, 300))
def test_json_can_be_read(request: Request, more: int) -> None:
    as_json = replace(request, style=replace(request.style, format="json"))
    context = compiled(as_json, floors(as_json).tokens + more)
    read = json.loads(text_of(context))
    lines = [line for one in read["sections"] for line in one.get("lines", []) if "text" in line]
    assert len(lines) == len(shown(context))


RULES = [
    record(f"rule{n}", f"Rule number {n} says that thing {n} is done so.", "constraint", rank=n)
    for n in range(12)
]
ANSWER = quote("1", "The answer to the question about turbines is 42.", parts={"words": 0.5})
OTHER = quote(
    "2",
    "Another task wants to hear something about invoices, which are kept for ten years.",
    parts={"words": 0.5},
)


@pytest.mark.parametrize("form", FORMATS)
def test_prefix_is_the_same_for_every_task(form: FormatName) -> None:
    """Also where rules compete with the task for room, and however well memory matches."""
    tasks = [
        Material(RULES, [ANSWER], match="strong_match"),
        Material(RULES, [OTHER], match="weak_match"),
        Material(RULES, [], match="no_match"),
        Material(RULES, [OTHER, ANSWER], match="strong_match"),
    ]
    how = style(form)
    least = max(refused(task, order(1), how).needed.tokens for task in tasks)
    for budget in range(least, least + 400, 7):
        texts = set()
        for task in tasks:
            context = made(task, order(budget), how)
            texts.add("".join(line.text for line in context.lines[: context.prefix]))
        assert len(texts) == 1, budget


def test_task_keeps_its_share_beside_many_rules() -> None:
    task = [quote(str(n), f"Answer {n} tells about the turbine of hall {n}.", rank=n) for n in range(30)]
    context = made(Material(RULES, task), order(400))
    listed = shown(context)
    assert sum(name.startswith("rule") for name in listed) >= 3
    assert sum(name.startswith("ev_") for name in listed) >= 10


def test_rules_without_room_answer_the_task_all_the_same() -> None:
    asked = RULES[11]._replace(rank=0, score=1.0, parts={"words": 1.0})
    material = Material(RULES, [asked, ANSWER])
    tight = made(material, order(refused(material, order(1)).needed.tokens + 60))
    assert said(tight)["rule11"].section == "task_rules"
    roomy = made(material, order(2_000))
    assert said(roomy)["rule11"].section == "rules"


def test_twins_stay_where_a_rule_moves_up() -> None:
    """With more room a rule stands among those that always hold; what was merged into it goes with it."""
    asked = RULES[11]._replace(rank=0, score=1.0, parts={"words": 1.0})
    twins = [asked._replace(id="twin", rank=1), quote("twin", asked.text, rank=2, parts={"words": 1.0})]
    material = Material(RULES, [asked, *twins, ANSWER._replace(rank=3)])
    least = refused(material, order(1)).needed.tokens
    kept = [_kept(made(material, order(budget))).keys() for budget in range(least, least + 500, 20)]
    assert all(less <= larger for less, larger in pairwise(kept))


@pytest.mark.parametrize("match", ["no_match", "weak_match"])
def test_says_in_one_line_how_well_memory_matches(match: Match) -> None:
    context = made(Material(RULES[:2], [ANSWER], match=match))
    note = NOTES[match]
    assert [line.text for line in context.lines if note in line.text] == [f"{note}\n"]
    assert context.lines[context.prefix].before == note, "it opens what is not stable"


def test_a_strong_match_speaks_for_itself() -> None:
    text = text_of(made(Material((), [ANSWER], match="strong_match")))
    assert not any(note in text for note in NOTES.values())


def test_what_only_matched_what_is_over_matches_nothing() -> None:
    old = record("old", "The port is 8400.", expires_at="2026-10-01T00:00:00Z")._replace(parts={"words": 0.9})
    work = record("task", "Fix the pump.", "task")
    context = made(Material((), [old, work], match="strong_match"))
    assert context.match == "no_match"
    assert NOTES["no_match"] in text_of(context)
    assert made(Material((), [ANSWER, old, work], match="strong_match")).match == "strong_match"


def test_nothing_at_all_is_an_envelope() -> None:
    context = made(Material())
    assert text_of(context) == "<phantasm-memory>\n</phantasm-memory>\n"
    assert context.prefix in {1, 2}


def test_what_does_not_count_today_is_left_out() -> None:
    old = record("old", "The port is 8400.", expires_at="2026-10-01T00:00:00.000000Z")
    past = record("past", "The port is 8300.", valid_to="2026-10-01T00:00:00.000000Z")
    to_come = record("new", "The port is 8500.", valid_from="2027-01-01T00:00:00.000000Z")
    context = made(Material((), [old, past, to_come, record("now", "The port is 8450.")]))
    assert shown(context) == ["now"]
    reasons = {one.candidate.id: one.reason for one in context.left}
    assert reasons == {"old": "stale", "past": "not_valid", "new": "not_valid"}
    then = made(Material((), [old, past]), order(as_of="2026-09-01T00:00:00.000000Z"))
    assert set(shown(then)) == {"old", "past"}, "the past is judged by the store"


def test_gathering_may_leave_out_as_well() -> None:
    left = [Left(ANSWER, "below_threshold", "hardly"), Left(ANSWER, "scope", "elsewhere")]
    context = made(Material((), [OTHER], left=left))
    assert [(one.candidate.id, one.reason) for one in context.left] == [(ANSWER.id, "below_threshold")]
    assert not made(Material((), [ANSWER], left=left)).left, "it is there after all"


def test_a_dispute_with_a_rule_is_said_whole() -> None:
    """One side holds for every task, the other one is only suggested and therefore quoted."""
    in_conflict: dict[str, Any] = {"kind": "constraint", "marks": ("in_conflict",)}
    held = record("held", "Deploys happen on Mondays only.", opposed=("new",), **in_conflict)
    new = record(
        "new", "Deploys happen on Fridays only.", opposed=("held",), trusted=False, rank=1, **in_conflict
    )
    facts = [record(f"rec{n}", f"Something about machine {n}.", rank=n) for n in range(9)]
    material = Material([held, new], [new, *facts, held._replace(rank=9)])
    least = refused(material, order(1)).needed.tokens
    for budget in range(least, least + 400, 10):
        listed = shown(made(material, order(budget)))
        assert listed.count("held") == listed.count("new") == 1, budget


def test_a_dispute_is_said_whatever_the_limit() -> None:
    sides = [
        record("a", "Port is 8400.", opposed=("b",)),
        record("b", "Port is 8500.", opposed=("a",), rank=1),
        record("c", "Port is a wine.", rank=2),
    ]
    assert shown(made(Material((), sides), order(limits={"facts": 1}))) == ["a", "b"]


def test_no_side_of_a_dispute_is_merged() -> None:
    sides = [
        record("x", "The port of the server is 8500.", rank=0),
        record("a", "The port of the server is 8400.", opposed=("b",), rank=1),
        record("b", "The port of the server is 8500.", opposed=("a",), rank=2),
    ]
    listed = shown(made(Material((), sides)))
    assert {"a", "b"} <= set(listed)


def test_twins_are_named_where_they_went() -> None:
    """Also where the twin is settled before the first word of what is kept."""
    text = "Every deploy needs two approvals of people from the team."
    rules = [record(f"rule{n}", text, "constraint", rank=n) for n in range(3)]
    twins = [quote(str(n), text, rank=n) for n in range(2)]
    context = made(Material(rules, twins), order(explain=True))
    assert said(context)["rule0"].also[:2] == ("rule1", "rule2")
    left = {one.candidate.id: one.reason for one in context.left}
    there = {*said(context), *(name for line in said(context).values() for name in line.also)}
    assert {one.id for one in (*rules, *twins)} <= there | left.keys()
    assert left["rule1"] == left["rule2"] == "duplicate"


def test_no_quote_swallows_what_instructs() -> None:
    text = "To release the package run make release and then push the tag."
    procedure = record("how", text, "procedure", rank=1)
    page = quote("web", text, rank=0, trusted=False, origin="web")
    assert said(made(Material((), [procedure, page])))["how"].section == "procedures"
    stranger = record("said", text, "procedure", rank=0, trusted=False, origin="web")
    assert said(made(Material((), [procedure, stranger])))["how"].section == "procedures"


def test_says_too_small_without_a_budget_for_the_envelope() -> None:
    found = compile_context(Material(), order(1), style())
    assert isinstance(found, TooSmall)
    assert found.needed.tokens >= style().count("<phantasm-memory>\n</phantasm-memory>\n")


_IN_ANOTHER_PROCESS = """
from phantasm.context.compiler import Material
from phantasm.context.model import Asked
from tests.unit.context.samples import made, order, quote, record, text_of

rules = [record(f"rule{n}", f"Thing {n} is done so, says rule {n}.", "constraint", rank=n) for n in range(9)]
quotes = [quote(str(n), f"Turbine {n % 5} turned. It was said: hall {n % 3}.", rank=n) for n in range(20)]
asked = Asked({"turbin": 1.7, "hall": 0.3, "said": 0.9})
print(text_of(made(Material(rules, quotes, asked), order(700))))
"""


def test_says_the_same_in_every_process() -> None:
    """Also where Python orders its sets differently."""
    texts = set()
    for seed in ("1", "2", "3"):
        asked = [sys.executable, "-c", _IN_ANOTHER_PROCESS]
        answer = subprocess.run(
            asked, check=True, capture_output=True, cwd=ROOT, env={"PYTHONHASHSEED": seed}
        )
        texts.add(answer.stdout)
    assert len(texts) == 1
