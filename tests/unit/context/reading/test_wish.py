"""A record is shown from where it can be seen, to whom may see it, while it says something."""

from phantasm.state.scopes import Standpoint
from tests.unit.context.reading.wishes import wish
from tests.unit.state.records import LIVE


def test_shows_what_belongs_to_the_project() -> None:
    assert wish().shows(LIVE)


def test_shows_nothing_of_another_branch() -> None:
    there = LIVE._replace(scope="branch", scope_ref="feature")
    assert not wish().shows(there)
    assert wish(seen_from=Standpoint(branch="feature")).shows(there)
    assert wish(seen_from=None).shows(there), "from everywhere"


def test_shows_nothing_sensitive_unless_it_may() -> None:
    secret = LIVE._replace(sensitivity="sensitive")
    assert not wish().shows(secret)
    assert wish(sensitive=True).shows(secret)


def test_shows_nothing_that_was_erased() -> None:
    assert not wish(sensitive=True, seen_from=None).shows(LIVE._replace(content=None))
