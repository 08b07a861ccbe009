"""Do configuration files as people have them survive install and uninstall, byte for byte?"""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from phantasm.runtime.setup.guidance import BEGIN
from phantasm.runtime.setup.merging.json_text import read
from tests.fixtures.installs import CONFIGS, CORPUS, LEFT_ALONE, READABLE, Ground, ground, put

VARIANTS = {
    "windows": lambda data: data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
    "without_final_newline": lambda data: data.rstrip(b"\r\n"),
    "marked": lambda data: data if data.startswith(b"\xef\xbb\xbf") else b"\xef\xbb\xbf" + data,
    "more_blank_lines": lambda data: data + b"\n\n" if data.strip() else data,
}
# An entry of ours that was there before comes back as it was; the block has tests of its own.
EDITABLE = [path for path in READABLE if path.suffix != ".md" and b"phantasm" not in path.read_bytes()]


def name_of(path: Path) -> str:
    return path.relative_to(CONFIGS).as_posix()


def plain_of(data: bytes, suffix: str) -> Any:
    text = data.decode()
    if suffix == ".toml":
        return tomllib.loads(text.removeprefix("\ufeff"))
    return read(text).plain if text.strip("\ufeff\r\n\t ") else {}


def check_round_trip(made: Ground, client: str, scope: str, target: Path) -> None:
    before = made.everything()
    planned = made.install(client, scope=scope, dry_run=True)
    assert made.everything() == before
    done = made.install(client, scope=scope)
    assert not done.problems
    assert done.diff == planned.diff
    after = made.everything()
    record = made.place(scope).record.read_bytes()
    again = made.install(client, scope=scope)
    assert {step.action for step in again.steps} == {"keep"}
    assert made.everything() == after
    assert made.place(scope).record.read_bytes() == record
    assert target.read_bytes()
    made.remove(client, scope=scope)
    assert made.everything() == before
    made.remove(client, scope=scope)
    assert made.everything() == before


def test_the_corpus_is_large_enough() -> None:
    assert len(READABLE) >= 60
    assert len(LEFT_ALONE) >= 10


@pytest.mark.parametrize("source", READABLE, ids=name_of)
def test_a_file_comes_back_byte_for_byte(tmp_path: Path, source: Path) -> None:
    made = ground(tmp_path)
    check_round_trip(made, *put(made, source))


@pytest.mark.parametrize(
    ("source", "variant"),
    [
        pytest.param(
            source,
            variant,
            id=f"{name_of(source)}-{variant}",
            # One variant of each file always, each in its turn; all of them in the long tests.
            marks=() if (row - column) % len(VARIANTS) == 0 else pytest.mark.long,
        )
        for row, source in enumerate(READABLE)
        for column, variant in enumerate(VARIANTS)
    ],
)
def test_so_does_every_variant_of_it(tmp_path: Path, source: Path, variant: str) -> None:
    made = ground(tmp_path)
    check_round_trip(made, *put(made, source, VARIANTS[variant](source.read_bytes())))


@pytest.mark.parametrize("source", READABLE, ids=name_of)
def test_what_others_put_there_means_the_same(tmp_path: Path, source: Path) -> None:
    made = ground(tmp_path)
    client, scope, target = put(made, source)
    made.install(client, scope=scope)
    data = target.read_bytes()
    if source.suffix == ".md":
        assert data.startswith(source.read_bytes())
        assert BEGIN.encode() in data
        return
    assert b"phantasm" in data
    before, after = plain_of(source.read_bytes(), source.suffix), plain_of(data, source.suffix)
    assert_contains(after, before)
    assert (b"\r\n" in data) is (b"\r\n" in source.read_bytes())
    for comment in (
        line for line in source.read_bytes().splitlines() if b"//" in line and b"://" not in line
    ):
        assert comment.strip().rpartition(b"//")[2] in data


@pytest.mark.parametrize("source", EDITABLE, ids=name_of)
def test_edits_made_since_stay(tmp_path: Path, source: Path) -> None:
    made = ground(tmp_path)
    client, scope, target = put(made, source)
    made.install(client, scope=scope)
    before = plain_of(source.read_bytes(), source.suffix)
    if source.suffix == ".toml":
        target.write_bytes(target.read_bytes() + b"\n[added]\nlater = true\n")
        expected = before | {"added": {"later": True}}
    else:
        text = target.read_bytes().decode()
        opening = text.index("{") + 1 if not text.lstrip("\ufeff").startswith("//") else text.index("\n{") + 2
        target.write_bytes(f'{text[:opening]}"added":{{"later":true}},{text[opening:]}'.encode())
        expected = before | {"added": {"later": True}}
    done = made.remove(client, scope=scope)
    assert not done.problems
    left = plain_of(target.read_bytes(), source.suffix)
    if "version" not in expected:
        left.pop("version", None)  # without it Cursor would not read what was added
    assert left == expected
    assert b"hook claude_code" not in target.read_bytes()


@pytest.mark.parametrize("source", LEFT_ALONE, ids=name_of)
def test_what_cannot_be_changed_is_left_and_told(tmp_path: Path, source: Path) -> None:
    made = ground(tmp_path)
    client, scope, target = put(made, source)
    before = made.everything()
    done = made.install(client, scope=scope)
    assert target.read_bytes() == source.read_bytes()
    told = [problem for problem in done.problems if target.name in problem.path]
    assert told
    assert all(problem.reason and problem.by_hand for problem in told)
    made.remove(client, scope=scope)
    assert made.everything() == before


def test_all_of_it_at_once_comes_back(tmp_path: Path) -> None:
    made = ground(tmp_path)
    for source in CORPUS:
        if source.parent.name != "left_alone":
            put(made, source)
    before = made.everything()
    for scope in ("project", "user"):
        made.install(scope=scope)
        made.install(scope=scope)
    assert made.everything() != before
    for scope in ("user", "project"):
        made.remove(scope=scope)
    assert made.everything() == before


def assert_contains(after: Any, before: Any) -> None:
    """Everything that was there is there, in its order; more may have come."""
    if isinstance(before, dict):
        for key, value in before.items():
            if key == "phantasm":
                continue
            assert_contains(after[key], value)
        assert [key for key in after if key in before] == list(before)
    elif isinstance(before, list):
        ours = [item for item in before if "phantasm hook" in str(item)]
        for item in before:
            assert item in after or item in ours
    else:
        assert after == before
