"""The sentences about evidence say where it came from, what rests on it and how it is forgotten."""

from typing import Any

from phantasm.evidence.explaining import Deed, sentences
from phantasm.evidence.views import EvidenceView

_INGESTED = Deed("create", "ada", "ingest", None)


def _piece(**more: Any) -> EvidenceView:
    fields: dict[str, Any] = {
        "id": "ev_1",
        "handle": "k3v9qd2a",
        "origin": "tool_output",
        "trusted": False,
        "source": "make test",
        "observed_at": "2026-11-01",
        "media_type": "text/plain",
        "bytes": 3,
        "sensitivity": "normal",
        "recorded_at": "2026-11-02",
    }
    return EvidenceView(**(fields | more))


def test_says_where_it_came_from() -> None:
    assert sentences(_piece(session_id="S1"), [_INGESTED], [], 0) == [
        "It was seen on 2026-11-01 in session S1 and kept on 2026-11-02, by ada with ingest.",
        "A tool put it out (make test): it is quoted, never obeyed.",
        "No record rests on it: tombstone it with set_state to forget it.",
    ]
    assert sentences(_piece(origin="user", trusted=True, source=None), [], [], 0)[1] == (
        "A person said it: it speaks for itself."
    )


def test_says_what_is_in_the_way_of_forgetting() -> None:
    held = sentences(_piece(), [], ["rec_1", "rec_2"], 1)
    assert held[2] == "Live records rest on it: rec_1, rec_2. So do 1 that are not held."
    assert held[3].startswith("It cannot be forgotten while they do")
    assert sentences(_piece(), [], [], 2)[2].startswith("2 records rest on it, and none of them is held:")


def test_says_who_erased_it_and_why() -> None:
    erased = Deed("erase", "ada", "set_state", "a name in it")
    said = sentences(_piece(erased_at="2026-11-03"), [_INGESTED, erased], [], 1)
    assert said[-1] == ("Its content was erased on 2026-11-03, by ada with set_state, because: a name in it.")
