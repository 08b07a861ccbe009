"""Verifying names what is wrong."""

from pathlib import Path

import numpy as np
import pytest

from phantasm.retrieval.vectors.checking import problems
from tests.unit.retrieval.vectors.change_log import WIDTH
from tests.unit.retrieval.vectors.conftest import Fill


def test_finds_nothing_wrong_with_nothing(tmp_path: Path) -> None:
    assert problems(tmp_path) == ()


def test_finds_nothing_wrong_with_a_sound_index(fill: Fill, folder: Path) -> None:
    fill(50)
    assert problems(folder) == ()


def test_names_a_manifest_that_cannot_be_read(fill: Fill, folder: Path) -> None:
    fill(50)
    manifest = folder / "manifest.json"
    manifest.write_bytes(manifest.read_bytes().replace(b'"rows": 50', b'"rows": 49'))
    assert problems(folder) == ("there is no readable manifest",)


@pytest.mark.parametrize("name", ["ids-1.i64", "coarse_scales-1.f32"])
def test_names_a_file_that_is_short_or_missing(fill: Fill, folder: Path, name: str) -> None:
    fill(50)
    path = folder / name
    path.write_bytes(path.read_bytes()[:-1])
    assert problems(folder) == (f"{name} is shorter than 50 rows",)
    path.unlink()
    assert problems(folder) == (f"{name} is missing",)


def test_counts_rows_whose_numbers_changed(fill: Fill, folder: Path) -> None:
    fill(50)
    codes = np.memmap(folder / "fine-1.i8", np.int8, mode="r+", shape=(50, WIDTH))
    codes[[1, 2], 0] ^= 64  # rows that are not looked at when an index is opened
    codes.flush()
    assert problems(folder) == ("2 fine rows do not have the length that was kept with them",)


def test_names_ids_that_changed(fill: Fill, folder: Path) -> None:
    fill(50)
    ids = np.memmap(folder / "ids-1.i64", np.int64, mode="r+")
    ids[1] = 1
    ids.flush()
    assert problems(folder) == ("the files are not those of the manifest: ids or rows differ",)
