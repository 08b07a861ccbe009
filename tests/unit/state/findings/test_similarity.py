"""How alike statements are: symmetric, 100 for the same, less for other words or another order."""

from hypothesis import given
from hypothesis import strategies as st

from phantasm.state.findings.similarity import denies, figures, most_similarity, similarity, words_of

words = st.lists(st.sampled_from("abcdef"), max_size=8)


@given(first=words, second=words)
def test_is_symmetric_and_bounded(first: list[str], second: list[str]) -> None:
    degree = similarity(first, second)
    assert degree == similarity(second, first)
    assert 0 <= degree <= 100
    assert degree == 100 or first != second or not first


@given(first=words, second=words)
def test_is_never_above_what_the_shared_words_allow(first: list[str], second: list[str]) -> None:
    if first and second:
        repeated = min(len(first) - len(set(first)), len(second) - len(set(second)))
        shared = len(set(first) & set(second)) + repeated
        assert similarity(first, second) <= most_similarity(shared, len(first) + len(second))


def test_reads_inflected_and_wide_words_alike() -> None:
    assert words_of("The Workers are polling") == words_of("worker polls")
    assert words_of("\uff21\uff30\uff29") == words_of("api")
    assert words_of("数据库") == ("数", "据", "库")
    assert words_of("the") == ("the",)


def test_weighs_order_less_than_words() -> None:
    turned = similarity(words_of("Alpha calls Beta"), words_of("Beta calls Alpha"))
    other = similarity(words_of("Alpha calls Beta"), words_of("Alpha calls Gamma"))
    assert 100 > turned >= 70 > other


def test_tells_numbers_and_denials() -> None:
    assert figures(words_of("Python 3.11 on port 80")) == {"3.11", "80"}
    assert denies(words_of("It does not run"))
    assert denies(words_of("It doesn't run"))
    assert not denies(words_of("It is not never"))
