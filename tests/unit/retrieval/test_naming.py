"""Names of code in a question are found, and a blob in it costs nothing."""

import re

from hypothesis import given
from hypothesis import strategies as st

from phantasm.retrieval.linked import named

# What the names are, tried from every place: right, and too slow for long runs.
PLAIN = re.compile(r"[\w./-]*[\w-]+\.\w{1,8}\b|[\w-]+(?:/[\w.-]+)+|\b\w+(?:_\w+|[a-z][A-Z]\w*)")


def test_finds_paths_files_and_names() -> None:
    question = "Why does src/app/main.py call loadConfig and read_all from ../config.toml?"
    assert named(question) == ["src/app/main.py", "loadConfig", "read_all", "../config.toml"]


@given(st.text(alphabet="aB_1./- é,(\n", max_size=80))
def test_finds_what_the_plain_pattern_finds(question: str) -> None:
    assert named(question) == PLAIN.findall(question)[:8]


def test_a_blob_is_no_name() -> None:
    for blob in ("a" * 10_000, "a." * 5_000, "-/" * 5_000, "aB" * 5_000, ("a" * 199 + " ") * 50):
        named(blob)
    assert named("b" * 10_000 + " look at main.py") == ["main.py"]
