"""A transcript is read on from where reading stopped, and what may still grow is left for the next time."""

from pathlib import Path

import pytest

from phantasm.runtime.importing.reading import (
    AT_THE_BEGINNING,
    MOST_DOCUMENT_BYTES,
    Source,
    Standing,
    events,
    opened,
)
from phantasm.session.transcripts.model import Began, Turn, Unreadable
from tests.fixtures import transcripts


def source(client: str, path: Path, *, is_finished: bool = True, size: int | None = None) -> Source:
    """Open a transcript."""
    file = path.open("rb")
    return Source(client, path.name, file, path.stat().st_size if size is None else size, is_finished)


def turns(found: Source, start: int = 0, standing: Standing = AT_THE_BEGINNING) -> list[Turn]:
    """Return the turns of a transcript from a place on."""
    with found.file:
        return [step.event for step in events(found, start, standing) if isinstance(step.event, Turn)]


@pytest.mark.parametrize("client", ["claude_code", "codex", "gemini", "generic"])
def test_reading_on_gives_the_rest(tmp_path: Path, client: str) -> None:
    path = tmp_path / "1.jsonl"
    written = {
        "claude_code": transcripts.claude_code("s", "/p"),
        "codex": transcripts.codex("s", "/p"),
        "gemini": transcripts.gemini("s", "/p"),
        "generic": transcripts.generic("s"),
    }
    path.write_bytes(written[client])
    with (found := source(client, path)).file:
        steps = list(events(found, 0, AT_THE_BEGINNING))
    began, last = None, None
    for place, step in enumerate(steps):
        began = step.event if isinstance(step.event, Began) else began
        last = step.event if isinstance(step.event, Turn) else last
        rest = {turn.id: turn for turn in turns(source(client, path), step.resume, Standing(began, last))}
        wanted = {one.event.id: one.event for one in steps[place + 1 :] if isinstance(one.event, Turn)}
        assert wanted.items() <= rest.items()


@pytest.mark.parametrize(
    ("client", "name", "data"),
    [
        ("markdown", "chat.md", transcripts.markdown()),
        ("cursor", "1.txt", b"user:\nMend the clock.\n\nassistant:\nI look into it.\n"),
    ],
)
def test_the_last_block_waits_until_it_is_whole(tmp_path: Path, client: str, name: str, data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    whole = turns(source(client, path))
    assert turns(source(client, path, is_finished=False)) == whole[:-1]


def test_what_the_last_response_took_waits_until_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "1.jsonl"
    path.write_bytes(transcripts.claude_code("s", "/p"))

    def spent(*, is_finished: bool) -> list[int]:
        found = turns(source("claude_code", path, is_finished=is_finished))
        return [turn.spent.output_tokens for turn in found if turn.spent]

    assert spent(is_finished=True) == [100, 101, 102]
    assert spent(is_finished=False) == [100, 101]


def test_a_document_is_read_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "run.traj"
    path.write_bytes(transcripts.swe_agent())
    assert turns(source("swe_agent", path))
    with (found := source("swe_agent", path, size=MOST_DOCUMENT_BYTES + 1)).file:
        (step,) = events(found, 0, AT_THE_BEGINNING)
    assert step.event == Unreadable("too_long")


def test_the_session_of_cursor_is_named_after_its_file(tmp_path: Path) -> None:
    path = tmp_path / "9f6c.jsonl"
    path.write_bytes(transcripts.cursor())
    assert {turn.session for turn in turns(source("cursor", path))} == {"9f6c"}


def test_a_beginning_is_decompressed_as_far_as_it_goes() -> None:
    zstd = pytest.importorskip("backports.zstd")
    data = transcripts.codex("s", "/p") * 50
    assert opened(zstd.compress(data)[:200]) in data
    assert opened(data) == data
