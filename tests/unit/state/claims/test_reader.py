"""Which subject, attribute and value does a statement have, and how is it meant?"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phantasm.state.claims.model import MOST_SEEKS_OF_A_CHANGE
from phantasm.state.claims.reader import READING, read
from phantasm.state.claims.readings import Reading
from phantasm.state.model import Triple


def keys_of(reading: Reading) -> set[tuple[str, str | None]]:
    return {("topic", reading.topic), ("frame", reading.frame), ("mention", reading.mention)}


@pytest.mark.parametrize(
    "statements",
    [
        (
            "The port of the API server is 8080.",
            "API server port: 8081",
            "The API server listens on port 9090.",
        ),
        ("The client's timeout is 30 s.", "The timeout of the client was raised to 60 s."),
        (
            "The owner of billing is Ana.",
            "Billing is owned by Ben.",
            "Cleo owns billing.",
            "Dan is the owner of billing.",
        ),
        ("The project is licensed under MIT.", "License: Apache-2.0"),
        ("In production, the port is 80.", "The production port is 81.", "The port is 82 in production."),
        ("We use npm as the package manager.", "The package manager is pnpm."),
        ("JSON is encoded with Jason.", "We encode JSON with Poison."),
        ("max_retries = 5", "`maxRetries` is 7"),
        ("Requires Python 3.9", "Python 3.11 is required."),
        ("- **Line length**: 88", "Line length is 100, the new default."),
    ],
)
def test_wordings_of_one_attribute_have_one_topic(statements: tuple[str, ...]) -> None:
    assert len({read(statement).topic for statement in statements}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The API server listens on port 80.", "The admin server listens on port 80."),
        ("The read timeout is 5 s.", "The write timeout is 5 s."),
        ("In staging the replica count is 1.", "In production the replica count is 1."),
        ("The minimum pool size is 2.", "The maximum pool size is 2."),
        ("v1 of the API returns XML.", "v2 of the API returns XML."),
    ],
)
def test_look_alikes_have_different_topics(one: str, other: str) -> None:
    assert read(one).topic != read(other).topic


@pytest.mark.parametrize(
    ("statement", "value"),
    [
        ("The default branch is `main`.", "main"),
        ("The request timeout is 30 seconds because uploads are slow.", "30000ms"),
        ("Line length is 88, the black default.", "88"),
        ("Docs are hosted on Read the Docs.", "read documentation"),
        ("Germany is located in the continent of Europe.", "europ"),
        ("The worker depends on Redis.", "redis"),
        ("The port is 8080 in production.", "8080"),
    ],
)
def test_the_value_is_found(statement: str, value: str) -> None:
    assert read(statement).value == value


@pytest.mark.parametrize(
    ("statement", "gone"),
    [
        ("Use pnpm instead of npm.", {"npm"}),
        ("We switched from Terraform to OpenTofu.", {"terraform"}),
        ("Prometheus replaced Nagios.", {"nagio"}),
        ("Nagios was replaced by Prometheus.", {"nagio"}),
        ("We dropped Poetry in favour of uv.", {"poetri"}),
        ("`url.parse()` is deprecated.", {"url.parse"}),
        ("Images are no longer pushed to Quay.", {"quay"}),
        ("We stopped using Jenkins.", {"jenkins"}),
        ("The frontend uses Vite, not webpack.", {"webpack"}),
        ("The port is 8080.", set()),
        ("The endpoint is not deprecated.", set()),
        ("Branches are deleted after the merge.", set()),
    ],
)
def test_what_is_said_to_be_gone_is_found(statement: str, gone: set[str]) -> None:
    assert read(statement).gone == gone


@pytest.mark.parametrize(
    "statement",
    [
        "The port is now 8080.",
        "From now on commits are signed.",
        "The timeout was raised to 60 s.",
        "Bump Python to 3.13.",
        "CI no longer runs on Windows.",
        "The docs have moved to site/.",
        "Update: the owner is Ana.",
    ],
)
def test_update_cues_are_noticed(statement: str) -> None:
    assert read(statement).update


@pytest.mark.parametrize(
    "statement",
    [
        "Should we use npm?",
        "We plan to move to Postgres 17.",
    ],
)
def test_what_only_asks_or_plans_is_tentative(statement: str) -> None:
    assert read(statement).tentative


@pytest.mark.parametrize(
    "statement",
    ["Maybe the port is 8080.", "I think the owner is Ana.", "Someone guessed the timeout is 5 s."],
)
def test_what_may_be_wrong_says_so(statement: str) -> None:
    found = read(statement)
    assert found.unsure
    assert not found.tentative


def test_a_time_in_the_text_limits_a_statement() -> None:
    assert read("In 2023 the team used Yarn.").times != read("In 2025 the team used Yarn.").times


def test_a_triple_takes_the_place_of_the_sentence() -> None:
    one = read("It is 8080 these days.", triple=Triple("API server", "port", "8080"))
    other = read("whatever", triple=Triple("api server", "has_port", "9090"))
    assert one.topic == other.topic
    assert (one.subject, one.attribute, one.value) == ("api server", "port", "8080")


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("We use npm.", "Use pnpm instead of npm."),
        (
            "CI runs on GitLab pipelines.",
            "CI moved to GitHub Actions; the GitLab pipelines were switched off.",
        ),
        ("The Celery broker is RabbitMQ.", "RabbitMQ was replaced by Redis as Celery broker."),
        ("CI runs on Windows.", "CI does not run on Windows."),
        ("The nightly ETL blocks writes.", "Writes are never blocked by the nightly ETL."),
        ("The beta ends on 1 May 2026.", "The beta was extended until 1 June 2026."),
    ],
)
def test_a_newcomer_finds_what_it_may_meet(older: str, newer: str) -> None:
    assert keys_of(read(older)) & set(read(newer).seeks)


TEXTS = st.one_of(
    st.text(max_size=200),
    st.lists(
        st.sampled_from(
            """the a of is was not no longer instead from to by with , . ; : = ( ) 's ` `x` 30 s v1.2 use port
            API moved replaced deprecated because if now in 2023 March 5 2024 every ** - -- >= <3 3.11+ $5 a=b
            key: a:b 1:2 over prefer don't n't s' 're ''s we that which it its and are stopped
            using so but one left""".split()
        ),
        max_size=16,
    ).map(" ".join),
)


@settings(max_examples=400, deadline=None)
@given(TEXTS)
def test_reading_never_fails_and_is_the_same_every_time(text: str) -> None:
    reading = read(text)
    assert reading == read(text)
    assert len(reading.seeks) <= MOST_SEEKS_OF_A_CHANGE
    assert all(key for _, key in reading.seeks)
    if reading.topic:
        assert ("topic", reading.topic) in reading.seeks
    if reading.frame:
        assert ("frame", reading.frame) in reading.seeks


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=30), st.text(max_size=30), st.text(max_size=30))
def test_a_triple_of_any_texts_is_read(subject: str, predicate: str, value: str) -> None:
    read("A statement.", triple=Triple(subject, predicate, value))


def test_the_derivation_has_a_version() -> None:
    assert READING >= 1
