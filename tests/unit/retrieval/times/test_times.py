"""Time words in questions: what is read, what is named, and above all what is left alone."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.contracts.clock import from_timestamp
from phantasm.retrieval.times.lookback import looked_back
from phantasm.retrieval.times.periods import named_period
from phantasm.retrieval.times.reading import Event, Times, read_times
from phantasm.retrieval.times.wording import read_words

NOW = datetime(2026, 11, 16, 10, 30, tzinfo=UTC)  # a Monday
LONG = 10_000


def _short(moment: str | None) -> str:
    """Write a moment as its day, with the hour where it is not midnight."""
    if moment is None:
        return ""
    day, clock = moment.removesuffix("Z").split("T")
    return day if clock == "00:00:00.000000" else f"{day}T{clock[:5]}"


def _spans(question: str, now: datetime = NOW) -> list[str]:
    spans = read_times(question, now).spans
    return [f"{_short(span.since)}..{_short(span.until)}{'' if span.exact else '~'}" for span in spans]


def _events(question: str) -> list[tuple[str, str]]:
    return [(event.relation, event.text) for event in read_times(question, NOW).events]


@pytest.mark.parametrize(
    ("question", "span"),
    [
        ("What did we change today?", "2026-11-16..2026-11-17"),
        ("What broke yesterday?", "2026-11-15..2026-11-16"),
        ("What was in yesterday's report?", "2026-11-15..2026-11-16"),
        ("What did we do the day before yesterday?", "2026-11-14..2026-11-15"),
        ("Who was on call last night?", "2026-11-15T18:00..2026-11-16T06:00"),
        ("What failed this morning?", "2026-11-16..2026-11-16T12:00"),
        ("What did we decide this week?", "2026-11-16..2026-11-23"),
        ("What did we decide last week?", "2026-11-09..2026-11-16"),
        ("What did we decide in the past week?", "2026-11-09..2026-11-17"),
        ("What did we decide the week before last?", "2026-11-02..2026-11-09"),
        ("What broke last weekend?", "2026-11-14..2026-11-16"),
        ("Did the tests pass this past weekend?", "2026-11-14..2026-11-16"),
        ("What was merged last month?", "2026-10-01..2026-11-01"),
        ("What was merged over the last month?", "2026-10-16..2026-11-17"),
        ("What was merged this quarter?", "2026-10-01..2027-01-01"),
        ("What was merged last quarter?", "2026-07-01..2026-10-01"),
        ("What was merged last year?", "2025-01-01..2026-01-01"),
        ("What was merged this year?", "2026-01-01..2027-01-01"),
        ("Where did we meet last summer?", "2026-06-01..2026-09-01"),
        ("Where did we meet last winter?", "2025-12-01..2026-03-01"),
        ("Where did we meet last autumn?", "2025-09-01..2025-12-01"),
        ("Where did we meet this summer?", "2026-06-01..2026-09-01"),
        ("Where did we meet in the summer of 2021?", "2021-06-01..2021-09-01"),
        ("What broke 3 days ago?", "2026-11-13..2026-11-14"),
        ("What broke two weeks ago?", "2026-10-29..2026-11-06~"),
        ("What broke a month ago?", "2026-10-01..2026-11-01~"),
        ("What broke a few days ago?", "2026-11-10..2026-11-15~"),
        ("What broke an hour ago?", "2026-11-16T09:00..2026-11-16T10:00~"),
        ("What changed in the last 10 days?", "2026-11-06..2026-11-17"),
        ("What changed in the last 24 hours?", "2026-11-15T10:30..2026-11-16T10:30"),
        ("What changed in the past three months?", "2026-08-16..2026-11-17"),
        ("What changed in the past few weeks?", "2026-10-12..2026-11-17~"),
        ("What did I do recently?", "2026-10-17..2026-11-17~"),
        ("What changed lately?", "2026-10-17..2026-11-17~"),
    ],
)
def test_counts_back_from_now(question: str, span: str) -> None:
    assert _spans(question) == [span]


@pytest.mark.parametrize(
    ("question", "span"),
    [
        ("What happened on 8 May 2023?", "2023-05-08..2023-05-09"),
        ("What happened on 8 May, 2023?", "2023-05-08..2023-05-09"),
        ("What happened on May 8th, 2023?", "2023-05-08..2023-05-09"),
        ("What happened on May 8,2023?", "2023-05-08..2023-05-09"),
        ("What happened on the 8th of May 2023?", "2023-05-08..2023-05-09"),
        ("What happened on Monday, 8 May 2023?", "2023-05-08..2023-05-09"),
        ("What happened on 2023-05-08?", "2023-05-08..2023-05-09"),
        ("What failed at 2023-05-08T10:00:00Z?", "2023-05-08..2023-05-09"),
        ("What happened on 05/18/2023?", "2023-05-18..2023-05-19"),
        ("What happened on 18/05/2023?", "2023-05-18..2023-05-19"),
        ("What happened on 05/05/2023?", "2023-05-05..2023-05-06"),
        ("What happened on May 8?", "2026-05-08..2026-05-09"),
        ("What happened on December 8?", "2025-12-08..2025-12-09"),
        ("What happened on 29 February?", "2024-02-29..2024-03-01"),
        ("What happened in March?", "2026-03-01..2026-04-01"),
        ("What happened in December?", "2025-12-01..2026-01-01"),
        ("What happened in November?", "2026-11-01..2026-12-01"),
        ("What happened in March 2024?", "2024-03-01..2024-04-01"),
        ("What happened in March last year?", "2025-03-01..2025-04-01"),
        ("What happened in March, 2 people asked?", "2026-03-01..2026-04-01"),
        ("In March 2 people left, why?", "2026-03-01..2026-04-01"),
        ("When was the December 2024 release?", "2024-12-01..2025-01-01"),
        ("What happened in 2023?", "2023-01-01..2024-01-01"),
        ("In 2023, what did we use?", "2023-01-01..2024-01-01"),
        ("What changed in early 2025?", "2025-01-01..2025-05-01"),
        ("What changed in mid-2025?", "2025-05-01..2025-09-01"),
        ("What changed at the end of 2024?", "2024-09-01..2025-01-01"),
        ("What happened in Q3 2024?", "2024-07-01..2024-10-01"),
        ("What happened in 2024-Q3?", "2024-07-01..2024-10-01"),
        ("What happened in the third quarter of 2024?", "2024-07-01..2024-10-01"),
        ("What happened in Q3?", "2026-07-01..2026-10-01"),
        ("What happened in Q4?", "2026-10-01..2027-01-01"),
        ("What did we do in early June?", "2026-06-01..2026-06-11"),
        ("What did we do in mid-June 2025?", "2025-06-11..2025-06-21"),
        ("What did we do in late June?", "2026-06-21..2026-07-01"),
        ("What did we do at the end of June 2025?", "2025-06-21..2025-07-01"),
        ("What did we do in the last week of March 2024?", "2024-03-01..2024-04-01"),
        ("What happened on Friday?", "2026-11-13..2026-11-14"),
        ("What happened on Monday?", "2026-11-09..2026-11-10"),
        ("What happened last Friday?", "2026-11-13..2026-11-14"),
        ("What happened last March?", "2026-03-01..2026-04-01"),
        ("What happened around March 5, 2024?", "2024-03-02..2024-03-09~"),
        ("What did we do the week before August 3, 2023?", "2023-07-27..2023-08-03"),
        ("What did we do the day after August 3, 2023?", "2023-08-04..2023-08-05"),
        ("What did we do in the week of May 8, 2024?", "2024-05-06..2024-05-13"),
    ],
)
def test_reads_named_dates(question: str, span: str) -> None:
    assert _spans(question) == [span]


@pytest.mark.parametrize(
    ("question", "span"),
    [
        ("What changed since Monday?", "2026-11-09.."),
        ("What changed since March?", "2026-03-01.."),
        ("What changed since 2024?", "2024-01-01.."),
        ("What changed since March 5?", "2026-03-05.."),
        ("What has changed since the beginning of 2025?", "2025-01-01.."),
        ("What changed since yesterday?", "2026-11-15.."),
        ("What happened from March 2024 on?", "2024-03-01.."),
        ("What did we use after May 2023?", "2023-06-01.."),
        ("What did we use before 2024?", "..2024-01-01"),
        ("What did we use prior to March 2024?", "..2024-03-01"),
        ("What was true until March 5, 2024?", "..2024-03-06"),
        ("What did we use up to March 2024?", "..2024-04-01"),
        ("What held as of 2024-03-05?", "..2024-03-06"),
        ("How many tests had we written by July 5?", "..2026-07-06"),
        ("What happened between 2023-01-05 and 2023-02-07?", "2023-01-05..2023-02-08"),
        ("What happened between March and May 2024?", "2024-03-01..2024-06-01"),
        ("What happened between November and February?", "2025-11-01..2026-03-01"),
        ("What happened between Monday and Wednesday?", "2026-11-09..2026-11-12"),
        ("What happened between 2022 and 2023?", "2022-01-01..2024-01-01"),
        ("What happened from March to May?", "2026-03-01..2026-06-01"),
        ("What happened from March 2024 to May?", "2024-03-01..2024-06-01"),
    ],
)
def test_opens_and_closes_a_span(question: str, span: str) -> None:
    assert _spans(question) == [span]


@pytest.mark.parametrize(
    "question",
    [
        "",
        "When did the build break?",
        "What year did we start?",
        "How long ago did we start?",
        "How many days between March 5 and March 9?",
        "How many days passed since March 5?",
        "How many days between the release and the outage?",
        "How many weeks after I started writing did I finish?",
        "How many days passed between the fix on March 5, 2024 and the release?",
        "What is planned for tomorrow?",
        "What did we plan for next week?",
        "What is due by Friday?",
        "What is due in December?",
        "May I deploy on Monday?",
        "Which meetings are on Tuesday and Thursday mornings?",
        "What runs every Monday?",
        "What happened on 05/08/2023?",
        "What happened on February 30, 2024?",
        "What happened on March 5 and 9?",
        "What happened more than two weeks ago?",
        "What happened 99999999999 days ago?",
        "What happened 999 years ago?",
        "Why does v2.1 fail?",
        "Rails 8 may break us?",
        "Which service listens on 2024?",
        "What is issue 2023 about?",
        "What did #2024 fix?",
        "Why were there errors in 2000 files?",
        "Is the pause between 2000 ms and 2020 ms?",
        "Which year is 1066 or 2999?",
        "What changed in src/2024/march.py?",
        "Who was hired by April?",
        "What is the last day of school?",
        "What do we do this winter?",
        'Did I read `last week` or the book "Last Summer"?',
        "What happened after 7 PM?",
        "What happened after all?",
        "What did we learn after the weekend?",
        "Have I worked with Michael before?",
        "Who looks after the billing?",
        "Which hook runs before the commit?",
        "What should I run before the tests?",
        "How do I format the code before committing?",
        "Since the build is slow, what can we do?",
        "Since we use Postgres, why is Redis there?",
        "What changed before and after the rewrite?",
        "Did we merge it before or after March 2024?",
        "Which came first, the fix after the outage or the rewrite?",
        "What did we speak about during our conversations?",
        "What did the trigger do BEFORE INSERT?",
        "What is the key used to sign tokens?",
        "Where is the token refreshed before the request is sent?",
        "Why do we sleep before the second attempt?",
        "Where is the lock freed after the process died?",
        "How did you recommend to organise it before the deadline?",
        "Where do we call now()?",
        "What should I do before the deploy?",
        "What should we check before the migration?",
        "How do we back up before a migration?",
        "How do we back up before the migration?",
        "How to roll back before the cutover?",
        "Run lint before the commit",
        "Run lint before the migration",
        "Back up the database before the migration",
        "Take a snapshot before the upgrade",
        "Notify users before the migration",
        "Stop the workers. Drain queues before the migration",
        "Before the migration, stop the workers",
        "Before the migration, notify users",
        "Before the migration back up the database",
        "Please update docs after the rename",
        "Refactor retries after the rewrite",
        "We back up before the upgrade",
        "Steps before the upgrade",
        "Things to do before the migration",
        "Next tasks before the migration",
        "Checks before the commit",
        "Tests before the release",
        "Alerts before a migration",
        "Alerts before the migration script",
        "What runs before the migration?",
        "What comes after the migration?",
        "What happens before the migration?",
        "What do we need before the move?",
        "Is there anything to do before the migration?",
        "Since the migration is slow, what can we do?",
        "Why does this fail since the tests pass?",
        "What was called before the commit?",
        "Which hook was called before the migration?",
        "Who was the service named after the merger?",
        "What was it called after the rename?",
        "All of the open alerts of our oldest cluster before the upgrade",
        "What have we done until now?",
        "Is Friday at the latest?",
        "What is the current directory?",
    ],
)
def test_reads_nothing_in_doubt(question: str) -> None:
    assert read_times(question, NOW) == Times((), (), "any")


@pytest.mark.parametrize(
    ("question", "event"),
    [
        ("What did we use before the migration?", ("before", "the migration")),
        ("Before the migration, what did we use?", ("before", "the migration")),
        ("After the rewrite what did we drop?", ("after", "the rewrite")),
        ("After the rewrite did we drop it?", ("after", "the rewrite")),
        ("Why did latency drop after we moved to Postgres?", ("after", "we moved to Postgres")),
        ("What has changed since the rewrite?", ("after", "the rewrite")),
        ("What has changed since we moved to Postgres?", ("after", "we moved to Postgres")),
        ("Who was on call during the outage?", ("during", "the outage")),
        ("Who owned billing prior to the merger?", ("before", "the merger")),
        ("What did we do after May left?", ("after", "May left")),
        ("What held until the merger?", ("before", "the merger")),
        ("What did Dana do after reading the report?", ("after", "reading the report")),
        ("What did Dana do before Kim's move?", ("before", "Kim's move")),
        ("What happened to the cache after the migration?", ("after", "the migration")),
        ("Could you tell me what we used before the migration?", ("before", "the migration")),
        ("What did we do after the trip in August 2023?", ("after", "the trip")),
        (
            "What was the billing server called before the ledger migration?",
            ("before", "the ledger migration"),
        ),
        ("What was it named before the rename?", ("before", "the rename")),
        ("before the migration", ("before", "the migration")),
        ("Before the migration?", ("before", "the migration")),
        ("alerts before the Kafka upgrade", ("before", "the Kafka upgrade")),
        ("alerts before the Kafka upgrade in production", ("before", "the Kafka upgrade in production")),
        ("Show me the alerts before the Kafka upgrade", ("before", "the Kafka upgrade")),
        ("How many alerts before the Kafka upgrade?", ("before", "the Kafka upgrade")),
        ("status of the server before our move to Berlin", ("before", "our move to Berlin")),
        ("Which database before the move?", ("before", "the move")),
        ("Before the move, which database?", ("before", "the move")),
        ("Which names until the merger?", ("before", "the merger")),
        ("owner of billing prior to the merger", ("before", "the merger")),
        ("errors during the outage", ("during", "the outage")),
        ("latency since the upgrade", ("after", "the upgrade")),
        ("alerts after the upgrade finished", ("after", "the upgrade finished")),
        ("Why is the login slow since the upgrade?", ("after", "the upgrade")),
    ],
)
def test_names_the_event(question: str, event: tuple[str, str]) -> None:
    assert _events(question) == [event]


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("What are we working on now?", "current"),
        ("Which database do we currently use?", "current"),
        ("Which database do we use today?", "current"),
        ("What is the latest decision on caching?", "current"),
        ("What is the most recent decision?", "current"),
        ("What do we use these days?", "current"),
        ("Who owns billing at the moment?", "current"),
        ("What is our current database?", "current"),
        ("What did I do recently?", "recent"),
        ("What broke last time?", "recent"),
        ("What did we use originally?", "historical"),
        ("What did we use at first?", "historical"),
        ("What did we use before that?", "historical"),
        ("What did Dana used to call it?", "historical"),
        ("Which name used to be ours?", "historical"),
        ("What did we use back then?", "historical"),
        ("What did we use in the past?", "historical"),
        ("What did we use originally, and what now?", "any"),
        ("What was Dana currently doing in August 2023?", "any"),
        ("Which database do we use?", "any"),
    ],
)
def test_tells_the_intent(question: str, intent: str) -> None:
    assert read_times(question, NOW).intent == intent


def test_says_which_words_say_so() -> None:
    question = "What did we drop in March 2024, after the rewrite?"
    times = read_times(question, NOW)
    (span,) = times.spans
    assert question[slice(*span.words)] == "in March 2024"
    assert times.events == (Event("after", "the rewrite", (32, 49)),)
    assert question[slice(*times.events[0].words)] == "after the rewrite"


def test_trusts_a_date_over_words_seen_from_it() -> None:
    assert _spans("What broke last week, as told on November 6, 2023?") == ["2023-11-06..2023-11-07"]


def test_keeps_several_spans_in_order() -> None:
    spans = _spans("What changed last week and last month?")
    assert spans == ["2026-11-09..2026-11-16", "2026-10-01..2026-11-01"]


@pytest.mark.parametrize(
    ("question", "spans"),
    [
        ("What did we do in June or July?", ["2026-06-01..2026-07-01", "2026-07-01..2026-08-01"]),
        ("What did we do in June and July 2024?", ["2024-06-01..2024-07-01", "2024-07-01..2024-08-01"]),
        ("What did we do in 2022 and 2023?", ["2022-01-01..2023-01-01", "2023-01-01..2024-01-01"]),
        ("What did we do last Monday and Tuesday?", ["2026-11-09..2026-11-10", "2026-11-10..2026-11-11"]),
        ("What did we do in 2022 and why?", ["2022-01-01..2023-01-01"]),
    ],
)
def test_reads_what_shares_a_preposition(question: str, spans: list[str]) -> None:
    assert _spans(question) == spans


def test_begins_days_in_the_zone_of_now() -> None:
    now = datetime(2026, 11, 16, 1, tzinfo=timezone(timedelta(hours=5)))
    assert _spans("What broke yesterday?", now) == ["2026-11-14T19:00..2026-11-15T19:00"]
    assert _spans("What broke yesterday?", NOW.replace(tzinfo=None)) == ["2026-11-15..2026-11-16"]


_PIECES = st.lists(
    st.sampled_from(
        "between and from to in on the last past 3 few 2024 2024-02-30 31 May March Monday week weeks ago "
        'before after since during we moved it , ? . `x` " \u2013 of early mid- Q3 2024Q9 12/13/2024 summer '
        "a couple used how many days long this today yesterday's year 0 99 night now at first".split()
    ),
    max_size=40,
)


# What stands around periods, in any order, without a word that is part of one.
_AROUND = st.lists(
    st.sampled_from(
        """in on during within over throughout at of around since after before until till by between from up
        to as prior the a an and or not last this that past previous few couple two ten ago first second third
        early mid late beginning start middle end next every each more than now then while did was we deploy
        release Maya's""".split()
    ),
    max_size=12,
)


