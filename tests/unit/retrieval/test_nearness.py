"""Near words are the ones a slip away, nearest and most frequent first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.retrieval.lexical import near_terms, ranges

WORDS = st.text("abcd", min_size=1, max_size=11)


def distance(one: str, other: str) -> int:
    """Fill the whole table of optimal string alignment: slow and plain."""
    rows = [
        [row + column if row * column == 0 else 0 for column in range(len(other) + 1)]
        for row in range(len(one) + 1)
    ]
    for row in range(1, len(one) + 1):
        for column in range(1, len(other) + 1):
            ways = [
                rows[row - 1][column] + 1,
                rows[row][column - 1] + 1,
                rows[row - 1][column - 1] + (one[row - 1] != other[column - 1]),
            ]
            if row > 1 and column > 1 and one[row - 2 : row] == other[column - 2 : column][::-1]:
                ways.append(rows[row - 2][column - 2] + 1)
            rows[row][column] = min(ways)
    return rows[-1][-1]


def near(term: str, *words: str) -> list[str]:
    return [word for word, _ in near_terms(term, [(word, 1) for word in words], 10)]


class TestFinding:
    @pytest.mark.parametrize("word", ["cache", "cace", "cacheed", "cached", "cahced", "cacied", "acched"])
    def test_finds_a_word_one_step_away(self, word: str) -> None:
        assert near("cached", word) == ([word] if distance("cached", word) == 1 else [])

    def test_finds_two_neighbours_exchanged(self) -> None:
        assert near("retreival", "retrieval") == ["retrieval"]

    def test_finds_the_first_two_letters_exchanged(self) -> None:
        assert near("adtabase", "database") == ["database"]

    def test_finds_a_word_without_the_letter_in_front(self) -> None:
        assert near("sdatabase", "database") == ["database"]

    def test_allows_two_steps_from_eight_letters_on(self) -> None:
        assert near("datbasse", "database") == ["database"]
        assert near("sessoin", "sesion") == []

    def test_never_guesses_short_words(self) -> None:
        assert near("cat", "car", "cart", "cats") == []

    @pytest.mark.parametrize("term", ["20240102", "e0502", "v1\ue0002", "٣٤٥٦"])
    def test_never_guesses_numbers(self, term: str) -> None:
        assert near(term, term[:-1], term + "x", term[:-1] + "9") == []
        assert ranges(term) == []

    def test_never_offers_a_word_with_a_digit(self) -> None:
        assert near("python", "python3", "pythons") == ["pythons"]

    def test_joins_a_name_with_its_joined_form(self) -> None:
        assert near("username", "user\ue009name") == ["user\ue009name"]

    def test_leaves_the_term_itself_out(self) -> None:
        assert near("database", "database", "databases") == ["databases"]

    def test_has_nothing_for_nothing(self) -> None:
        assert near("", "a") == near("database") == []
        assert ranges("") == ranges("abc") == []


class TestOrdering:
    def test_puts_the_nearest_first_then_the_frequent_then_the_alphabet(self) -> None:
        vocabulary = [("databased", 1), ("datebase", 3), ("databank", 99), ("databases", 3), ("datebaze", 50)]
        assert near_terms("database", vocabulary, 10) == [
            ("databases", 3),
            ("datebase", 3),
            ("databased", 1),
            ("databank", 99),
            ("datebaze", 50),
        ]

    @pytest.mark.parametrize(("most", "kept"), [(1, 1), (2, 2), (0, 0), (-1, 0)])
    def test_keeps_no_more_than_asked_for(self, most: int, kept: int) -> None:
        assert len(near_terms("database", [("databases", 1), ("datebase", 1), ("databas", 1)], most)) == kept

    @given(st.lists(st.tuples(WORDS, st.integers(1, 5)), max_size=30, unique_by=lambda pair: pair[0]), WORDS)
    def test_does_not_depend_on_the_order_of_reading(
        self, vocabulary: list[tuple[str, int]], term: str
    ) -> None:
        assert near_terms(term, vocabulary, 5) == near_terms(term, sorted(vocabulary), 5)


class TestLaws:
    @given(WORDS, st.lists(WORDS, max_size=30, unique=True))
    def test_agrees_with_the_whole_table(self, term: str, words: list[str]) -> None:
        steps = 0 if len(term) < 4 else 1 if len(term) < 8 else 2
        wanted = {word for word in words if word[0] in term[:2] and 0 < distance(term, word) <= steps}
        found = near_terms(term, [(word, 1) for word in words], 100)
        assert {word for word, _ in found} == wanted
        assert [distance(term, word) for word, _ in found] == sorted(
            distance(term, word) for word, _ in found
        )

    @given(st.text(max_size=12), st.lists(st.text(max_size=12), max_size=30, unique=True))
    def test_loses_nothing_by_reading_only_the_ranges(self, term: str, words: list[str]) -> None:
        read = [word for word in words if any(first <= word < end for first, end in ranges(term))]
        assert near(term, *read) == near(term, *words)

    @given(st.text(st.characters(exclude_characters="\U0010ffff", exclude_categories=["Cs"]), max_size=12))
    def test_gives_ranges_that_do_not_overlap_and_can_be_stored(self, term: str) -> None:
        ends = [end for pair in ranges(term) for end in pair]
        assert ends == sorted(ends)
        assert all(first < end for first, end in ranges(term))
        "".join(ends).encode()

    def test_skips_the_halves_of_pairs(self) -> None:
        assert ranges("\ud7ff\ud7ffab") == [("\ud7ff", "\ue000")]
