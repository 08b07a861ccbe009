"""What got past a failure is told again, and nothing is told about another failure."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from phantasm.learning.likeness import Failing, Rarity, like
from phantasm.learning.recalling import Recalled, reasons_of, searched_words, ways_past
from phantasm.session.episodes.briefs import condense
from phantasm.session.episodes.failures import signature_of
from phantasm.session.episodes.model import Episode, Overcome
from phantasm.session.model import Outcome
from tests.unit.learning.failures_elsewhere import sample
from tests.unit.learning.failures_made_up import KINDS, NAMES, Made, failure

NOW = "2026-11-16T12:00:00.000000Z"


def failing(made: Made, command: str | None = None) -> Failing:
    return Failing(command or made.command, signature_of(made.command, made.output))


def episode(
    made: Made,
    *way: str,
    session: str = "s1",
    outcome: Outcome = "success",
    at: str = "2026-11-01T12:00:00.000000Z",
) -> Episode:
    words = signature_of(made.command, made.output)
    past = Overcome(made.command, words, made.output.split("\n")[0], way or (f"install {made.name}",))
    return Episode(session, "test", "", ended_at=at, outcome=outcome, overcome=(past,))


def rarity_of(episodes: list[Episode]) -> Rarity:
    counts = Counter(word for one in episodes for past in one.overcome for word in set(past.signature))
    return Rarity(counts, len(episodes))


def recall(
    made: Made, episodes: list[Episode], *, limit: int = 5, command: str | None = None
) -> list[Recalled]:
    return ways_past(failing(made, command), episodes, rarity_of(episodes), now=NOW, limit=limit)


def store(place: int = 0) -> list[Episode]:
    """One way past a failure of each kind, each about another thing."""
    return [
        episode(failure(kind, NAMES[number % len(NAMES)], place), session=f"s-{kind}")
        for number, kind in enumerate(KINDS)
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_finds_the_same_failure_in_another_place(kind: str) -> None:
    episodes = store()
    name = NAMES[list(KINDS).index(kind) % len(NAMES)]
    for place in (1, 2):
        assert [one.session for one in recall(failure(kind, name, place), episodes)] == [f"s-{kind}"]


@pytest.mark.parametrize("kind", KINDS)
def test_finds_it_in_a_store_that_knows_nothing_else(kind: str) -> None:
    alone = [episode(failure(kind, "redis"))]
    assert [one.session for one in recall(failure(kind, "redis", 2), alone)] == ["s1"]


def test_says_nothing_about_another_failure() -> None:
    """Every kind about every thing that the store does not know of that kind: 156 wrong guesses to make."""
    episodes = store()
    wrong, asked = [], 0
    for number, kind in enumerate(KINDS):
        for name in NAMES:
            if name == NAMES[number % len(NAMES)]:
                continue
            asked += 1
            wrong += [(kind, name, one.session) for one in recall(failure(kind, name, 1), episodes)]
    assert asked >= 150
    assert wrong == []


def test_says_nothing_about_another_failure_where_little_is_known() -> None:
    """The same where the store knows one failure only, and where it knows a hundred about other things."""
    pairs = [(kind, held, asked) for kind in KINDS for held, asked in product(NAMES[:4], NAMES[4:8])]
    few = [pair for pair in pairs if recall(failure(pair[0], pair[2], 1), [episode(failure(*pair[:2]))])]
    many = [episode(failure(kind, name), session=f"{kind} {name}") for kind in KINDS for name in NAMES[:8]]
    lots = [(kind, name) for kind in KINDS for name in NAMES[8:] if recall(failure(kind, name, 1), many)]
    assert len(pairs) >= 200
    assert (few, lots) == ([], [])


def test_other_kinds_about_the_same_thing_are_other_failures() -> None:
    wrong = [
        (held, asked)
        for held, asked in product(KINDS, KINDS)
        if held != asked and recall(failure(asked, "redis", 1), [episode(failure(held, "redis"))])
    ]
    # Python and Node miss a module of the same name in nearly the same words: that is one failure to words.
    assert set(wrong) <= {("node", "module"), ("module", "node")}


@pytest.mark.parametrize(("name", "least"), [("seen", 19), ("fresh", 11)])
def test_tells_a_failure_from_its_near_miss_in_other_programs(name: str, least: int) -> None:
    told = sample(name)
    episodes = [episode(Made(one.kind, "", one.command, one.then), session=one.kind) for one in told]
    found = 0
    for one, past in zip(told, episodes, strict=True):
        now = recall(Made(one.kind, "", one.command, one.now), episodes)
        assert {recalled.session for recalled in now} <= {one.kind}
        found += bool(now)
        miss = Made(one.kind, "", one.command, one.near_miss)
        assert (recall(miss, episodes), recall(miss, [past])) == ([], []), one.kind
    assert found >= least


def test_an_error_without_a_name_is_not_recognised() -> None:
    vague = Made("", "", "pytest", "AssertionError: assert 1 == 2\n1 failed\n")
    assert recall(vague, [episode(vague)]) == []
    empty = Made("", "", "pytest", "")
    assert recall(empty, [episode(empty)]) == []


def test_another_command_needs_more_in_common() -> None:
    made = failure("module", "redis")
    found = recall(made, [episode(made)], command="python -m app")
    assert [one.likeness.command for one in found] == ["other"]
    same, alike = recall(made, [episode(made)]), recall(made, [episode(made)], command="pytest -x")
    assert [one.likeness.command for one in same + alike] == ["same", "alike"]
    assert same[0].score > alike[0].score > found[0].score


def test_the_way_that_worked_better_later_and_more_often_comes_first() -> None:
    made = failure("module", "redis")
    good = episode(made, "pip install redis", session="good")
    failed = episode(made, "pip install -U pip", session="failed", outcome="failure")
    old = episode(made, "conda install redis", session="old", at="2024-01-01T12:00:00.000000Z")
    again = [replace(good, session=f"again-{n}") for n in range(3)]
    episodes = [failed, old, good, *again]
    found = recall(made, episodes)
    assert [one.overcome.way[0] for one in found] == [
        "pip install redis",
        "conda install redis",
        "pip install -U pip",
    ]
    assert len(found[0].sessions) == 4
    assert recall(made, episodes[::-1]) == found
    assert len(recall(made, episodes, limit=1)) == 1


def test_what_everybody_gets_past_in_another_way_is_not_one_failure() -> None:
    made = failure("module", "redis")
    apart = [episode(made, f"edit file_{n}.py", session=f"s{n}") for n in range(12)]
    assert recall(made, apart) == []
    assert len(recall(made, apart[:4])) == 4
    agreed = [episode(made, "pip install redis", f"edit file_{n}.py", session=f"s{n}") for n in range(12)]
    assert len(recall(made, agreed)) == 5


def test_what_nothing_got_past_is_no_help() -> None:
    made = failure("module", "redis")
    stuck = replace(episode(made), overcome=(replace(episode(made).overcome[0], way=()),))
    assert recall(made, [stuck]) == []


def test_a_condensed_episode_is_still_found() -> None:
    for kind in KINDS:
        brief = condense(episode(failure(kind, "redis")))
        assert recall(failure(kind, "redis", 1), [brief]), kind


def test_says_why() -> None:
    made = failure("module", "redis")
    found = recall(made, [episode(made), episode(made, session="s2")])[0]
    assert reasons_of(found, NOW) == [
        "the same command failed",
        "both errors name redis",
        "2 sessions got past it this way",
        "15 days ago",
    ]


def test_looks_for_the_rarest_names() -> None:
    asked = Failing("pytest", ("modulenotfounderror", "redis", "module", "named", "worker", "unheard"))
    counts = {"modulenotfounderror": 9, "redis": 1, "module": 9, "worker": 4}
    assert searched_words(asked, counts, most=5) == ["redis", "worker"]
    assert searched_words(asked, counts, most=1) == ["redis"]


def test_likeness_is_the_same_both_ways() -> None:
    for one, other in product(KINDS, KINDS):
        first, second = failure(one, "redis"), failure(other, "redis", 1)
        rarity = rarity_of([episode(first), episode(second)])
        there = like(failing(first), episode(second).overcome[0], rarity)
        back = like(failing(second), episode(first).overcome[0], rarity)
        assert (there and round(there.score, 6)) == (back and round(back.score, 6)), (one, other)
