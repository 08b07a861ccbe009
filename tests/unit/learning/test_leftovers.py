"""Suggestions go once what is held says the same or, later and as trusted, the opposite."""

from phantasm.learning.consolidating import Open, Settled, decide_suggestion
from phantasm.state.rules import Contradicts, Duplicate, New
from tests.unit.learning.test_fading import _record

SUGGESTED = _record("fact")._replace(state="suggested", id="rec_s")
LATER = _record("fact")._replace(id="rec_h", valid_from="2026-10-01T00:00:00.000000Z")


def test_goes_when_it_is_said_already() -> None:
    assert decide_suggestion(SUGGESTED, Duplicate("rec_h"), [LATER], is_asked=True) == Settled("said already")


def test_goes_when_something_later_contradicts_it() -> None:
    verdict = Contradicts(("rec_h",))
    assert isinstance(decide_suggestion(SUGGESTED, verdict, [LATER], is_asked=True), Settled)


def test_stays_when_what_contradicts_it_is_older_or_less_trusted() -> None:
    older = LATER._replace(valid_from="2020-01-01T00:00:00.000000Z")
    rumour = LATER._replace(origin="web")
    for held in (older, rumour):
        assert decide_suggestion(SUGGESTED, Contradicts(("rec_h",)), [held], is_asked=True) == Open()


def test_goes_when_nobody_is_asked_any_more() -> None:
    assert isinstance(decide_suggestion(SUGGESTED, New(), [], is_asked=False), Settled)
    assert decide_suggestion(SUGGESTED, New(), [], is_asked=True) == Open()
