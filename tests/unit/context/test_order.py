"""Sections stand as the model likes them, quotes as they were said, rules by age, disputes together."""

from phantasm.context.order import in_sections
from tests.unit.context.samples import chosen, quote, record

ORDER = ("identity", "rules", "facts", "quoted")


def test_sections_stand_in_order_and_only_with_lines() -> None:
    lines = [chosen(quote("1", "x"), "quoted"), chosen(record("a", "x"), "facts")]
    assert [name for name, _ in in_sections(lines, ORDER)] == ["facts", "quoted"]
    assert [name for name, _ in in_sections(lines, ORDER[::-1])] == ["quoted", "facts"]


def test_quotes_stand_as_they_were_said() -> None:
    told = [
        quote("a", "x", "2026-03-05T01:00:00.000000Z", group="s2", position=1),
        quote("b", "x", "2026-03-04T09:00:00.000000Z", group="s1", position=2),
        quote("c", "x", "2026-03-04T23:00:00.000000Z", group="s1", position=1),
        quote("d", "x", "2026-03-05T00:00:00.000000Z", group="s2", position=1, offset=40),
    ]
    [(_, lines)] = in_sections([chosen(one, "quoted") for one in told], ORDER)
    assert [one.candidate.handle[-1] for one in lines] == ["c", "b", "a", "d"]


def test_rules_stand_by_kind_and_age() -> None:
    rules = [
        record("late", "x", "constraint", recorded_at="2026-02-01"),
        record("taste", "x", "preference", recorded_at="2026-01-01"),
        record("early", "x", "constraint", recorded_at="2026-01-01"),
    ]
    [(_, lines)] = in_sections([chosen(one, "rules") for one in rules], ORDER)
    assert [one.candidate.id for one in lines] == ["early", "late", "taste"]
    ranked = [chosen(one._replace(rank=9 - n), "rules") for n, one in enumerate(rules)]
    assert [one.candidate.id for one in in_sections(ranked, ORDER)[0][1]] == ["early", "late", "taste"]


def test_facts_stand_by_place_with_disputes_together() -> None:
    facts = [
        record("a", "x", rank=0, opposed=("d", "gone")),
        record("b", "x", rank=1),
        record("c", "x", rank=1),
        record("d", "x", rank=7, opposed=("a",)),
    ]
    [(_, lines)] = in_sections([chosen(one, "facts") for one in facts[::-1]], ORDER)
    assert [one.candidate.id for one in lines] == ["a", "d", "b", "c"]
