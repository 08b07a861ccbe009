"""An assertion holds or says what is missing, what offends, and what comes nearest."""

import pytest

from phantasm.context.assertions import Compiled, Expectation, LeftOut, Shown, unmet

MATCHING = Shown(
    "rec_1", "Payments are sometimes matched by amount, if Sarah agrees.", handle="k3v9qd2a", also=("rec_9",)
)
HOURS = Shown("rec_2", "Hours stay in a CSV file because the office edits them.", handle="h0h0h0h0")
LOG = Shown("ev_3", "fatal: a < b\nis not true", handle=None)
COMPILED = Compiled(
    text="<memory>\n- Payments are sometimes matched by amount, if Sarah agrees. [m:k3v9qd2a]\n"
    "- Hours stay in a CSV file because the office edits them. [m:h0h0h0h0]\n- fatal: a &lt; b\nis not true\n"
    "</memory>\n",
    match="strong_match",
    tokens=50,
    lines=(MATCHING, HOURS, LOG),
    omitted=(LeftOut("rec_5", "not_valid", "since 2026-11-01"),),
)
NAMED = {
    "payments.matching": frozenset({"rec_0", "rec_1"}),
    "merged": frozenset({"rec_9"}),
    "old": frozenset({"rec_5"}),
    "far": frozenset({"rec_7"}),
    "unknown": frozenset[str](),
}


@pytest.mark.parametrize(
    "wanted",
    [
        Expectation(includes=["hours STAY   in a\ncsv file", "sarah agrees"]),
        Expectation(includes=["a < b is not"]),
        Expectation(includes_any=["nobody knows", "CSV"]),
        Expectation(excludes=["never matched by amount"]),
        Expectation(includes_records=["payments.matching", "merged"]),
        Expectation(excludes_records=["old", "far", "unknown"]),
        Expectation(within_tokens=50, match="strong_match"),
    ],
    ids=lambda wanted: min(wanted.model_fields_set),
)
def test_holds(wanted: Expectation) -> None:
    assert unmet(wanted, COMPILED, NAMED) == []


def test_shows_what_comes_nearest_to_a_missing_text() -> None:
    (found,) = unmet(
        Expectation(includes=["Hours stay", "payments are NEVER matched by amount"]), COMPILED, NAMED
    )
    assert (found.rule, found.handle) == ("includes", "k3v9qd2a")
    assert found.expected == '"payments are NEVER matched by amount"'
    marked = [(piece.side, piece.text) for piece in found.segments]
    assert marked[:4] == [
        ("same", "Payments are "),
        ("old", "NEVER"),
        ("new", "sometimes"),
        ("same", " matched by amount"),
    ]


def test_says_that_nothing_comes_near() -> None:
    (found,) = unmet(Expectation(includes=["the mail queue is RabbitMQ"]), COMPILED, NAMED)
    assert found.message == "nothing in the context comes near it"
    assert (found.line, found.handle, found.segments) == (None, None, [])


def test_one_of_several_is_enough_and_none_is_one_failure() -> None:
    (found,) = unmet(Expectation(includes_any=["RabbitMQ", "hours stay in a database"]), COMPILED, NAMED)
    assert found.expected == '"RabbitMQ" or "hours stay in a database"'
    assert found.handle == "h0h0h0h0"


def test_names_the_line_that_offends() -> None:
    (found,) = unmet(Expectation(excludes=["MATCHED by   amount"]), COMPILED, NAMED)
    assert (found.rule, found.handle) == ("excludes", "k3v9qd2a")
    assert found.line == "Payments are sometimes matched by amount, if Sarah agrees."
    (frame,) = unmet(Expectation(excludes=["</memory>"]), COMPILED, NAMED)
    assert frame.handle is None
    assert frame.line
    assert frame.line.endswith("</memory>")


def test_counts_the_lines_that_offend() -> None:
    twice = Compiled("x\nx", "standing", 2, (Shown("rec_1", "x"), Shown("rec_2", "x y")))
    (found,) = unmet(Expectation(excludes=["x"]), twice, {})
    assert (found.message, found.handle) == ("is in the context, in 2 lines", "rec_1")


def test_says_why_a_record_is_missing() -> None:
    found = unmet(Expectation(includes_records=["old", "far", "unknown"]), COMPILED, NAMED)
    assert [one.message for one in found] == [
        "was left out, not valid: since 2026-11-01",
        "is not in the context and came nowhere near",
        "nothing here has that subject key, handle or id",
    ]


def test_names_the_record_that_offends_also_where_it_was_merged() -> None:
    found = unmet(Expectation(excludes_records=["payments.matching", "merged"]), COMPILED, NAMED)
    assert [(one.expected, one.message, one.handle) for one in found] == [
        ("payments.matching", "is in the context", "k3v9qd2a"),
        ("merged", "is in the context, merged into this line", "k3v9qd2a"),
    ]


def test_compares_figures() -> None:
    found = unmet(Expectation(within_tokens=49, match="no_match"), COMPILED, NAMED)
    assert [(one.rule, one.expected, one.message) for one in found] == [
        ("within_tokens", "at most 49", "it has 50"),
        ("match", "no_match", "it is strong_match"),
    ]


def test_knows_when_it_says_nothing() -> None:
    assert Expectation().says_nothing()
    assert not Expectation(within_tokens=0).says_nothing()
