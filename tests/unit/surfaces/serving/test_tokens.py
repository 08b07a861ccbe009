"""Is a token a secret, is it checked, and is it gone once it was taken back?"""

import json
import os
import stat
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.kinds import TokenScope
from phantasm.surfaces.serving import tokens
from phantasm.surfaces.serving.tokens import Grant
from tests.conftest import Project

READ, WRITE = TokenScope.READ, TokenScope.WRITE


@contextmanager
def _open_umask() -> Iterator[None]:
    before = os.umask(0)
    try:
        yield
    finally:
        os.umask(before)


def _written(project: Project, name: str, text: str, *, mode: int = 0o600) -> Path:
    project.paths.tokens.mkdir(mode=0o700, exist_ok=True)
    path = project.paths.tokens / f"{name}.json"
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)
    return path


def _text(**changes: object) -> str:
    return json.dumps({"token": "a" * 43, "profile": "codex", "scope": "read"} | changes)


def test_is_private_whatever_the_umask(project: Project) -> None:
    with _open_umask():
        token = tokens.make(project.paths, "one", profile="codex", scope=READ)
    assert stat.S_IMODE((project.paths.tokens / "one.json").stat().st_mode) == 0o600
    assert stat.S_IMODE(project.paths.tokens.stat().st_mode) == 0o700
    assert len(token.secret) * 6 >= 256


def test_keeps_what_it_made(project: Project) -> None:
    made = tokens.kept_or_made(project.paths, "one", profile="codex", scope=READ)
    assert tokens.kept_or_made(project.paths, "one", profile="cursor", scope=WRITE) == made
    assert tokens.known(project.paths, "one") == made
    assert tokens.every(project.paths) == [made]


def test_is_made_once_however_many_start_at_a_time(project: Project) -> None:
    begin = threading.Barrier(8)

    def start(_: int) -> tokens.Token:
        begin.wait()
        return tokens.kept_or_made(project.paths, "one", profile="codex", scope=READ)

    for _ in range(10):
        with ThreadPoolExecutor(8) as pool:
            found = set(pool.map(start, range(8)))
        assert found == {tokens.known(project.paths, "one")}
        tokens.revoke(project.paths, "one")
    assert list(project.paths.tokens.iterdir()) == []


def test_takes_no_name_twice(project: Project) -> None:
    made = tokens.make(project.paths, "one", profile="codex", scope=READ)
    with pytest.raises(PhantasmError) as refused:
        tokens.make(project.paths, "one", profile="codex", scope=WRITE)
    assert refused.value.code is Code.SUBJECT_EXISTS
    assert tokens.every(project.paths) == [made]


@pytest.mark.parametrize("name", ["", "../one", "a/b", "One", "a.b", "-a", "a" * 41, "a\x00", "ä", "a\n"])
def test_refuses_names_that_could_be_paths(project: Project, name: str) -> None:
    for work in (tokens.known, tokens.revoke):
        with pytest.raises(PhantasmError) as refused:
            work(project.paths, name)
        assert refused.value.code is Code.INVALID_PARAMS
    assert not project.paths.tokens.exists() or list(project.paths.tokens.iterdir()) == []


def test_grants_what_the_token_says_and_nothing_to_others(project: Project) -> None:
    one = tokens.make(project.paths, "one", profile="codex", scope=READ).secret
    two = tokens.make(project.paths, "two", profile="cursor", scope=WRITE).secret
    assert tokens.authorize(project.paths, one) == Grant("one", "codex", READ)
    assert tokens.authorize(project.paths, two) == Grant("two", "cursor", WRITE)
    wrong = (None, "", one[:-1], f"{one}x", one.swapcase(), f" {one}", "\udcff", "\x00", one + two)
    assert [tokens.authorize(project.paths, given) for given in wrong] == [None] * len(wrong)


def test_grants_nothing_where_there_are_none(project: Project) -> None:
    assert tokens.authorize(project.paths, "") is None
    assert tokens.every(project.paths) == []


def test_grants_nothing_once_it_was_taken_back(project: Project) -> None:
    """In one tick of the file system's clock too: a hundred times, so that some are."""
    for _ in range(100):
        secret = tokens.make(project.paths, "one", profile="codex", scope=READ).secret
        assert tokens.authorize(project.paths, secret) is not None
        tokens.revoke(project.paths, "one")
        assert tokens.authorize(project.paths, secret) is None


def test_says_that_there_is_no_such_token(project: Project) -> None:
    for work in (tokens.known, tokens.revoke):
        with pytest.raises(PhantasmError) as refused:
            work(project.paths, "none")
        assert refused.value.code is Code.NOT_FOUND


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "{",
        '{"token": "short", "profile": "codex", "scope": "read"}',
        _text(scope="everything"),
        _text(scope=["read"]),
        _text(profile=7),
        _text(token=None),
        _text(token="ä" * 43),
        _text(token="\ud800" * 43),
        '{"token": "' + "a" * 9000 + '"}',
        "[" * 4000,
    ],
)
def test_refuses_a_file_that_holds_no_token(project: Project, text: str) -> None:
    _written(project, "one", text)
    with pytest.raises(PhantasmError) as refused:
        tokens.read(project.paths, "one")
    assert refused.value.code is Code.UNSAFE_PROJECT


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660, 0o610])
def test_refuses_what_others_can_read(project: Project, mode: int) -> None:
    text = _text()
    _written(project, "one", text, mode=mode)
    with pytest.raises(PhantasmError, match="no secret any more"):
        tokens.kept_or_made(project.paths, "one", profile="codex", scope=READ)
    assert tokens.authorize(project.paths, json.loads(text)["token"]) is None


def test_follows_no_link(project: Project) -> None:
    text = _text()
    other = _written(project, "other", text)
    moved = other.rename(project.root / "elsewhere.json")
    (project.paths.tokens / "one.json").symlink_to(moved)
    with pytest.raises(PhantasmError, match="symbolic link"):
        tokens.read(project.paths, "one")
    with pytest.raises(PhantasmError):
        tokens.make(project.paths, "one", profile="codex", scope=READ)
    assert tokens.authorize(project.paths, json.loads(text)["token"]) is None


def test_does_not_wait_for_a_pipe(project: Project) -> None:
    project.paths.tokens.mkdir(mode=0o700, exist_ok=True)
    os.mkfifo(project.paths.tokens / "one.json", 0o600)
    with pytest.raises(PhantasmError, match="no regular file"):
        tokens.read(project.paths, "one")


def test_lets_no_odd_file_keep_the_others_out(project: Project) -> None:
    secret = tokens.make(project.paths, "one", profile="codex", scope=READ).secret
    _written(project, "broken", "{")
    _written(project, "open", _text(), mode=0o644)
    _written(project, "Odd Name", _text())
    (project.paths.tokens / "folder.json").mkdir()
    (project.paths.tokens / "link.json").symlink_to(project.root)
    before = len(list(Path("/proc/self/fd").iterdir()))
    assert tokens.authorize(project.paths, secret) == Grant("one", "codex", READ)
    assert len(list(Path("/proc/self/fd").iterdir())) == before
