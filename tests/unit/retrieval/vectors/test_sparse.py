"""Terms become places and weights, the same on every machine."""

import pytest

from phantasm.retrieval.vectors.sparse import sparse, sparse_query, term_id


@pytest.mark.parametrize(("term", "place"), [("", 0x811C9DC5), ("a", 0xE40C292C), ("foobar", 0xBF9CF968)])
def test_hashes_as_published(term: str, place: int) -> None:
    assert term_id(term) == place


def test_weighs_repetition_less_and_less() -> None:
    def weight(count: int) -> float:
        places, weights = sparse(["word"] * count + [f"other{number}" for number in range(40 - count)])
        return dict(zip(places, weights, strict=True))[term_id("word")]

    gains = [weight(count + 1) - weight(count) for count in range(1, 6)]
    assert all(gain > 0 for gain in gains)
    assert gains == sorted(gains, reverse=True)


def test_holds_length_against_a_text() -> None:
    short, long = sparse(["word"]), sparse(["word"] + [f"other{number}" for number in range(200)])
    assert max(short[1]) > max(long[1])


def test_lists_places_once_and_ascending() -> None:
    places, weights = sparse("the same the same words".split())
    assert places == sorted(set(places))
    assert len(places) == len(weights) == 3
    assert sparse_query(["b", "a", "b"]) == (sorted([term_id("a"), term_id("b")]), [1.0, 1.0])
    assert sparse([]) == ([], [])
