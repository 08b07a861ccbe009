"""The dialogue generator: templates, matching, parsing, and what comes out of the whole grammar."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from training.corpus.dialogue.build import SAME, acceptable, load_events, load_lexicon
from training.corpus.dialogue.chats import chat_pairs
from training.corpus.dialogue.conversation import turns
from training.corpus.dialogue.drawing import Writer
from training.corpus.dialogue.events import parse_events
from training.corpus.dialogue.friends import friends_pairs, sentences
from training.corpus.dialogue.lexicon import Lexicon, Scene, parse_lists, variants
from training.corpus.dialogue.matching import labels, meets
from training.corpus.pair import Pair


def lexicon(text: str) -> Lexicon:
    return Lexicon(parse_lists(text.splitlines()))


class TestLexicon:
    def test_a_slot_keeps_its_item_and_varies_its_wording(self) -> None:
        scene: Scene = {}
        filled = lexicon("pet: dog~puppy").fill("{pet} " * 40, scene, random.Random(1))
        assert set(filled.split()) == {"dog", "puppy"}
        assert scene == {"pet": ("dog", "puppy")}

    def test_a_numbered_slot_is_another_item(self) -> None:
        words = lexicon("city: Rome, Oslo")
        for seed in range(20):
            first, second = words.fill("{city} {city2}", {}, random.Random(seed)).split()
            assert first != second

    def test_an_article_fits_its_word(self) -> None:
        words = lexicon("x: owl\ny: dog\nz: university")
        assert words.fill("{a x}, {A y}, {a z}", {}, random.Random(1)) == "an owl, A dog, a university"

    def test_a_wording_that_was_not_chosen_leaves_no_trace(self) -> None:
        scene: Scene = {}
        text = lexicon("x: one\ny: two").fill("{{x}|{y}}", scene, random.Random(1))
        assert [wordings[0] for wordings in scene.values()] == [text]

    def test_ranges_and_lines_are_items(self) -> None:
        assert parse_lists(["n: 2..4", "s:", "- a, b~c"]) == {
            "n": [("2",), ("3",), ("4",)],
            "s": [("a, b", "c")],
        }

    def test_wordings_are_counted(self) -> None:
        assert variants("I {saw|met {him|her}} in {city}") == 3

    def test_a_brace_that_stays_open_is_an_error(self) -> None:
        with pytest.raises(ValueError, match="never closed"):
            lexicon("x: 1").fill("a {x", {}, random.Random(1))


class TestMatching:
    def test_labels_stand_in_front(self) -> None:
        assert labels("[sold price] I sold it") == (["sold", "price"], "I sold it")
        assert labels("I sold it") == ([], "I sold it")

    @pytest.mark.parametrize(
        ("question", "said", "mentioned", "expected"),
        [
            ("When did Ann move?", "I moved in May", {"when"}, True),
            ("When did Ann move?", "I moved to Rome", {"city"}, False),
            ("Why did Ann move?", "I moved because of work", set(), True),
            ("What did Ann buy?", "I bought it", set(), True),
        ],
    )
    def test_the_question_word_wants_its_answer(
        self, question: str, said: str, mentioned: set[str], *, expected: bool
    ) -> None:
        assert meets(question, said, mentioned, ()) is expected

    def test_a_question_brings_nothing_new(self) -> None:
        assert not meets("What did Ann buy in Rome?", "I bought it", {"item"}, {"city"})


def test_events_are_parsed_with_their_mood() -> None:
    glad, sad = parse_events(["# a comment", "## good +", "say a\\nb", "## bad -", "ask c?"])
    assert (glad.glad, glad.lines["say"]) == (True, ["a\nb"])
    assert (sad.glad, sad.lines["ask"]) == (False, ["c?"])
    with pytest.raises(ValueError, match="line 2"):
        parse_events(["## x +", "shout hey"])


def test_sentences_start_with_a_capital() -> None:
    assert sentences("hey! we won. it was fun") == "Hey! We won. It was fun"


def test_published_turns_meet_their_neighbours() -> None:
    lines = ["conversations:", "- - How are you?", "  - I am fine,", "    thanks", "- - 'Hi'", "  - Hello"]
    assert list(turns(lines)) == [
        Pair("conversation", "How are you?", "I am fine,\nthanks"),
        Pair("conversation", "Hi", "Hello"),
    ]


def test_what_does_not_fit_is_left_out() -> None:
    good = [Pair("x", "what is it", f"this is the answer number {number}") for number in range(5)]
    found = list(
        acceptable([*good, good[0], Pair("x", "word", "five words are in here"), Pair("x", "a b", "short")])
    )
    assert found == good[:SAME]


def test_the_whole_grammar_speaks_and_repeats_itself_for_a_seed() -> None:
    def made() -> list[Pair]:
        writer = Writer(load_lexicon(), random.Random(7))
        friends = list(friends_pairs(writer, load_events("friends"), 1))
        return friends + list(chat_pairs(writer, load_events("chat"), 1))

    pairs = made()
    assert pairs == made()
    assert {pair.source for pair in pairs} == {"dialogue", "chat"}
    assert not [pair for pair in islice(pairs, 500) if "{" in pair.a + pair.b]
    said = sum(": " in pair.b for pair in pairs if pair.source == "dialogue")
    assert said > 0
