"""Lines are lines: nothing that is said breaks what stands around it, and sizes are what is written."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.capabilities.tokens import counter_for
from phantasm.context.fence import NONCE_LENGTH
from phantasm.context.model import Chosen
from phantasm.context.profiles import PROFILES, FormatName
from phantasm.context.render import NOTHING, Size, envelope, excerpt, lines_of
from phantasm.context.sections import SECTIONS
from phantasm.contracts.ids import ALPHABET
from tests.unit.context.samples import FORMATS, chosen, quote, record, style

FACT = chosen(record("a", "The port is 8400.", labels=("disputed", "unsure")), "facts")
QUOTE = chosen(quote("1", "Alice: It is 8500."), "quoted")


def written(form: FormatName, *lines: Chosen, notes: tuple[str, ...] = ()) -> str:
    how = style(form)
    return "".join(line.text for line in lines_of(lines, how, notes, "5a17"))


def test_sizes_add_up() -> None:
    one, two = Size(3, 10), Size(2, 5)
    assert one.plus(two) == Size(5, 15)
    assert one.less(two) == Size(1, 5)
    assert NOTHING.fits(two)
    assert two.fits(one)
    assert not Size(1, 11).fits(one)
    assert not Size(4, 1).fits(one)


def test_says_labels_and_how_to_cite() -> None:
    assert style().line(FACT).text == "- The port is 8400. (disputed; unsure) [m:0000000a]\n"
    assert style().line(QUOTE).text == "- Alice: It is 8500. [e:00000001]\n"
    assert style(handles="records").line(QUOTE).text == "- Alice: It is 8500.\n"
    assert style(handles="none").line(FACT).text == "- The port is 8400. (disputed; unsure)\n"


def test_notes_open_what_is_not_stable() -> None:
    rule = chosen(record("r", "Never push.", "constraint"), "rules")
    text = written("text", FACT, rule, notes=("Mind this.",))
    assert text.splitlines() == [
        "phantasm-memory",
        "Rules:",
        "- Never push. [m:0000000r]",
        "Mind this.",
        "Facts:",
        "- The port is 8400. (disputed; unsure) [m:0000000a]",
        "end of phantasm-memory",
    ]
    assert written("text", rule, notes=("Mind this.",)).splitlines()[-2] == "Mind this."


def test_quotes_stand_under_their_day() -> None:
    later = chosen(quote("2", "Bob: No.", "2026-03-04T23:00:00.000000Z"), "quoted")
    next_day = chosen(quote("3", "Bob: Yes.", "2026-03-05T00:00:00.000000Z"), "quoted")
    lines = written("text", QUOTE, later, next_day).splitlines()
    assert lines[2:7] == [
        "4 March 2026",
        "- Alice: It is 8500. [e:00000001]",
        "- Bob: No. [e:00000002]",
        "5 March 2026",
        "- Bob: Yes. [e:00000003]",
    ]


def test_the_nonce_depends_on_what_is_quoted_and_on_the_store() -> None:
    how = style()

    def opening(salt: str, *lines: Chosen) -> str:
        return lines_of(lines, how, (), salt)[1].text

    other = chosen(quote("2", "Bob: No."), "quoted")
    assert opening("5a17", QUOTE) == opening("5a17", QUOTE)
    assert len({opening("5a17", QUOTE), opening("5a18", QUOTE), opening("5a17", other)}) == 3


def test_gaps_are_shown() -> None:
    text = "First sentence. Second sentence. Third sentence."
    assert excerpt(text, [(0, 16), (33, 48)], "xml") == "First sentence. \u2026 Third sentence."
    assert excerpt(text, [], "xml") == ""
    assert excerpt("a  \n b", [(0, 6), (1, 3)], "text") == "a b", "nothing is no excerpt"


@pytest.mark.parametrize("form", FORMATS)
def test_the_envelope_is_what_stands_around_nothing(form: FormatName) -> None:
    how = style(form)
    text = written(form, notes=("Mind this.",))
    size = envelope(how, ("Mind this.",))
    assert how.count(text) <= size.tokens
    assert len(text) <= size.characters <= len(text) + 1


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("section", SECTIONS)
def test_room_around_a_section_is_enough(form: FormatName, section: str) -> None:
    how = style(form)
    opening, closing = how.around(section, "k3v9qd2a")
    text = "".join(line.text for line in (*opening, *closing))
    assert how.size(text).fits(how.room_around(section))


@pytest.mark.parametrize("counter", sorted({profile.counter for profile in PROFILES.values()}))
@pytest.mark.parametrize("form", FORMATS)
def test_room_around_quotes_is_enough_for_any_nonce(form: FormatName, counter: str) -> None:
    count = counter_for(counter).count
    how = style(form, counter=count)
    random = Random(form)
    room = how.room_around("quoted")
    for _ in range(500):
        nonce = "".join(random.choice(ALPHABET) for _ in range(NONCE_LENGTH))
        opening, closing = how.around("quoted", nonce)
        assert sum(count(line.text) for line in (*opening, *closing)) <= room.tokens, nonce


@given(st.text(max_size=80), st.sampled_from(FORMATS))
def test_whatever_is_said_is_one_line(text: str, form: FormatName) -> None:
    how = style(form)
    line = how.line(chosen(quote("1", text), "quoted")).text
    assert line.endswith("\n")
    assert len(line.splitlines()) == 1
