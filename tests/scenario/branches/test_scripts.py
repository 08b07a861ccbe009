"""Is exactly the right memory live after everything that can happen in git? With real repositories."""

import pytest

from tests.scenario.branches.scripts import EVERY
from tests.scenario.branches.world import World


@pytest.mark.parametrize("name", EVERY)
def test_the_right_records_are_live(name: str, world: World) -> None:
    world.live_through(EVERY[name])


def test_there_are_enough_of_them() -> None:
    assert len(EVERY) >= 40
