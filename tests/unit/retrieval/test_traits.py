"""What shows in a text is kept as one number and read back; questions say what they are after."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.retrieval.traits import Asks, Traits, asks_of, label_of, looks_like_code, shown, traits_of


def _shown(number: int) -> Traits:
    found = {name: float(values[0]) for name, values in shown(np.array([number], np.int64)).items()}
    asking = found.pop("asking")
    return Traits(**{name: bool(value) for name, value in found.items()}, asking=asking)


@given(st.builds(Traits, asking=st.integers(0, 15).map(lambda steps: steps / 15)))
def test_packing_keeps_every_trait(traits: Traits) -> None:
    assert _shown(traits.packed()) == traits


@given(st.text(max_size=300))
def test_every_text_has_traits_that_can_be_kept(text: str) -> None:
    number = traits_of(text).packed()
    assert _shown(number).packed() == number


@pytest.mark.parametrize(
    "text",
    [
        "def run():\n    return 1",
        "import os\n",
        "x = 1;\ny = 2;\n",
        "public static void main() {",
        "#!/bin/sh",
    ],
)
def test_knows_program_text(text: str) -> None:
    assert looks_like_code(text)


@pytest.mark.parametrize("text", ["", "We moved the queue to Redis.", "From here on it is easy; believe me."])
def test_takes_prose_for_prose(text: str) -> None:
    assert not looks_like_code(text)


def test_reads_what_a_turn_shows() -> None:
    traits = traits_of("Ana: We moved two workers last week. Why?")
    assert (traits.timed, traits.numbered, traits.code) == (True, True, False)
    assert 0 < traits.asking < 1
    assert traits_of("nothing to see").packed() == 0


def test_reads_who_speaks() -> None:
    assert label_of("Ana: We moved.") == "Ana"
    assert label_of("we moved: away") == ""


def test_reads_what_a_question_is_after() -> None:
    assert asks_of("When did we move?").time
    assert asks_of("How many workers are there?").number
    assert asks_of("What did you recommend, did you say?").assistant
    assert asks_of("Summarize the session").overview
    assert asks_of("Who owns the queue?") == Asks(time=False, number=False, assistant=False, overview=False)
    assert asks_of("Bump pytest from 7.0 to 8.1").versions
    assert asks_of("Is django pinned?").versions
    assert not asks_of("Move from two workers to four").versions


@pytest.mark.parametrize("text", ["Fix the queue", "Removed a rogue assert", "no workers: start two"])
def test_knows_work_from_a_question(text: str) -> None:
    assert asks_of(text).work


@pytest.mark.parametrize(
    "text", ["Why is the queue slow", "where are invoices stored?", "the queue?", "show me the queue"]
)
def test_knows_a_question_from_work(text: str) -> None:
    assert not asks_of(text).work
