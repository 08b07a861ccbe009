"""Lines are kept in a private file, and nothing secret is."""

import json
import stat
from pathlib import Path

import pytest

from phantasm.surfaces.cli.shell.history import KeptLines, holds_secret

# Put together at run time: no secret, not even a made-up one, stands in the tree.
SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"


def _loaded(path: Path) -> list[str]:
    return list(KeptLines(path).load_history_strings())


def test_keeps_lines_newest_first_in_a_private_file(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "history"
    lines = KeptLines(path)
    assert lines.keep("/search port")
    assert lines.keep("list\nlimit=3 ü")
    assert _loaded(path) == ["list\nlimit=3 ü", "/search port"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_makes_a_file_private_that_was_not(tmp_path: Path) -> None:
    path = tmp_path / "history"
    path.touch(mode=0o644)
    KeptLines(path).keep("/health")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "line",
    [
        "",
        "   ",
        " /search private",
        f"/add fact The token is {SECRET}",
        SECRET,
        'ingest record_kind=fact statement="password: ' + "hunter2" * 2 + '"',
        "ingest sensitivity=sensitive statement=x",
        "x" * 20_000,
    ],
)
def test_keeps_nothing_secret_private_or_huge(tmp_path: Path, line: str) -> None:
    path = tmp_path / "history"
    assert not KeptLines(path).keep(line)
    assert not path.exists()


def test_knows_a_secret() -> None:
    assert holds_secret(f"x {SECRET}")
    assert not holds_secret("/search the secret of the port")


def test_typing_a_line_writes_nothing_yet(tmp_path: Path) -> None:
    path = tmp_path / "history"
    KeptLines(path).append_string("/search port")
    assert not path.exists()


def test_goes_on_without_a_place_to_write(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert not KeptLines(tmp_path / "file" / "history").keep("/health")
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    assert not KeptLines(tmp_path / "link").keep("/health")
    assert _loaded(tmp_path / "link") == []
    assert not (tmp_path / "elsewhere").exists()


def test_leaves_out_what_is_damaged_and_shortens_what_is_long(tmp_path: Path) -> None:
    path = tmp_path / "history"
    lines = [json.dumps(f"/search {number}") for number in range(3_500)]
    path.write_text("\n".join(["{", "7", *lines]) + "\n", encoding="utf-8")
    assert _loaded(path)[:2] == ["/search 3499", "/search 3498"]
    assert len(path.read_text(encoding="utf-8").splitlines()) == 2_000
    assert len(_loaded(path)) == 2_000
