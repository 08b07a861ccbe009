"""Every profile names a counter, a format and every section once, the stable ones first."""

import pytest

from phantasm.context.profiles import PROFILES, Profile
from phantasm.context.render import FORMATS
from phantasm.context.sections import SECTIONS, STABLE


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_profile_is_whole(profile: Profile) -> None:
    assert sorted(profile.order) == sorted(SECTIONS)
    assert profile.order[: len(STABLE)] == STABLE
    assert profile.format in FORMATS
    assert profile.counter
