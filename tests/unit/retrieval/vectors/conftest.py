"""What tests of vector indexes share: a stamp, a folder, and an index that was filled."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from phantasm.retrieval.vectors.embedded import EmbeddedIndex, Sizes
from phantasm.retrieval.vectors.port import Stamp
from tests.unit.retrieval.vectors.change_log import COARSE, WIDTH, vectors_of

Fill = Callable[..., EmbeddedIndex]


@pytest.fixture
def stamp() -> Stamp:
    return Stamp("test-model", "generation-1", 0, WIDTH, COARSE, "store-1", 1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "indexes" / "generation-1"


@pytest.fixture
def fill(folder: Path, stamp: Stamp) -> Fill:
    """Make an index of units 1 to `count`, committed at cursor 1."""

    def make(count: int, sizes: Sizes | None = None) -> EmbeddedIndex:
        index = EmbeddedIndex(folder, sizes)
        with index.writer() as writer:
            assert writer is not None
            writer.reset(stamp)
            writer.add(np.arange(1, count + 1), vectors_of(count))
            writer.commit(1)
        return index

    return make
