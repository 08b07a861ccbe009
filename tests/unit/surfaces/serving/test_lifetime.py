"""When does the server end?"""

import threading

from phantasm.surfaces.serving.lifetime import Lifetime


class _World:
    def __init__(self) -> None:
        self.now = 0.0
        self.parent = 7

    def lifetime(self, idle_minutes: int = 1) -> Lifetime:
        return Lifetime(idle_minutes=idle_minutes, parent=lambda: self.parent, now=lambda: self.now)


def test_lives_while_the_parent_does_and_somebody_asks() -> None:
    world = _World()
    lifetime = world.lifetime()
    for _ in range(5):
        world.now += 50
        lifetime.begin()
        lifetime.finish()
    assert lifetime.reason() is None


def test_ends_with_the_parent() -> None:
    world = _World()
    lifetime = world.lifetime()
    world.parent = 1
    assert lifetime.reason() == "the process that started it is gone"


def test_ends_when_nobody_asks() -> None:
    world = _World()
    lifetime = world.lifetime()
    world.now = 60
    assert lifetime.reason() == "nobody asked anything for a long time"


def test_is_not_idle_while_it_answers() -> None:
    world = _World()
    lifetime = world.lifetime()
    lifetime.begin()
    world.now = 6_000
    busy, reason = lifetime.is_busy, lifetime.reason()
    lifetime.finish()
    assert (busy, reason) == (True, None)
    assert (lifetime.is_busy, lifetime.reason()) == (False, None)


def test_never_idles_out_with_zero() -> None:
    world = _World()
    lifetime = world.lifetime(0)
    world.now = 1e9
    assert lifetime.reason() is None
    lifetime.allow(1)
    assert lifetime.reason() is not None


def test_ends_when_told_and_leaves_when_that_has_no_effect() -> None:
    left = threading.Event()
    told: list[str] = []
    lifetime = Lifetime(idle_minutes=0, parent=None, leave=lambda status: left.set())
    lifetime.watch(told.append)
    lifetime.tell("enough")
    lifetime.tell("too late")
    assert left.wait(10)
    assert told == ["enough"]


def test_does_not_leave_once_it_has_ended() -> None:
    left, told = threading.Event(), threading.Event()
    lifetime = Lifetime(idle_minutes=0, parent=None, leave=lambda status: left.set())

    def end(_: str) -> None:
        lifetime.ended()
        told.set()

    lifetime.watch(end)
    lifetime.tell("enough")
    assert told.wait(10)
    assert not left.wait(0.1)
