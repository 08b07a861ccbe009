"""What a session was handed is read as far as it can be, and does not pile up."""

import json
import os
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

from phantasm.session.given import KEPT, MOST_BYTES, Given, file_of, given_to, note, sweep

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
AT = "2026-11-16T12:00:00.000000Z"
PRINT, OTHER = "0123456789", "abcdef0123"


def test_what_was_noted_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "given"
    note(folder, "codex", "s", at=AT, items=["rec_1", "rec_2"], prints=[PRINT])
    note(folder, "codex", "s", at=AT, items=["rec_2", "rec_3"], prints=[OTHER])
    assert given_to(folder, "codex", "s") == Given(("rec_1", "rec_2", "rec_3"), frozenset((PRINT, OTHER)))
    assert given_to(folder, "codex", "other") == Given()
    assert given_to(folder, "gemini", "s") == Given()


def test_it_is_private_and_named_after_the_session(tmp_path: Path) -> None:
    folder = tmp_path / "given"
    note(folder, "codex", "s/../x", at=AT, prints=[PRINT])
    (path,) = folder.iterdir()
    assert path == file_of(folder, "codex", "s/../x") == folder / "codex_s____x.jsonl"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_what_a_hook_writes_by_itself_is_read(tmp_path: Path) -> None:
    line = {"at": AT, "client": "codex", "session": "s", "items": ["rec_1"], "prints": [PRINT]}
    file_of(tmp_path, "codex", "s").write_text(json.dumps(line) + "\n", encoding="utf-8")
    assert given_to(tmp_path, "codex", "s").prints == {PRINT}


def test_damage_costs_only_what_is_damaged(tmp_path: Path) -> None:
    note(tmp_path, "codex", "s", at=AT, prints=[PRINT])
    path = file_of(tmp_path, "codex", "s")
    damage = b'{"prints": ["x", 7, "' + PRINT.upper().encode() + b'Z"]}\nnot json\n[1]\n\xff\xfe\n'
    damage += b'{"prints": "all"}\n{"items": {"a": 1}}\n' + b"[" * 100_000 + b"\n"
    path.write_bytes(damage + path.read_bytes() + b'{"prints": ["' + OTHER.encode())
    assert given_to(tmp_path, "codex", "s") == Given((), frozenset((PRINT,)))


def test_no_more_than_the_end_of_a_large_file_is_read(tmp_path: Path) -> None:
    path = file_of(tmp_path, "codex", "s")
    path.write_bytes(json.dumps({"prints": [OTHER]}).encode() + b"\n" + b"x" * MOST_BYTES + b"\n")
    note(tmp_path, "codex", "s", at=AT, prints=[PRINT])
    assert given_to(tmp_path, "codex", "s").prints == {PRINT}


def test_links_and_folders_say_nothing(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text(json.dumps({"prints": [PRINT]}) + "\n", encoding="utf-8")
    file_of(tmp_path, "codex", "link").symlink_to(elsewhere)
    file_of(tmp_path, "codex", "folder").mkdir()
    os.mkfifo(file_of(tmp_path, "codex", "pipe"))
    for name in ("link", "folder", "pipe"):
        assert given_to(tmp_path, "codex", name) == Given()


def test_old_files_go(tmp_path: Path) -> None:
    for name, age in (("old", KEPT + timedelta(hours=1)), ("new", KEPT - timedelta(hours=1))):
        note(tmp_path, "codex", name, at=AT, prints=[PRINT])
        moment = (NOW - age).timestamp()
        os.utime(file_of(tmp_path, "codex", name), (moment, moment))
    assert sweep(tmp_path, NOW) == 1
    assert given_to(tmp_path, "codex", "old") == Given()
    assert given_to(tmp_path, "codex", "new").prints == {PRINT}
    assert sweep(tmp_path / "nowhere", NOW) == 0


def test_what_the_model_no_longer_sees_can_be_handed_over_again(tmp_path: Path) -> None:
    lines = [
        {"items": ["rec_1"], "prints": ["0" * 10], "standing": True},
        {"items": [], "prints": [], "reset": True},
        {"items": ["rec_2"], "prints": ["1" * 10]},
    ]
    path = file_of(tmp_path, "codex", "s")
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert given_to(tmp_path, "codex", "s") == Given(("rec_2",), frozenset(("0" * 10, "1" * 10)))
    path.write_text("".join(json.dumps(line) + "\n" for line in lines[:1]), encoding="utf-8")
    assert given_to(tmp_path, "codex", "s").standing