@given(_AROUND)
def test_names_no_period_without_a_word_of_one(said: list[str]) -> None:
    words = read_words(" ".join(said))
    assert not any(looked_back(words, at, NOW) or named_period(words, at, NOW) for at in range(len(words)))


# About a hundred years from 2000 on, in seconds.
_MOMENTS = st.integers(0, 3_000_000_000).map(
    lambda seconds: datetime(2000, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
)


@given(st.one_of(st.text(max_size=200), _PIECES.map(" ".join), _PIECES.map("".join)), _MOMENTS)
def test_reads_any_text(question: str, now: datetime) -> None:
    times = read_times(question, now)
    for span in times.spans:
        since, until = (from_timestamp(moment) if moment else None for moment in (span.since, span.until))
        assert since or until
        assert not (since and until) or since < until
        assert 0 <= span.words[0] < span.words[1] <= len(question)
    for event in times.events:
        assert event.text
        assert question[slice(*event.words)].endswith(event.text)


@pytest.mark.parametrize(
    "piece",
    [
        "`",
        '"',
        "```",
        "between 2023 and ",
        "before the ",
        "before the x ",
        "last ",
        "on 8 and ",
        "5\u2013",
        "1,",
        "a couple of ",
    ],
)
def test_reads_hostile_text(piece: str) -> None:
    # Ends in time only when the work grows with the length of the text; a slow reading shows as a stuck run.
    question = (piece * LONG)[:LONG]
    assert read_times(question, NOW) == read_times(question, NOW)
