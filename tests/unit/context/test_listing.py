"""One list: floors first, then what is worth most; twins, limits and disputes are settled on the way."""

from collections.abc import Sequence
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phantasm.context.listing import Excerpts
from phantasm.context.model import Asked, Candidate, Entry, Left
from phantasm.context.sections import SECTIONS
from tests.unit.context.samples import Request, quote, record, requests

law = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


def listed(candidates: Sequence[Candidate], asked: Asked | None = None, **limits: int) -> list[Entry | Left]:
    return list(Excerpts(candidates, asked or Asked(), limits, stable=False))


def entries(candidates: Sequence[Candidate], asked: Asked | None = None, **limits: int) -> list[Entry]:
    return [one for one in listed(candidates, asked, **limits) if isinstance(one, Entry)]


def test_floors_come_first() -> None:
    quotes = [quote(str(n), f"The turbine number {n} turns.", rank=n) for n in range(3)]
    fact = record("fact", "Something else altogether.", rank=90)
    work = record("task", "Fix the pump.", "task", rank=91)
    found = entries([*quotes, fact, work])
    assert [(one.candidate.id, one.is_floor) for one in found] == [
        ("task", True),
        ("fact", True),
        ("ev_0", True),
        ("ev_1", False),
        ("ev_2", False),
    ]


def test_the_most_valuable_comes_first() -> None:
    answer = quote("a", "Lunch was served there on time. The turbine was repaired in May by Siemens.", rank=0)
    found = entries([answer], Asked({"turbin": 2.0, "repair": 1.0}))
    start, stop = found[0].spans[0]
    assert answer.text[start:stop].startswith("The turbine was repaired")


def test_no_section_fills_a_context_alone() -> None:
    facts = [
        record(f"f{n:02}", f"Fact {n}: wheel {n * 31} has {n * 17} teeth and {n * 13} screws.", rank=n)
        for n in range(40)
    ]
    quotes = [
        quote(f"q{n:02}", f"Quote {n}: somebody saw door {n * 37} and window {n * 41}.", rank=200 + n)
        for n in range(40)
    ]
    found = entries([*facts, *quotes], facts=100)
    said = {"facts": 0, "quoted": 0}
    for one in found[:60]:
        said[one.section] += sum(stop - start for start, stop in one.spans)
        whole = sum(said.values())
        if whole > 1_000:
            assert said["facts"] <= (SECTIONS["facts"].ceiling + 0.1) * whole


def test_a_section_says_no_more_than_its_limit() -> None:
    facts = [record(f"f{n}", f"Fact {n} is about wheel {n * 31}.", rank=n) for n in range(6)]
    found = listed(facts, facts=2)
    assert [one.candidate.id for one in found if isinstance(one, Entry)] == ["f0", "f1"]
    left = [one for one in found if isinstance(one, Left)]
    assert {one.candidate.id for one in left} == {"f2", "f3", "f4", "f5"}
    assert {(one.reason, one.detail) for one in left} == {("limit", "at most 2 lines of facts")}


def test_no_lines_are_a_limit_too() -> None:
    found = listed([record("a", "To stop, press the button.", "procedure")], procedures=0)
    assert [type(one) for one in found] == [Left]


def test_merged_twins_count_for_no_limit() -> None:
    text = "The wheel of the pump has thirteen teeth."
    facts = [record("a", text), record("b", text, rank=1), record("c", "Another thing.", rank=2)]
    found = listed(facts, facts=2)
    merged = [one.merged_into for one in found if isinstance(one, Entry)]
    assert [one.id for one in merged if one] == ["a"]
    assert not any(isinstance(one, Left) for one in found)


def test_the_other_side_comes_along() -> None:
    sides = [
        record("a", "The port is 8400.", opposed=("b",)),
        record("b", "The port is 8500.", opposed=("a",), rank=50),
        record("c", "The harbour is old.", rank=9),
    ]
    first, second = entries(sides)
    assert (first.candidate.id, [one.candidate.id for one in first.beside]) == ("a", ["b"])
    assert second.candidate.id == "c", "what came along does not come again"


def test_a_dispute_with_nobody_is_said_alone() -> None:
    assert [one.beside for one in entries([record("a", "The port is 8400.", opposed=("gone",))])] == [()]


def test_reading_again_reads_the_same() -> None:
    facts = [record(f"f{n}", f"Fact {n} is about wheel {n * 31}.", rank=n) for n in range(6)]
    excerpts = Excerpts(facts, Asked(), {}, stable=False)
    begun = iter(excerpts)
    first = [next(begun) for _ in range(3)]
    whole = list(excerpts)
    assert whole[:3] == first
    assert list(begun) == whole[3:]
    assert list(excerpts) == whole


@law
@given(request=requests(), random=st.randoms(use_true_random=False))
def test_every_sentence_comes_once(request: Request, random: Random) -> None:
    task = list(request.material.task)
    found = list(Excerpts(task, request.material.asked, request.limits, stable=False))
    random.shuffle(task)
    again = list(Excerpts(task, request.material.asked, request.limits, stable=False))
    assert again == found, "the order of the candidates makes no difference"
    spans: dict[str, list[tuple[int, int]]] = {}
    settled: list[str] = []
    for entry in found:
        if isinstance(entry, Left) or entry.merged_into:
            settled.append(entry.candidate.id)
            continue
        for part in (entry, *entry.beside):
            spans.setdefault(part.candidate.id, []).extend(part.spans)
    assert spans.keys() | set(settled) == {one.id for one in task}
    assert len(settled) == len(set(settled)), "each is settled once"
    merged = {one.candidate.id for one in found if isinstance(one, Entry) and one.merged_into}
    assert not spans.keys() & merged
    for name, listed_spans in spans.items():
        assert len(set(listed_spans)) == len(listed_spans), name


@law
@given(request=requests())
def test_twins_follow_what_they_go_into(request: Request) -> None:
    """What is merged into something is merged into something that is said."""
    found = list(Excerpts(request.material.task, request.material.asked, {}, stable=False))
    said = {
        part.candidate.id
        for entry in found
        if isinstance(entry, Entry) and entry.spans
        for part in (entry, *entry.beside)
    }
    by_name = {one.id: one for one in request.material.task}
    for entry in found:
        if isinstance(entry, Entry) and entry.merged_into:
            kept = by_name[entry.merged_into.id]
            assert kept.id in said
            assert kept.trusted >= entry.candidate.trusted
            assert kept.is_record >= entry.candidate.is_record


def test_stable_rules_stand_among_the_rules() -> None:
    rule = record("a", "Never push.", "constraint")
    assert [one.section for one in Excerpts([rule], Asked(), {}, stable=True) if isinstance(one, Entry)] == [
        "rules"
    ]
    assert [one.section for one in entries([rule._replace()])] == ["task_rules"]
