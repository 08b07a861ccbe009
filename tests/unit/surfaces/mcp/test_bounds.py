"""Does a result stay below what clients cut?"""

from hypothesis import given
from hypothesis import strategies as st

from phantasm.surfaces.mcp.answers import LEFT_OUT, bounded, shortened, size

MOST = 2_000
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=400),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=40,
)


def test_leaves_alone_what_fits() -> None:
    data: dict[str, object] = {"hits": [1, 2, 3]}
    assert bounded(data) is data


def test_says_how_much_was_left_out() -> None:
    kept = bounded({"match": "strong", "hits": [{"text": "x" * 100} for _ in range(100)]}, MOST)
    assert kept["match"] == "strong"
    hits, left = kept["hits"], kept[LEFT_OUT]
    assert isinstance(hits, list)
    assert left == {"hits": 100 - len(hits)}


def test_keeps_both_ends_of_a_long_text() -> None:
    text = shortened("a" * 500 + "b" * 500, 100)
    assert isinstance(text, str)
    assert text.startswith("a" * 50)
    assert text.endswith("b" * 50)
    assert "900 characters left out" in text


@given(st.dictionaries(st.text(max_size=8), JSON, max_size=6))
def test_never_exceeds_the_bound(data: dict[str, object]) -> None:
    assert size(bounded(data, MOST)) <= MOST + size({LEFT_OUT: dict.fromkeys(data, "too long to show here")})
