"""Who knows an area is told by commits: how many, how recent, how much of each was about it."""

import pytest

from phantasm.workspace.history.authors import Deed, is_bot, who_knows

NOW = "2026-11-01T00:00:00.000000Z"
RECENT, OLD = "2026-10-01T00:00:00.000000Z", "2019-10-01T00:00:00.000000Z"


def _deed(author: str, at: str = RECENT, *, mail: str = "", files: int = 1, within: int = 1) -> Deed:
    return Deed(f"{author}{at}{files}", at, author, mail or f"{author}@", files, within)


def test_puts_recent_work_before_old_work() -> None:
    people = who_knows([_deed("ada"), *[_deed("bob", OLD, files=n) for n in (1, 2, 3)]], NOW)
    assert [person.keys[0] for person in people] == ["ada", "bob"]
    assert people[0].share > 0.9
    assert abs(sum(person.share for person in people) - 1) < 0.001


def test_counts_less_what_was_mostly_about_something_else() -> None:
    people = who_knows([_deed("ada", files=100), _deed("bob", files=2)], NOW)
    assert [person.keys[0] for person in people] == ["bob", "ada"]


def test_joins_names_that_share_a_mail() -> None:
    deeds = [
        _deed("ada", mail="m1"),
        _deed("ada l.", "2026-10-02T00:00:00.000000Z", mail="m1"),
        _deed("ada l.", mail="m2"),
        _deed("countess", mail="m2"),
        _deed("bob", mail="m3"),
    ]
    people = who_knows(deeds, NOW)
    assert [len(person.deeds) for person in people] == [4, 1]
    assert people[0].keys[0] == "ada l."
    assert people[0].last_at.startswith("2026-10-02")


def test_does_not_join_people_under_an_address_that_many_use() -> None:
    assert len(who_knows([_deed(f"person {n}", mail="root@localhost") for n in range(5)], NOW)) == 5


@pytest.mark.parametrize(
    ("name", "mail", "bot"),
    [
        ("dependabot[bot]", "", True),
        ("renovate", "", True),
        ("GitHub Actions", "", True),
        ("release-bot", "", True),
        ("Ada", "49699333+dependabot[bot]@users.noreply.github.com", True),
        ("Travis Oliphant", "", False),
        ("Jan Bot", "", False),
        ("Abbott", "", False),
    ],
)
def test_knows_programs_from_people(name: str, mail: str, bot: bool) -> None:  # noqa: FBT001  a parameter
    assert is_bot(name, mail) is bot
