"""Equal values give equal text; different values do not; no float token ever appears."""

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from phantasm.contracts.canonical import canonical, digest

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
)


@given(values)
def test_is_stable_under_a_round_trip(value: object) -> None:
    assert canonical(json.loads(json.dumps(value))) == canonical(value)


@given(st.dictionaries(st.text(max_size=4), scalars, max_size=5))
def test_ignores_the_order_of_keys(value: dict[str, object]) -> None:
    assert canonical(dict(reversed(value.items()))) == canonical(value)


@given(values)
def test_contains_no_float_token(value: object) -> None:
    without_strings = re.sub(r'"(?:[^"\\]|\\.)*"', '""', canonical(value))
    assert not re.search(r"\d\.\d|\d[eE]", without_strings)


def test_keeps_numbers_and_texts_apart() -> None:
    assert len({canonical(1), canonical(1.0), canonical("1.0"), canonical(True)}) == 4  # noqa: FBT003  the value itself


def test_salts_change_the_digest() -> None:
    assert digest({"a": 1}, salt="x") != digest({"a": 1}, salt="y")
