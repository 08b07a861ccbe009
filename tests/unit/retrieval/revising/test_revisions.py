"""Statements of a conversation that replace earlier ones: what is read, what meets, what a question gets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.retrieval.revising.asking import concerns, read_question, settle
from phantasm.retrieval.revising.mentions import MOST_KEYS, MOST_MENTIONS, Mention, read_mentions
from phantasm.retrieval.revising.revision import Revision
from phantasm.retrieval.revising.revisions import revised, revises, weigh

# Words, values and marks in any order: nothing that people write may stop the reader.
PIECES = """
    the my seed budget trip May March 4 2 15 2031 $90 90% 3-5 to from by at of is was moved increased now new
    and so , . ? ! - ( ) # / 11:30 PM am v1.2 1.2.3 two days week per each rescheduled if Ines: it which 04/28
""".split()


def only(text: str) -> Mention:
    """Return the one mention of a text."""
    (mention,) = read_mentions(text)
    return mention


def revision(newer: str, older: str) -> Revision | None:
    """Return how a later turn revises an earlier one."""
    return revised(read_mentions(newer), read_mentions(older))


@pytest.mark.parametrize(
    ("text", "kind", "unit", "value"),
    [
        ("My shed holds 45 tulip bulbs.", "count", "bulb", "45"),
        ("The choir has twelve singers in it.", "count", "singer", "12"),
        ("I ride four days a week with the club.", "duration", "day/week", "4da"),
        ("The deposit for the kiln is $1,250.", "money", "", "1250"),
        ("We owe the baker 80 euros for bread.", "money", "", "80"),
        ("Battery health of the drone is 87%.", "percent", "", "87"),
        ("The recital is on May 4, 2031 in town.", "date", "", "05-04"),
        ("The recital is on 4th of May in town.", "date", "", "05-04"),
        ("The ferry leaves on June 3-5 from Oban.", "date", "", "06-03..5"),
        ("The recital is on 2031-05-04 in town.", "date", "", "05-04"),
        ("The ferry leaves at 4:30 PM from Oban.", "clock", "", "16:30"),
        ("The ferry leaves at 4 p.m. from Oban.", "clock", "", "16:00"),
        ("My channel has 15k followers by now.", "count", "follower", "15000"),
        ("I\u2019ve set aside $4k for the kiln.", "money", "", "4000"),
        ("The endpoint answers in 250ms from Oslo.", "duration", "second", "250ms"),
        ("The permit takes 5-7 months in Peru.", "duration", "day", "5..7mo"),
        ("Our parser depends on antlr 4.13.1 today.", "version", "antlr", "4.13.1"),
    ],
)
def test_reads_a_value_with_its_kind_and_unit(text: str, kind: str, unit: str, value: str) -> None:
    mention = only(text)
    assert (mention.kind, mention.unit, mention.value) == (kind, unit, value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The orchard looks lovely.",
        "I was born in 1984 and moved later.",
        "We are in sprint 3 of the migration.",
        "```\nlimit = 40 bulbs\n```",
        "```\nan open fence with 40 bulbs",
        "Set `40 bulbs` there.",
        'We watched "Ocean 11" again.',
        "It is a 52-card deck.",
        "Look [shares a picture: three dogs in a boat]",
        "Should I raise the rent of the barn to $900?",
        "What if the orchard had 300 trees?",
        "Can you recommend 5 novels for the trip?",
        "I want to increase my pension savings to $400.",
        "I am trying to reach 90% accuracy.",
        "The rent went up by $40.",
        "I need 5 more lessons.",
        "It happened 3 weeks ago.",
        "Kilns cost between $500 and $900 in Leeds.",
        "I scored 8/10.",
        "1. First\n2. Second",
    ],
)
def test_reads_no_value_where_none_is_stated(text: str) -> None:
    assert read_mentions(text) == ()


def test_reads_a_value_that_a_request_takes_for_granted() -> None:
    assert only("Can you help me spend the $900 grant for the orchard?").value == "900"
    assert only("How can I use the fact that I planted 30 trees?").value == "30"


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("I've raised the seed budget to $90.", "told"),
        ("The rowing trip was moved to May 9.", "told"),
        ("We plan with the new orchard budget of $90.", "told"),
        ("Members of the club have now reached 140.", "told"),
        ("The shed now holds 60 tulip bulbs.", "now"),
        ("The shed holds 60 tulip bulbs.", ""),
        ("It's now May 9 in Kyoto.", ""),
        ("I updated the roster on May 9.", ""),
    ],
)
def test_notices_whether_the_words_tell_of_a_change(text: str, change: str) -> None:
    assert only(text).change == change


def test_reads_the_value_that_was_before() -> None:
    assert only("The rowing trip moved from May 2 to May 9.").former == "05-02"
    assert only("The seed budget is $90, which is up from $70.").former == "70"
    assert only("The barn is open from May 2 to May 9.").former == ""


def test_reads_the_speaker_of_a_line() -> None:
    assert only("Ines: The shed holds 45 tulip bulbs.").speaker == "Ines"


def test_keeps_few_mentions_and_keys() -> None:
    crowd = "The old red wooden garden shed beside the northern orchard wall holds 45 fresh tulip bulbs. "
    mentions = read_mentions(crowd * 30)
    assert len(mentions) == MOST_MENTIONS
    assert all(0 < len(mention.keys) <= MOST_KEYS for mention in mentions)


@pytest.mark.parametrize(
    ("newer", "older", "reason"),
    [
        ("I've raised the seed budget to $90.", "My seed budget is $70 for spring.", "change_told"),
        (
            "The rowing trip with Ines was moved to May 9.",
            "The rowing trip with Ines is on May 2.",
            "change_told",
        ),
        ("The rowing trip moved from May 2 to May 9.", "We go on a rowing trip on May 2.", "former_value"),
        ("The garden shed now holds 60 tulip bulbs.", "The garden shed holds 45 tulip bulbs.", "told_as_new"),
        (
            "The garden shed behind the barn holds 60 tulip bulbs.",
            "The garden shed behind the barn holds 45 tulip bulbs.",
            "same_frame",
        ),
        (
            "The members of the rowing club have now reached 140.",
            "Our rowing club has 120 members this summer.",
            "change_told",
        ),
        (
            "I nearly missed the pottery workshop in Leeds, it was rescheduled.",
            "The pottery workshop in Leeds is on May 2.",
            "change_told",
        ),
        (
            "The pottery class in Leeds on May 2 begins at 11 AM.",
            "The pottery class in Leeds on May 2 begins at 9 AM.",
            "same_frame",
        ),
    ],
)
def test_finds_what_a_later_statement_replaces(newer: str, older: str, reason: str) -> None:
    found = revision(newer, older)
    assert found is not None
    assert found.reason == reason
    assert 0 < found.strength <= 1
    assert found.value in {mention.value for mention in read_mentions(older)}


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("I've raised the seed budget to $90.", "I've raised the seed budget to $90."),
        ("I've raised the seed budget to $90.", "I spent $70 on the seed order."),
        ("I've raised the seed budget to $90.", "The travel budget is $700."),
        ("I've raised the seed budget to $90.", "The seed budget covers 70% of it."),
        ("We've increased it to 12 exercises.", "I solved 8 problems."),
        ("The trip with Ines was moved to May 9.", "The trip with Bruno is on May 2."),
        ("The rowing trip moved from May 2 to May 9.", "The rowing trip is on April 1."),
        ("The first rowing race is at 9 AM on May 2.", "The second rowing race is at 11 AM on May 2."),
        ("I met Ines at the lake on May 9.", "I met Ines at the lake on May 2."),
        ("Ines: The garden shed now holds 60 tulip bulbs.", "Bruno: The garden shed holds 45 tulip bulbs."),
        ("The tulip goal for the garden shed is 60 bulbs.", "The garden shed holds 45 tulip bulbs."),
        ("The tax form takes 5-7 weeks in Peru.", "The tax form takes 3 weeks in Peru."),
    ],
)
def test_leaves_alone_what_is_about_another_thing(newer: str, older: str) -> None:
    assert revision(newer, older) is None


def test_shares_a_key_with_what_it_replaces() -> None:
    newer = only("The members of the rowing club have now reached 140.")
    older = only("Our rowing club has 120 members this summer.")
    assert set(newer.keys) & set(older.keys)


def test_trusts_a_named_former_value_most_and_a_similar_frame_least() -> None:
    older = "The garden shed behind the barn holds 45 tulip bulbs."
    told = (
        "The garden shed behind the barn went from 45 to 60 tulip bulbs.",
        "The garden shed behind the barn was increased to 60 tulip bulbs.",
        "The garden shed behind the barn now holds 60 tulip bulbs.",
        "The garden shed behind the barn holds 60 tulip bulbs.",
    )
    strengths = [found.strength for text in told if (found := revision(text, older))]
    assert len(strengths) == len(told)
    assert strengths == sorted(strengths, reverse=True)


def test_repeating_both_values_replaces_nothing() -> None:
    older = "The garden shed behind the barn holds 45 tulip bulbs."
    newer = "The garden shed behind the barn holds 60 tulip bulbs."
    assert revision(f"{older} {newer}", older) is None
    assert revision(newer, f"{older} {newer}") is None


def test_words_that_everybody_uses_tell_less() -> None:
    newer = only("I've raised the seed budget to $90.")
    older = only("My seed budget is $70 for spring.")
    common = weigh({"budget": 90, "seed": 80}, turns=100)
    assert common["seed"] < 1
    assert revises(newer, older, weights=common) is None
    assert revises(newer, older, weights=weigh({"budget": 3, "seed": 2}, turns=100)) is not None


def test_a_question_for_the_value_concerns_its_revision() -> None:
    found = revision("I've raised the seed budget to $90.", "My seed budget is $70 for spring.")
    assert found is not None
    assert concerns(read_question("What is my seed budget?"), found)


@pytest.mark.parametrize(
    "question",
    [
        "When do I plant the seed?",
        "How did my seed budget of $70 develop?",
        "What was my seed budget originally?",
        "How should I split my seed budget?",
        "What is my travel budget?",
    ],
)
def test_other_questions_do_not_concern_it(question: str) -> None:
    found = revision("I've raised the seed budget to $90.", "My seed budget is $70 for spring.")
    assert found is not None
    assert not concerns(read_question(question), found)


@given(st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join))
def test_reads_any_text_the_same_way_twice(text: str) -> None:
    mentions = read_mentions(text)
    assert mentions == read_mentions(text)
    assert all(revises(mention, mention) is None for mention in mentions)
    assert revised(mentions, mentions) is None


@given(st.text(max_size=200))
def test_reads_whatever_is_written(text: str) -> None:
    assert len(read_mentions(text)) <= MOST_MENTIONS


def test_settles_the_later_statement_above_the_earlier_one() -> None:
    settled = settle({"old": 3.0, "new": 1.0, "other": 2.9}, [("old", "new", 1.0)])
    assert sorted(settled, key=lambda key: -settled[key]) == ["new", "other", "old"]
    assert settled["other"] == 2.9


def test_settles_a_chain_at_its_last_statement() -> None:
    revisions = [("first", "second", 0.9), ("second", "third", 0.8)]
    settled = settle({"first": 3.0, "second": 2.0, "third": 1.0}, revisions)
    assert max(settled, key=lambda key: settled[key]) == "third"


def test_settles_in_a_statement_that_was_not_found() -> None:
    assert settle({"old": 3.0}, [("old", "new", 0.5)])["new"] > 3.0
    assert settle({"else": 3.0}, [("old", "new", 0.5)]) == {"else": 3.0}


def test_settles_nothing_where_nothing_was_replaced() -> None:
    assert settle({"a": 1.0, "b": -1.0}, []) == {"a": 1.0, "b": -1.0}
