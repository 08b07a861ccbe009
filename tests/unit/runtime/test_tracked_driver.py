"""Three files in, the merged one in place of ours; what cannot be taken apart is shown whole."""

from pathlib import Path

from phantasm.runtime.tracked_files import Files, merge_files
from phantasm.state.exchange.tracked.fields import text_of

BASE = text_of({"id": "r1", "lineage": "r1", "confidence": 0.8, "statement": "It is 1."})
OURS = text_of({"id": "r2", "lineage": "r1", "previous": ["r1"], "confidence": 0.8, "statement": "It is 2."})
THEIRS = text_of(
    {"id": "r3", "lineage": "r1", "previous": ["r1"], "confidence": 0.5, "statement": "It is 1."}
)


def merged(folder: Path, base: bytes, ours: bytes, theirs: bytes) -> tuple[tuple[str, ...], bytes]:
    files = Files(*(folder / name for name in ("base", "ours", "theirs")))
    for path, data in zip((files.base, files.ours, files.theirs), (base, ours, theirs), strict=True):
        path.write_bytes(data)
    conflicts = merge_files(files)
    return conflicts, files.ours.read_bytes()


def test_merges_field_by_field(tmp_path: Path) -> None:
    conflicts, data = merged(tmp_path, BASE.encode(), OURS.encode(), THEIRS.encode())
    assert conflicts == ()
    assert b"confidence: 0.5" in data
    assert data.endswith(b"It is 2.\n")


def test_takes_the_only_side_that_changed(tmp_path: Path) -> None:
    assert merged(tmp_path, BASE.encode(), BASE.encode(), THEIRS.encode()) == ((), THEIRS.encode())
    assert merged(tmp_path, BASE.encode(), OURS.encode(), BASE.encode()) == ((), OURS.encode())


def test_shows_both_sides_of_what_it_cannot_read(tmp_path: Path) -> None:
    conflicts, data = merged(tmp_path, b"", b"no record \xff", THEIRS.encode())
    assert conflicts == ("line 1: does not start with ---",)
    assert data == b"<<<<<<< ours\nno record \xff\n=======\n" + THEIRS.encode() + b">>>>>>> theirs\n"
