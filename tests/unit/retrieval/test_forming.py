"""A record is one unit; evidence is cut into parts that together are the whole text."""

from hypothesis import given, settings
from hypothesis import strategies as st

from phantasm.evidence.formation import PART_CHARACTERS, parts_of
from phantasm.evidence.model import Evidence
from phantasm.retrieval.forming import grouping_of, unit_of_record, units_of_evidence
from phantasm.retrieval.traits import CODE, COMMIT, HISTORY
from phantasm.state.model import Content
from phantasm.workspace.history.wording import MEDIA_TYPE
from tests.unit.state.records import LIVE

SEEN = Evidence(
    id="ev_1",
    seq=7,
    origin="tool_output",
    trusted=False,
    media_type="text/plain",
    source=None,
    bytes=0,
    session_id=None,
    sensitivity="normal",
    observed_at="2026-01-01T00:00:00.000000Z",
    recorded_at="2026-01-02T00:00:00.000000Z",
    erased_at=None,
    text="all checks passed",
)
_pieces = st.text(st.sampled_from("ab .\n?。\U0001f600"), max_size=40)
TEXTS = st.lists(_pieces, max_size=40).map(lambda pieces: "".join(piece * 3 for piece in pieces))


def test_finds_a_record_by_what_it_says_and_what_it_is_about() -> None:
    record = LIVE._replace(subject_key="server.port", content=Content("The server listens on 8400."))
    unit = unit_of_record(record, 5)
    assert (unit.id, unit.item_id, unit.seq, unit.at, unit.live) == (5, "rec_1", 1, record.valid_from, True)
    assert "port" in unit.title.split()
    assert "8400" in unit.body.split()
    assert not unit_of_record(record._replace(state="archived"), 5).live


def test_a_record_without_content_has_no_words() -> None:
    assert unit_of_record(LIVE._replace(content=None), 1).body == ""


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_the_parts_of_evidence_tile_its_text(text: str) -> None:
    units = units_of_evidence(SEEN._replace(text=text), 10, 0)
    assert "".join(text[unit.start : unit.stop] for unit in units) == text
    assert [unit.start for unit in units[1:]] == [unit.stop for unit in units[:-1]]
    assert all(unit.stop - unit.start <= PART_CHARACTERS for unit in units)
    assert [(unit.id, unit.part) for unit in units] == [(10 + part, part) for part in range(len(units))]
    assert parts_of(text) == [(unit.start, unit.stop) for unit in units]


def test_a_program_is_program_text_to_its_end() -> None:
    text = "def total(rows):\n" + "    # Rows that nobody paid for yet are left out of the sum.\n" * 40
    units = units_of_evidence(SEEN._replace(text=text), 1, 0)
    assert len(units) > 1
    assert all(unit.traits & CODE for unit in units)
    said = units_of_evidence(SEEN._replace(text=text, session_id="s"), 1, 0)
    assert not said[-1].traits & CODE


def test_a_commit_is_known_by_what_it_is_kept_as_or_by_its_shape() -> None:
    of_repository = SEEN._replace(origin="repository_file", text="Add a queue\nsrc/queue.py")
    merge = of_repository._replace(media_type=MEDIA_TYPE, text="Merge the queue")
    for seen, expected in (
        (of_repository, True),
        (merge, True),
        (SEEN, False),
        (merge._replace(origin="web"), False),
    ):
        assert (units_of_evidence(seen, 1, 0)[0].traits >= COMMIT) is expected


def test_every_part_of_a_history_has_the_path_of_its_file() -> None:
    history = "src/queue.py\n" + "\n".join(f"Change number {number} of it" for number in range(90))
    units = units_of_evidence(SEEN._replace(origin="repository_file", text=history), 1, 0)
    assert len(units) > 1
    assert all(unit.traits & HISTORY and "queue" in unit.title.split() for unit in units)
    assert not any(unit.traits & HISTORY for unit in units_of_evidence(SEEN._replace(text=history), 1, 0))


def test_the_parts_of_a_turn_share_its_place() -> None:
    turn = SEEN._replace(session_id="s", text="word " * 500)
    assert {(unit.grouping, unit.position) for unit in units_of_evidence(turn, 1, 4)} == {("s", 4)}


def test_the_parts_of_a_document_follow_one_another() -> None:
    units = units_of_evidence(SEEN._replace(text="word " * 500), 1, 0)
    assert [unit.position for unit in units] == list(range(len(units)))
    assert len(units) > 1
    assert {unit.grouping for unit in units} == {"ev_1"}


def test_a_short_piece_alone_is_part_of_nothing() -> None:
    assert grouping_of(SEEN) is None
    assert grouping_of(SEEN._replace(session_id="s")) == "s"


def test_a_source_that_names_a_file_is_a_title() -> None:
    (named,) = units_of_evidence(SEEN._replace(source="src/pool.py"), 1, 0)
    (vague,) = units_of_evidence(SEEN._replace(source="somebody"), 1, 0)
    assert "pool" in named.title.split()
    assert vague.title == ""
