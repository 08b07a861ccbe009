"""What our own tools said in a transcript is noted as given to the session, once."""

from pathlib import Path

from phantasm.context.echoes import fingerprints
from phantasm.runtime.importing.own_outputs import note_own_outputs
from phantasm.session.given import Given, file_of, given_to
from phantasm.session.transcripts.model import Answer, Call, Turn

FACT = "The upload service listens on port 8443 behind the proxy of the staging cluster."
AT = "2026-11-16T12:00:00.000000Z"
OURS, THEIRS = Call("a", "mcp__phantasm__search", "{}"), Call("b", "Bash", "{}", "make")
ASKED = Turn("s", "1", "assistant", "", AT, calls=(OURS, THEIRS))
ANSWERED = Turn("s", "2", "tool", "", AT, answers=(Answer("a", FACT), Answer("b", "built it all", 0)))
NOTED = Given(handed=((AT, frozenset(fingerprints(FACT))),), calls=frozenset(("a",)))


def test_answers_to_our_calls_are_noted_once(tmp_path: Path) -> None:
    for _ in range(3):
        note_own_outputs(tmp_path, "codex", "s", ASKED, {})
        note_own_outputs(tmp_path, "codex", "s", ANSWERED, {"a": OURS, "b": THEIRS})
    assert given_to(tmp_path, "codex", "s") == NOTED
    assert len(file_of(tmp_path, "codex", "s").read_bytes().splitlines()) == 2


def test_an_answer_is_known_when_its_call_was_read_long_before(tmp_path: Path) -> None:
    note_own_outputs(tmp_path, "codex", "s", ASKED, {})
    note_own_outputs(tmp_path, "codex", "s", ANSWERED, {})
    assert given_to(tmp_path, "codex", "s") == NOTED


def test_a_command_of_ours_counts_as_well(tmp_path: Path) -> None:
    call = Call("c", "Bash", "{}", "phantasm compile upload | head")
    told = Turn("s", "1", "assistant", "", AT, calls=(call,), answers=(Answer("c", FACT, 0),))
    note_own_outputs(tmp_path, "codex", "s", told, {})
    assert given_to(tmp_path, "codex", "s").prints == frozenset(fingerprints(FACT))


def test_nothing_is_noted_where_others_speak(tmp_path: Path) -> None:
    folder = tmp_path / "given"
    note_own_outputs(folder, "codex", "s", Turn("s", "1", "assistant", FACT, AT, calls=(THEIRS,)), {})
    note_own_outputs(folder, "codex", "s", ANSWERED, {"a": THEIRS, "b": THEIRS})
    note_own_outputs(folder, "codex", "s", ANSWERED, {})
    assert not folder.exists()


def test_a_note_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    file_of(tmp_path, "codex", "s").mkdir()
    note_own_outputs(tmp_path, "codex", "s", ASKED, {})
    note_own_outputs(tmp_path / "no" / "such", "codex", "s", ASKED, {})
