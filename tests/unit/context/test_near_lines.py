"""The nearest stretch is found, and what is different there is marked word by word."""

from hypothesis import given
from hypothesis import strategies as st

from phantasm.context.assertions import around, compare, folded, nearest

PAGE = (
    "The API server listens on port 8400 behind the proxy. It was moved there in May by the operations team. "
    "The report server has its own port, which nobody else may use at all."
)


def test_finds_the_sentence_and_not_the_page() -> None:
    found = nearest(
        ["the API server listens on port 8500"], [("Something else entirely here.", "a"), (PAGE, "b")]
    )
    assert found is not None
    assert (found.text, found.name) == ("The API server listens on port 8400 behind the proxy.", "b")


def test_looks_at_as_many_sentences_as_are_expected() -> None:
    wanted = (
        "It was moved there in June by the operations team. The report server has its own port now, does it?"
    )
    found = nearest([wanted], [(PAGE, None)])
    assert found is not None
    assert found.text.startswith("It was moved")
    assert found.text.endswith("at all.")


def test_words_that_are_everywhere_are_not_near() -> None:
    assert nearest(["it is in the wiki"], [("What is it that is in the box?", None)]) is None
    assert nearest(["anything"], []) is None


def test_the_first_of_equals_wins() -> None:
    found = nearest(["red apples"], [("Green apples are sold.", "a"), ("Green apples are sold.", "b")])
    assert found is not None
    assert found.name == "a"


@given(st.text(max_size=60), st.text(max_size=60))
def test_segments_give_both_texts_back(expected: str, found: str) -> None:
    pieces = compare(expected, found)
    said = {
        side: "".join(one.text for one in pieces if one.side in {"same", side}) for side in ("old", "new")
    }
    assert folded(said["old"]) == folded(expected)
    assert said["new"] == " ".join(found.split())


def test_cuts_a_long_line_around_what_it_is_shown_for() -> None:
    words = [f"word{number}" for number in range(40)]
    cut = around("WORD20  word21", " ".join(words))
    assert cut == "… " + " ".join(words[13:29]) + " …"
    assert around("word0", "word0 word1") == "word0 word1"
