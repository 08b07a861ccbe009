"""Files of the project: found, bounded, written whole."""

import os
import stat

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.workspace.project_files import PRIVATE_MODE, place_of, read_whole, write_whole
from tests.conftest import Project


def test_resolves_links_before_it_judges(project: Project) -> None:
    (project.root / "inside").mkdir()
    (project.root / "link").symlink_to(project.root / "inside")
    assert place_of(project.paths, "link/a.md") == (project.root / "inside" / "a.md").resolve()
    (project.root / "trap").symlink_to(project.paths.state)
    for name in ("trap/a.md", "../a.md", ".git/config", ".PHANTASM/../.phantasm/state/a", "a\x00b"):
        with pytest.raises(PhantasmError) as refused:
            place_of(project.paths, name)
        assert refused.value.code is Code.PATH_OUTSIDE_PROJECT


def test_a_loop_of_links_leads_nowhere(project: Project) -> None:
    (project.root / "a").symlink_to(project.root / "b")
    (project.root / "b").symlink_to(project.root / "a")
    with pytest.raises(PhantasmError):
        read_whole(place_of(project.paths, "a"), "a", at_most=10)


def test_reads_no_more_than_the_bound(project: Project) -> None:
    path = project.root / "a.md"
    path.write_bytes(b"12345")
    assert read_whole(path, "a.md", at_most=5) == b"12345"
    with pytest.raises(PhantasmError, match="larger than 4 bytes"):
        read_whole(path, "a.md", at_most=4)
    with pytest.raises(PhantasmError, match="there is no file"):
        read_whole(project.root / "b.md", "b.md", at_most=4)


def test_writes_whole_and_keeps_the_mode(project: Project) -> None:
    path = project.root / "new" / "a.md"
    write_whole(project.paths, path, b"one")
    path.chmod(0o640)
    write_whole(project.paths, path, b"two")
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    write_whole(project.paths, path, b"three", mode=PRIVATE_MODE)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(project.paths.temporary) == ["inbox"]  # noqa: PTH208  names only
