"""What the turns of a session claim, and what they only seem to."""

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.learning.claims.extract import claims_of
from phantasm.learning.claims.model import AGENT_SURE, USER_SURE, Claim
from phantasm.session.model import Turn
from phantasm.session.transcripts.terms import Role

AT = "2026-03-01T10:00:00.000000Z"


def said(*turns: tuple[Role, str]) -> list[Turn]:
    numbers = count()
    return [
        Turn("s", f"t{place}", place, AT, role, "observation", text, evidence_id=f"ev_{place}")
        for place, (role, text) in zip(numbers, turns, strict=False)
    ]


def claims(*turns: tuple[Role, str]) -> list[Claim]:
    return claims_of(said(*turns))


def only(*turns: tuple[Role, str]) -> Claim:
    (claim,) = claims(*turns)
    return claim


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("preference", "I prefer small pull requests."),
        ("preference", "Always show me the diff before you commit."),
        ("convention", "Migrations live in db/migrations and are numbered."),
        ("constraint", "Never push directly to main."),
        ("constraint", "The public API must stay backwards compatible."),
        ("decision", "We decided against microservices."),
        ("environment", "The tests need TZ=UTC."),
        ("dependency", "The importer depends on libxml2."),
        ("known_issue", "Known issue: the export times out for more than 10k rows."),
        ("fact", "Invoices are stored in the `ledger` database."),
        ("person", "Sarah reviews changes to the payment code."),
        ("glossary", 'By "run" we mean one execution of the nightly pipeline.'),
    ],
)
def test_takes_what_the_user_states(kind: str, text: str) -> None:
    claim = only(("user", text))
    assert (claim.kind, claim.statement.lower(), claim.origin) == (
        kind,
        text.removeprefix("Known issue: ").lower(),
        "user",
    )
    assert claim.sure
    assert claim.confidence == USER_SURE


@pytest.mark.parametrize(
    "text",
    [
        "should we always use UTC?",
        "which port does the API use",
        "I think we use Redis for that",
        "maybe prod runs Python 3.10",
        "add a test for the empty list",
        "use tabs in this file",
        "the tests are failing again",
        "next week I'll switch to Postgres",
        "Paul claims that we use UTC everywhere",
        "we used to run Jenkins",
        "if we moved to Kafka we'd need three more machines",
        "the PR needs a review",
        "thanks, that's exactly what I needed",
    ],
)
def test_takes_nothing_from_what_claims_nothing(text: str) -> None:
    assert claims(("user", text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "I'll use pytest for this.",
        "The tests pass now.",
        "Always validate input before using it.",
        "I decided to use a set because lookups are faster.",
        "The root cause may be a stale cache.",
        "You're right, SQLite is a great fit.",
        "Git stores objects by their hash.",
        "The new endpoint requires a token.",
    ],
)
def test_takes_no_plan_praise_or_lesson_from_the_assistant(text: str) -> None:
    assert claims(("assistant", text)) == []


def test_trusts_what_the_assistant_found_out_less() -> None:
    claim = only(
        ("assistant", "The root cause was a race between the writer and the reader of the cache file.")
    )
    assert (claim.kind, claim.origin, claim.confidence) == ("known_issue", "agent", AGENT_SURE)


def test_says_where_it_was_said() -> None:
    text = "Hi there.\n\nbtw, we name test files after the verb they test. Thanks!"
    claim = only(("user", text))
    assert text[claim.start : claim.stop] == "btw, we name test files after the verb they test."
    assert claim.statement == "we name test files after the verb they test."
    assert (claim.turn, claim.evidence_id, claim.at) == ("t0", "ev_0", AT)


def test_takes_the_reason_from_the_sentence_or_the_next_one() -> None:
    same = only(("user", "We decided to use SQLite because one file is easier to back up."))
    following = only(("user", "We won't use an ORM. The queries are too special for that."))
    assert same.payload == {"reason": "one file is easier to back up"}
    assert following.payload == {"reason": "The queries are too special for that"}


def test_takes_the_fix_of_an_issue() -> None:
    claim = only(("user", "The upload test fails when the clock is not UTC; set TZ=UTC."))
    assert claim.payload == {"fix": "set TZ=UTC"}


