"""A small model for every test here, and any text a person or a program could write."""

from pathlib import Path

import pytest
from hypothesis import strategies as st

from phantasm.capabilities.embedding.embedded import EmbeddedModel
from tests.fixtures.small_model import write_small_model

TEXTS = [
    "How do I read a file?",
    "def read_file(path): return open(path).read()",
    "HTTPServer listens on port 8080",
    "",
    "the cache is not written to the store",
    "Größe der Straße",
    "記憶 keeps what the project knows",
    " ".join(["a very long text of many words"] * 60),
    "x",
    "?!",
]
"""Prose, code, names, other scripts, nothing at all, and too much."""

ANY_TEXT = st.text(st.characters(), max_size=80) | st.sampled_from(TEXTS)
"""Any characters at all, lone surrogates and controls too."""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small model's files."""
    return write_small_model(tmp_path_factory.mktemp("models") / "small-1")


@pytest.fixture(scope="session")
def small(folder: Path) -> EmbeddedModel:
    """The small model, loaded."""
    return EmbeddedModel(folder)
