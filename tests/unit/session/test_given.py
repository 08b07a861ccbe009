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
    note(folder, "codex", "s", at=AT, prints=[PRINT])
    note(folder, "codex", "s", at="at some time", prints=[OTHER], calls=["a"])
    assert given_to(folder, "codex", "s") == Given(
        handed=((AT, frozenset((PRINT,))), ("", frozenset((OTHER,)))), calls=frozenset(("a",))
    )
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


def test_sessions_whose_files_have_the_same_name_are_kept_apart(tmp_path: Path) -> None:
    note(tmp_path, "codex", "a-b", at=AT, prints=[PRINT])
    note(tmp_path, "codex", "a_b", at=AT, prints=[OTHER])
    assert file_of(tmp_path, "codex", "a-b") == file_of(tmp_path, "codex", "a_b")
    assert given_to(tmp_path, "codex", "a-b").prints == {PRINT}


def test_damage_costs_only_what_is_damaged(tmp_path: Path) -> None:
    note(tmp_path, "codex", "s", at=AT, prints=[PRINT])
    path = file_of(tmp_path, "codex", "s")
    damage = b'{"prints": ["x", 7, "' + PRINT.upper().encode() + b'Z"]}\nnot json\n[1]\n\xff\xfe\n'
    damage += b'{"prints": "all"}\n{"items": {"a": 1}}\n' + b"[" * 100_000 + b"\n"
    path.write_bytes(damage + path.read_bytes() + b'{"prints": ["' + OTHER.encode())
    assert given_to(tmp_path, "codex", "s") == Given(handed=((AT, frozenset((PRINT,))),))


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
    assert given_to(tmp_path, "codex", "s") == Given(
        ("rec_2",), handed=(("", frozenset(("0" * 10,))), ("", frozenset(("1" * 10,))))
    )
    path.write_text("".join(json.dumps(line) + "\n" for line in lines[:1]), encoding="utf-8")
    assert given_to(tmp_path, "codex", "s").standing