def test_reads_a_correction_with_what_it_answers() -> None:
    claim = only(("assistant", "I'll run `npm install` to get the dependencies."), ("user", "no, use pnpm"))
    assert (claim.statement, claim.payload, claim.rule) == (
        "use pnpm, not npm",
        {"instead_of": "npm"},
        "correction.use",
    )


def test_takes_no_correction_of_the_task_at_hand() -> None:
    assert claims(("assistant", "I renamed it to `count`."), ("user", "no, call it `total`")) == []


def test_lets_the_later_word_win() -> None:
    claim = only(
        ("user", "We use yarn in this repo."),
        ("assistant", "Adding lodash with yarn."),
        ("user", "wait, I was wrong, we use npm here"),
    )
    assert claim.statement == "we use npm here"


def test_takes_back_no_word_of_the_users_that_a_correction_only_touches() -> None:
    found = claims(
        ("user", "The lock file must never be edited by hand."),
        ("assistant", "I'll install it with pip."),
        ("user", "no, use uv for that, pip breaks the lock file"),
    )
    assert [claim.kind for claim in found] == ["constraint", "convention"]


def test_drops_what_the_user_denies() -> None:
    claim = only(
        ("assistant", "The uploads are stored in `s3`."), ("user", "No, uploads are stored on the NFS share.")
    )
    assert claim.origin == "user"


def test_drops_what_is_refused_in_a_word_across_turns_of_tools() -> None:
    turns = said(
        ("assistant", "The uploads are stored in `s3`."), ("tool", "ok"), ("tool", "ok"), ("user", "No.")
    )
    assert claims_of(turns) == []


def test_drops_what_the_assistant_takes_back() -> None:
    text = "The cache is stored in `/tmp/app-cache`. Wait, that's wrong, I misread the variable."
    assert claims(("assistant", text)) == []


def test_keeps_the_users_word_against_the_assistants() -> None:
    kept = claims(("user", "The API listens on port 8400."), ("assistant", "The API listens on port `9000`."))
    assert kept[0].origin == "user"


def test_takes_nothing_back_from_injected_memory() -> None:
    assert claims(("assistant", "The API listens on port 8400 [m:k3v9qd2a].")) == []


def test_takes_nothing_from_tools_systems_thoughts_and_orders_to_subagents() -> None:
    text = "We decided to use SQLite because one file is easier to back up."
    turns = [
        Turn("s", "1", 1, AT, "tool", "outcome", text),
        Turn("s", "2", 2, AT, "system", "observation", text),
        Turn("s", "3#thought", 3, AT, "assistant", "reasoning", "The worker reads `DATABASE_URL`."),
        Turn("s", "4", 4, AT, "user", "observation", text, agent="explorer"),
        Turn("s", "5", 5, AT, "assistant", "action", text, command="ls"),
    ]
    assert claims_of(turns) == []


def test_says_the_same_once() -> None:
    assert len(claims(("user", "Never push directly to main."), ("user", "never push directly to main"))) == 1


def test_leaves_facts_beside_the_assistants_own_code_for_review() -> None:
    text = "The `load` method reads `config.toml`.\n```python\ndef load(): ...\n```"
    assert [claim.sure for claim in claims(("assistant", text))] == [False]


def test_leaves_what_holds_only_mostly_for_review() -> None:
    assert not only(("user", "normally we squash before merging")).sure


@given(st.lists(st.tuples(st.sampled_from(["user", "assistant"]), st.text(max_size=300)), max_size=5))
def test_reads_any_text_and_points_into_it(turns: list[tuple[Role, str]]) -> None:
    material = said(*turns)
    found = claims_of(material)
    assert found == claims_of(material)
    texts = {turn.id: turn.text for turn in material}
    for claim in found:
        assert 0 <= claim.start < claim.stop <= len(texts[claim.turn])
        assert claim.statement


_WORDS = st.sampled_from(
    """the we i use never must always is are not no , . ; : because `npm` when it fails tests need port 8400
    our if you ask don't prefer decided gets has a known bug with "term" means in of to and so which
    makes (this) """.split()
)


@given(st.lists(_WORDS, max_size=40), st.sampled_from(["user", "assistant"]))
def test_reads_any_sequence_of_telling_words(words: list[str], role: Role) -> None:
    for claim in claims((role, " ".join(words))):
        assert claim.statement
