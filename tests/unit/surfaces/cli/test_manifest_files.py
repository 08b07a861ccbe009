"""A manifest goes into a private file and comes back; whatever is no manifest is refused with a way on."""

import json
import os
from pathlib import Path

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.surfaces.cli.manifest_files import keep_manifest, read_manifest

MANIFEST = {"version": 1, "lines": [{"text": "Grüße", "tokens": 2, "bytes": 8}]}


def test_reads_what_was_kept(tmp_path: Path) -> None:
    path = tmp_path / "last.json"
    keep_manifest(path, {"lines": []})
    keep_manifest(path, MANIFEST)
    assert read_manifest(path) == MANIFEST
    assert [found.name for found in tmp_path.iterdir()] == ["last.json"]


def test_keeps_it_private_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        keep_manifest(tmp_path / "last.json", MANIFEST)
    finally:
        os.umask(before)
    assert (tmp_path / "last.json").stat().st_mode & 0o777 == 0o600


def test_reads_it_out_of_a_response(tmp_path: Path) -> None:
    path = tmp_path / "response.json"
    path.write_text(json.dumps({"status": "ok", "data": {"text": "", "manifest": MANIFEST}}))
    assert read_manifest(path) == MANIFEST


@pytest.mark.parametrize(
    "text", [b"", b"{", b"[]", b"{}", b'{"lines": 1}', b'{"data": {}}', b"\xff", b"[" * 100_000]
)
def test_refuses_what_is_no_manifest(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "other.json"
    path.write_bytes(text)
    with pytest.raises(PhantasmError, match=r"other\.json is no manifest") as refused:
        read_manifest(path)
    assert refused.value.code is Code.INVALID_PARAMS
    assert refused.value.remediation


def test_refuses_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(PhantasmError, match=r"No such file"):
        read_manifest(tmp_path / "missing.json")


def test_replaces_nothing_but_files(tmp_path: Path) -> None:
    with pytest.raises(PhantasmError, match=r"no regular file"):
        keep_manifest(tmp_path, MANIFEST)
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "target.json")
    (tmp_path / "target.json").write_text("kept")
    with pytest.raises(PhantasmError, match=r"no regular file"):
        keep_manifest(link, MANIFEST)
    assert (tmp_path / "target.json").read_text() == "kept"
