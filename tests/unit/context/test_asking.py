"""asking: a labelled table of questions, and what their slots and kinds are."""

import pytest

from phantasm.context.asking import kinds_asked, slot_of, slots_asked, topic_of

# Written for this test. One slot, several apart by "+", or "-" for questions that ask for none.
QUESTIONS = """
reasoning | Why did we choose PostgreSQL for invoices?
reasoning | why was the queue replaced by a table?
reasoning | Why are invoices stored in PostgreSQL?
reasoning | Why do we use integers for money?
reasoning | why don't we cache the token?
reasoning | Why was Redis rejected?
reasoning | Why SQLite instead of a server?
reasoning | Why did you pick the older parser over the new one?
reasoning | What was the reason for the rename?
reasoning | What is the rationale for two databases?
reasoning | What was our reasoning when we split the package?
reasoning | How come we pin numpy?
reasoning | For what reason was the endpoint removed?
reasoning | What made us drop the old importer?
reasoning | What led you to the second rewrite?
reasoning | How did we decide on the file format?
reasoning | How did we arrive at a limit of 2,400 tokens?
reasoning | What did we decide about retention?
reasoning | What was agreed about the release date?
reasoning | Which alternatives did we consider?
reasoning | Remind me why we haven't moved to Python 3.13.
reasoning | Explain why the retry was disabled in CI.
reasoning | What were the trade-offs of the second design?
reasoning | what spoke against a message broker?
reasoning | Why weren't the migrations merged into one?
reasoning | Could you tell me why we moved off the old host?
reasoning | Is there a reason we don't use threads here?
reasoning | What's the reason we log in UTC?
reasoning | Why does the team avoid global state?
reasoning | What motivated the switch to one lock file?
action | What was tried so far?
action | What did we try for the flaky upload test?
action | What have we already tried?
action | what has been attempted to fix the memory leak?
action | What did you do about the failing login?
action | What did we change in the parser?
action | Which commands were run on staging?
action | What steps were taken after the outage?
action | How did we fix the time zone bug?
action | How was the deadlock resolved?
action | Have we tried a bigger pool?
action | Did anyone try turning off the cache?
action | Did we already attempt the upgrade?
action | Which fixes have been applied to the importer?
action | What was our approach in the first version?
action | What did the last session change?
action | What did I work on yesterday?
action | Which approaches have we ruled out?
action | What did the agent run before the crash?
action | Which migrations were run last week?
action | How did they work around the missing header?
action | how did you get around the rate limit?
outcome | What failed?
outcome | What went wrong during the migration?
outcome | Which tests failed last night?
outcome | Did it work?
outcome | Did the tests pass?
outcome | did the new index help?
outcome | What was the result of the load test?
outcome | What were the results?
outcome | How did the deployment go?
outcome | How did it turn out?
outcome | What happened after the restart?
outcome | What came of the pool experiment?
outcome | Has the backfill finished?
outcome | Was the leak fixed?
outcome | Which approaches didn't work?
outcome | What's the outcome of the experiment?
outcome | Which of the experiments succeeded?
outcome | Has the flaky test been fixed?
outcome | Why did the deploy fail yesterday?
outcome | What happened last time I worked on the auth service?
observation | What did we see in the logs?
observation | What was the error?
observation | What was the exact error message?
observation | Which error did the importer give?
observation | What did the traceback say?
observation | What was the output of the migration?
observation | what did the server log show?
observation | What did pytest print?
observation | What was the exit code?
observation | What was measured on the slow machine?
observation | What did you notice about the response times?
observation | What warnings were there?
action+outcome | What did we try, and did it work?
action+outcome | What was tried and what failed?
observation+action | What was the error and how did we fix it?
reasoning+outcome | Why did we roll back, and what was the outcome?
- | Where are invoices stored?
- | Why is the build slow?
- | Why is the upload test failing?
- | why does the parser return None?
- | Tell me why the tests fail on macOS.
- | Why are we getting a 502?
- | Add a why command to the CLI.
- | What should we do next?
- | What should we try if it fails again?
- | What will happen if the disk is full?
- | What happens when two agents write at once?
- | Which port does the development server use?
- | What error code should the parser return?
- | What does the result field hold?
- | What is the result type of parse?
- | What did Caroline do on Sunday?
- | What did Sarah say about the budget?
- | How do I run the tests?
- | How is money represented?
- | Can you try again?
- | Fix the flaky upload test.
- | Does the importer work with CSV files?
- | Who reviews changes to the payment code?
- | When was the last release?
- | The reason field is optional, isn't it?
- | Write an action that deploys the docs.
- | Is there an outcome column in the table?
- | What could we do about the deadline?
- | How many tests are there?
- | What did Maria say it was like?
- | How long did it take to finish the book?
- | What motivated Maria to learn pottery?
- | What was the poetry reading about?
- | What happens to failed jobs?
- | Which tests cover the parser?
- | When did we switch the build tool?
- | What was the message Sarah sent me?
- | What happened at the party?
- | Could you show me the result page?
- | What is tried first, the cache or the database?
- | Did Tom bring the cake to the party?
"""
CASES = [tuple(part.strip() for part in line.split("|")) for line in QUESTIONS.strip().splitlines()]


@pytest.mark.parametrize(("slots", "question"), CASES, ids=[question for _, question in CASES])
def test_reads_what_a_question_asks_for(slots: str, question: str) -> None:
    assert "+".join(slots_asked(question)) == ("" if slots == "-" else slots)


def test_table_is_as_large_as_it_says() -> None:
    assert len(CASES) >= 60
    assert len({question for _, question in CASES}) == len(CASES)


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("Why did we choose PostgreSQL?", ("decision",)),
        ("What failed?", ("known_issue", "blocker")),
        ("Did it work?", ("task", "known_issue")),
        ("How did we fix the time zone bug?", ("procedure", "task", "known_issue")),
        ("What was the error?", ("known_issue", "fact")),
        ("Where are invoices stored?", ()),
    ],
)
def test_names_the_kinds_that_answer(question: str, kinds: tuple[str, ...]) -> None:
    assert kinds_asked(question) == kinds


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("What was the result of the load test?", "What was the of the load test?"),
        ("What was tried with the pool?", "What was with the pool?"),
        ("What failed?", "What ?"),
        ("Where is the result page?", "Where is the result page?"),
    ],
)
def test_tells_the_topic_apart(question: str, topic: str) -> None:
    assert topic_of(question) == topic


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("Observation: the build takes nine minutes", "observation"),
        ("Thought: the cache may be cold", "reasoning"),
        ("**Reasoning:** fewer moving parts", "reasoning"),
        ("Rationale: one file is easier to copy", "reasoning"),
        ("Action: ran make test", "action"),
        ("## Outcome: 3 failed, 40 passed", "outcome"),
        ("RESULT: exit code 1", "outcome"),
        ("  - Outcomes: two of three", "outcome"),
        ("Outcome:\nthe tests pass", "outcome"),
        ("action: retry", None),
        ("Action items for Monday: call Sarah", None),
        ("The outcome: nothing", None),
        ("Results::Error is a type", None),
        ("We saw this.\nObservation: later lines do not count", None),
        ("", None),
    ],
)
def test_reads_the_label_of_the_first_line(text: str, slot: str | None) -> None:
    assert slot_of(text) == slot
