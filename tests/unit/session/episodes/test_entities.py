"""The things that sessions speak of."""

from phantasm.session.episodes.form import names_in, packages_in
from tests.unit.session.episodes.made_up import episode


def test_finds_names_packages_services_errors_and_versions() -> None:
    text = (
        "The payment-service raises KeyError in `ZoneClock.parse()` "
        "after parse_zone; Python 3.11, django==4.2.1, E0308."
    )
    assert names_in(text) >= {
        "payment-service",
        "KeyError",
        "ZoneClock.parse",
        "parse_zone",
        "Python 3.11",
        "django==4.2.1",
        "E0308",
    }


def test_finds_what_is_installed() -> None:
    assert packages_in("cd a && pip install -U pyyaml 'x' && npm i @types/node") == {"pyyaml", "@types/node"}


def test_ranks_by_turns_and_then_by_name() -> None:
    found = episode(
        ("user", "ZoneClock ZoneClock ZoneClock is late."),
        ("says", "BetaThing and AlphaThing."),
        ("user", "See AlphaThing."),
    )
    assert found.entities == ("AlphaThing", "BetaThing", "ZoneClock")


def test_takes_plain_words_for_none() -> None:
    assert names_in("Please fix the clock, it is an hour late. See `a b c` and src/x.") == set()
