"""Which browser belongs to the person who started the server?"""

from phantasm.contracts.kinds import TokenScope
from phantasm.surfaces.http.browsers import CODE_SECONDS, SESSION_SECONDS, Browsers, Session
from phantasm.surfaces.serving.tokens import Grant

PERSON = Grant("browser", "cli", TokenScope.ADMIN, is_person=True)


class _World:
    def __init__(self) -> None:
        self.now = 0.0
        self.browsers = Browsers(PERSON, now=lambda: self.now)

    def enter(self) -> Session:
        session = self.browsers.enter(self.browsers.code())
        assert session is not None
        return session


def test_a_code_is_good_once() -> None:
    world = _World()
    code = world.browsers.code()
    assert world.browsers.enter(code) is not None
    assert world.browsers.enter(code) is None
    assert world.browsers.enter("never was") is None
    assert world.browsers.enter("\udcff") is None


def test_a_code_is_good_for_minutes() -> None:
    world = _World()
    early, late = world.browsers.code(), world.browsers.code()
    world.now = CODE_SECONDS
    assert world.browsers.enter(early) is not None
    world.now = CODE_SECONDS + 0.1
    assert world.browsers.enter(late) is None


def test_a_browser_has_two_secrets_of_256_bits() -> None:
    session = _World().enter()
    assert session.cookie != session.word
    assert min(len(session.cookie), len(session.word)) * 6 >= 256


def test_grants_only_to_whoever_shows_both() -> None:
    world = _World()
    one, two = world.enter(), world.enter()
    grant_of = world.browsers.grant_of
    assert grant_of(one.cookie, one.word) == PERSON
    wrong = [
        (one.cookie, two.word),
        (one.word, one.cookie),
        (one.cookie, ""),
        ("", one.word),
        ("\udcff", "\udcff"),
    ]
    assert [grant_of(*pair) for pair in wrong] == [None] * len(wrong)


def test_a_session_ends_with_the_day_and_when_left() -> None:
    world = _World()
    one, two = world.enter(), world.enter()
    world.browsers.leave(one.cookie)
    world.browsers.leave("nobody's")
    assert world.browsers.grant_of(one.cookie, one.word) is None
    world.now = SESSION_SECONDS
    assert world.browsers.grant_of(two.cookie, two.word) == PERSON
    world.now = SESSION_SECONDS + 0.1
    assert world.browsers.grant_of(two.cookie, two.word) is None


def test_keeps_the_newest_few() -> None:
    world = _World()
    codes = [world.browsers.code() for _ in range(9)]
    assert world.browsers.enter(codes[0]) is None
    assert world.browsers.enter(codes[1]) is not None
    sessions = [world.enter() for _ in range(33)]
    grants = [world.browsers.grant_of(one.cookie, one.word) for one in sessions]
    assert grants == [None] + [PERSON] * 32
