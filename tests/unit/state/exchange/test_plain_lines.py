"""Plain JSON lines: a statement per object, whatever else is kept."""

from phantasm.state.exchange.reading import read_plain
from phantasm.state.exchange.text import Problem


def test_reads_other_names_and_keeps_the_rest() -> None:
    text = (
        '{"text":"a","type":"decision","key":"k","confidence":1,"tags":["x"]}\n\n'
        '{"memory":"b","type":"unheard of","valid_from":"2026-01-01"}\n'
    )
    (first, one), (second, two) = [found for found in read_plain(text) if not isinstance(found, Problem)]
    assert (first, second) == (1, 3)
    assert (one.statement, one.record_kind, one.subject_key, one.payload) == (
        "a",
        "decision",
        "k",
        {"tags": ["x"]},
    )
    assert one.quality.confidence == 1
    assert (two.record_kind, two.payload) == ("note", {"type": "unheard of"})
    assert two.valid_from == "2026-01-01T00:00:00.000000Z"


def test_bad_lines_are_told_by_number_and_good_ones_kept() -> None:
    text = '{"text":"a"}\n{"tags":[]}\nnot json\n{"text":"b","valid_from":"soon"}\n{"text":"c"}\n'
    found = list(read_plain(text))
    assert [one.line for one in found if isinstance(one, Problem)] == [2, 3, 4]
    assert len(found) == 5
