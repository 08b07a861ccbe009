"""Is it noticed what became of cited files, lines and definitions? On real repositories."""

from collections.abc import Callable

import pytest

from phantasm.workspace.anchors.checking import see, verify_all
from phantasm.workspace.anchors.model import SEVERITY, UNCHANGED, Reference, Seen
from phantasm.workspace.anchors.references import read

from .conftest import Repository

CODE = '''"""A module."""

import os


def connect(host, port):
    """Open a connection."""
    address = (host, port)
    return os.connect(address, timeout=30)


class Client:
    """Talks to a server."""

    def send(self, message):
        data = message.encode("utf-8")
        self.socket.write(data)
        return len(data)

    def close(self):
        self.socket.close()
'''
CONNECT = "symbol:src/client.py#connect"
SEND = "symbol:src/client.py#Client.send"
LINES = "file:src/client.py#L8-L9"
WHOLE = "file:src/client.py"


@pytest.fixture
def code(repository: Repository) -> Repository:
    repository.write("src/client.py", CODE)
    repository.write("src/other.py", "value = 1\n")
    repository.write("pyproject.toml", '[tool.ruff]\nline-length = 110\nsrc = ["src"]\n')
    repository.commit()
    return repository


def _edit(repository: Repository, change: Callable[[str], str]) -> None:
    repository.write("src/client.py", change(CODE))


@pytest.mark.parametrize("reference", [CONNECT, SEND, LINES, WHOLE])
def test_leaves_alone_what_was_not_touched(code: Repository, reference: str) -> None:
    seen = code.see(reference)
    code.write("src/other.py", "value = 2\n")
    code.write("src/copy.py", CODE)
    assert code.verify(reference, seen) == UNCHANGED


@pytest.mark.parametrize("reference", [CONNECT, SEND, LINES])
def test_follows_what_was_shifted_in_its_file(code: Repository, reference: str) -> None:
    seen = code.see(reference)
    _edit(code, lambda text: text.replace("import os\n", "import os\nimport sys\n"))
    verdict = code.verify(reference, seen)
    if reference == LINES:
        assert (verdict.status, verdict.now) == ("moved", "file:src/client.py#L9-L10")
    else:
        assert verdict == UNCHANGED


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("    ", "\t"),
        lambda text: text.replace('"utf-8"', "'utf-8'").replace("\n", "\r\n"),
        lambda text: text.replace("(address, timeout=30)", "(\n        address,\n        timeout=30,\n    )"),
        lambda text: text.replace("\n    address", "\n\n    address"),
    ],
)
@pytest.mark.parametrize("reference", [CONNECT, SEND, LINES, WHOLE])
def test_does_not_call_reformatting_a_change(
    code: Repository, reference: str, change: Callable[[str], str]
) -> None:
    seen = code.see(reference)
    _edit(code, change)
    assert code.verify(reference, seen).status in (
        {"unchanged", "moved"} if reference == LINES else {"unchanged"}
    )


@pytest.mark.parametrize("reference", [CONNECT, LINES, WHOLE])
@pytest.mark.parametrize("is_committed", [True, False])
def test_shows_what_changed(code: Repository, reference: str, is_committed: bool) -> None:  # noqa: FBT001  a case
    seen = code.see(reference)
    _edit(code, lambda text: text.replace("timeout=30", "timeout=60"))
    if is_committed:
        code.commit()
    verdict = code.verify(reference, seen)
    assert verdict.status == "changed"
    assert "-    return os.connect(address, timeout=30)\n+    return os.connect(address, timeout=60)" in (
        verdict.diff or ""
    )
    assert "@@ -" in (verdict.diff or "")
    assert code.verify(SEND, code.see(SEND)) == UNCHANGED


def test_notices_a_statement_after_the_last_one(code: Repository) -> None:
    seen = code.see(CONNECT)
    _edit(code, lambda text: text.replace("timeout=30)\n", "timeout=30)\n    unreachable()\n"))
    assert code.verify(CONNECT, seen).status == "changed"


def test_notices_a_decorator_that_was_added(code: Repository) -> None:
    seen = code.see(CONNECT)
    _edit(code, lambda text: text.replace("def connect", "@cached\ndef connect"))
    assert code.verify(CONNECT, seen).status == "changed"


@pytest.mark.parametrize("reference", [CONNECT, SEND, LINES, WHOLE])
@pytest.mark.parametrize("is_committed", [True, False])
def test_follows_a_renamed_file(code: Repository, reference: str, is_committed: bool) -> None:  # noqa: FBT001  a case
    seen = code.see(reference)
    code.rename("src/client.py", "lib/net/client.py")
    if is_committed:
        code.commit()
    verdict = code.verify(reference, seen)
    assert verdict.status == "moved"
    assert verdict.now == reference.replace("src/client.py", "lib/net/client.py")


@pytest.mark.parametrize(("reference", "status"), [(CONNECT, "changed"), (SEND, "moved"), (WHOLE, "changed")])
def test_follows_a_file_that_was_renamed_and_edited(code: Repository, reference: str, status: str) -> None:
    seen = code.see(reference)
    code.rename("src/client.py", "src/network.py")
    code.write("src/network.py", CODE.replace("timeout=30", "timeout=60"))
    verdict = code.verify(reference, seen)
    assert (verdict.status, verdict.now) == (status, reference.replace("client.py", "network.py"))


@pytest.mark.parametrize("reference", [CONNECT, LINES])
def test_follows_what_moved_into_another_file(code: Repository, reference: str) -> None:
    seen = code.see(reference)
    start, stop = CODE.index("def connect"), CODE.index("\n\nclass Client")
    _edit(code, lambda text: text[:start] + text[stop + 2 :])
    code.write("src/other.py", "value = 1\n\n\n" + CODE[start:stop])
    verdict = code.verify(reference, seen)
    wanted = "symbol:src/other.py#connect" if reference == CONNECT else "file:src/other.py#L6-L7"
    assert (verdict.status, verdict.now) == ("moved", wanted)


def test_follows_a_definition_that_was_renamed(code: Repository) -> None:
    seen = code.see(SEND)
    _edit(code, lambda text: text.replace("def send", "def transmit"))
    verdict = code.verify(SEND, seen)
    assert (verdict.status, verdict.now) == ("moved", "symbol:src/client.py#Client.transmit")
    assert verdict.detail == "Client.send was renamed to Client.transmit"


def test_follows_a_method_of_a_class_that_was_renamed(code: Repository) -> None:
    seen = code.see(SEND)
    _edit(code, lambda text: text.replace("class Client", "class Session"))
    assert code.verify(SEND, seen).now == "symbol:src/client.py#Session.send"


@pytest.mark.parametrize("reference", [SEND, "file:src/client.py#L16-L18"])
def test_notices_what_was_deleted(code: Repository, reference: str) -> None:
    seen = code.see(reference)
    start, stop = CODE.index("    def send"), CODE.index("    def close")
    _edit(code, lambda text: text[:start] + text[stop:])
    assert code.verify(reference, seen).status == "gone"


@pytest.mark.parametrize("reference", [SEND, CONNECT, LINES, WHOLE])
def test_notices_that_a_file_was_deleted(code: Repository, reference: str) -> None:
    code.write("src/copy.py", CODE)
    code.commit()
    seen = code.see(reference)
    code.remove("src/client.py")
    code.commit()
    assert code.verify(reference, seen).status == "gone"  # the copy was there before: nothing moved there


def test_checks_a_key_of_the_configuration(code: Repository) -> None:
    key = "symbol:pyproject.toml#tool.ruff.line-length"
    seen = code.see(key)
    code.write(
        "pyproject.toml", '[tool.black]\nquiet = true\n\n[tool.ruff]\nsrc = ["src"]\nline-length = 110\n'
    )
    assert code.verify(key, seen) == UNCHANGED
    code.write("pyproject.toml", '[tool.ruff]\nline-length = 88\nsrc = ["src"]\n')
    assert code.verify(key, seen).status == "changed"
    code.write("pyproject.toml", '[tool.ruff]\nsrc = ["src"]\n')
    assert code.verify(key, seen).status == "gone"


@pytest.mark.parametrize(
    "reference", ["file:no.py", "file:src/client.py#L90", "symbol:src/client.py#no", "file:../x"]
)
def test_sees_nothing_where_nothing_is(code: Repository, reference: str) -> None:
    found = read(reference)
    assert found is not None
    assert see(found, code.look()) is None


def test_keeps_the_words_that_git_does_not_have(code: Repository) -> None:
    assert "excerpt" not in code.see(CONNECT)
    code.write("src/new.py", "def fresh(value):\n    total = value + 1\n    return total\n")
    seen = code.see("symbol:src/new.py#fresh")
    assert seen["excerpt"] == "def fresh(value):\n    total = value + 1\n    return total"
    code.write("src/new.py", "def fresh(value):\n    total = value + 2\n    return total\n")
    verdict = code.verify("symbol:src/new.py#fresh", seen)
    assert "+    total = value + 2" in (verdict.diff or "")


@pytest.mark.parametrize(
    "edited", ["first = 1\nsecond = 22 + offset\nthird = 3\n", "zero = 0\nsecond = 22 + offset\n"]
)
def test_finds_lines_that_git_never_had(code: Repository, edited: str) -> None:
    code.write("new.py", "first = 1\nsecond = 2 + offset\nthird = 3\n")
    seen = code.see("file:new.py#L2")
    code.write("new.py", f"\n{edited}".replace("22", "2"))
    verdict = code.verify("file:new.py#L2", seen)
    assert (verdict.status, verdict.now) == ("moved", "file:new.py#L3")
    code.write("new.py", edited)
    assert code.verify("file:new.py#L2", seen).status == "changed"
    code.write("new.py", "nothing\n")
    assert code.verify("file:new.py#L2", seen).status == "gone"


def test_cannot_tell_about_lines_of_which_nothing_was_kept(code: Repository) -> None:
    seen = code.see(LINES) | {"blob": "0" * 40}
    _edit(code, lambda text: f"\n{text}")
    assert code.verify(LINES, seen).now == "file:src/client.py#L9-L10"
    _edit(code, lambda text: text.replace("address", "place"))
    assert code.verify(LINES, seen).status == "unknown"


def test_works_without_git(code: Repository) -> None:
    (code.root / ".git").rename(code.root.parent / "elsewhere")
    seen = {reference: code.see(reference) for reference in (CONNECT, LINES, WHOLE)}
    code.rename("src/client.py", "src/moved.py")
    assert {code.verify(reference, seen[reference]).status for reference in seen} == {"moved"}
    code.remove("src/moved.py")
    assert {code.verify(reference, seen[reference]).status for reference in seen} == {"gone"}


def test_follows_a_commit(code: Repository) -> None:
    first = code.git("rev-parse", "HEAD")
    seen = code.see(f"commit:{first[:8]}")
    assert seen["sha"] == first
    code.commit()
    assert code.verify(f"commit:{first[:8]}", seen) == UNCHANGED
    code.git("checkout", "-q", "--orphan", "fresh")
    code.write("src/other.py", "value = 3\n")
    code.commit()
    assert code.verify(f"commit:{first[:8]}", seen).status == "changed"
    assert code.verify("commit:0123456789", {"sha": "0" * 39 + "1"}).status == "gone"


def test_knows_nothing_about_people(code: Repository) -> None:
    assert code.verify("person:Ada", {}) == UNCHANGED


def test_answers_for_many_as_for_each(code: Repository) -> None:
    references = [CONNECT, SEND, LINES, WHOLE, "symbol:src/client.py#Client", "file:src/other.py"]
    seen = [code.see(reference) for reference in references]
    _edit(
        code, lambda text: text.replace("timeout=30", "timeout=60").replace("    def close", "    def shut")
    )
    anchors = [(read(text) or Reference("file", ""), one) for text, one in zip(references, seen, strict=True)]
    verdicts = verify_all(anchors, code.look())
    assert verdicts == [code.verify(text, one) for text, one in zip(references, seen, strict=True)]
    assert [verdict.status for verdict in verdicts] == [
        "changed",
        "unchanged",
        "changed",
        "changed",
        "changed",
        "unchanged",
    ]


@pytest.mark.parametrize(
    "seen",
    [
        {},
        {
            "blob": 7,
            "commit": [],
            "start": "x",
            "stop": None,
            "digest": {},
            "name": 3,
            "excerpt": 1,
            "sha": 2,
        },
        {"blob": "HEAD", "commit": "--all", "start": 3, "stop": 1, "sha": "--all"},
        {"blob": "0" * 40, "commit": "1" * 40, "start": 10**12, "stop": 10**13, "excerpt": ""},
        {"start": 7, "stop": 10**9, "excerpt": "\0", "name": "", "body": True, "loose": 5, "sha": ""},
    ],
)
def test_takes_whatever_was_written_down(code: Repository, seen: Seen) -> None:
    references = [CONNECT, LINES, WHOLE, "commit:0123abc", "symbol:no.py#no", "file:no.py"]
    for reference in references:
        # Never that all is well.
        assert code.verify(reference, seen).status in {"unknown", "changed", "gone"}
    own = code.git("rev-parse", "HEAD:src/client.py")
    _edit(code, lambda text: f"import sys\n{text}")
    assert all(code.verify(reference, seen | {"blob": own}).status in SEVERITY for reference in references)


def test_does_not_take_an_equal_value_for_the_same_key(code: Repository) -> None:
    code.write("pyproject.toml", "[tool.black]\nquiet = true\n")
    code.commit()
    key = "symbol:pyproject.toml#tool.black.quiet"
    seen = code.see(key)
    code.write("pyproject.toml", "[tool.black]\nfast = false\n\n[tool.mypy]\nquiet = true\nstrict = true\n")
    assert code.verify(key, seen).status == "gone"


def test_prefers_the_definition_of_the_same_scope(code: Repository) -> None:
    fred = "        class Fred:\n            pass\n"
    pair = f"    def one(self):\n{fred}\n    def two(self):\n{fred}"
    code.write("src/pair.py", f"class Case:\n{pair}")
    code.commit()
    seen = code.see("symbol:src/pair.py#Case.two.Fred")
    code.write("src/pair.py", f"class Other:\n{pair}")
    assert code.verify("symbol:src/pair.py#Case.two.Fred", seen).now == "symbol:src/pair.py#Other.two.Fred"


def test_follows_lines_of_which_the_most_went_elsewhere(code: Repository) -> None:
    seen = code.see("file:src/client.py#L3-L9")
    start, stop = CODE.index("def connect"), CODE.index("\n\nclass Client")
    _edit(code, lambda text: text[:start] + text[stop + 2 :])
    code.write("src/other.py", "value = 1\n\n\n" + CODE[start:stop])
    verdict = code.verify("file:src/client.py#L3-L9", seen)
    assert (verdict.status, verdict.now) == ("changed", "file:src/other.py#L4-L7")


def test_reads_a_definition_in_a_file_that_is_broken_elsewhere(code: Repository) -> None:
    seen = {reference: code.see(reference) for reference in (CONNECT, SEND)}
    _edit(code, lambda text: text.replace("    def close(self):", "    def close(self:"))
    assert {code.verify(reference, seen[reference]).status for reference in seen} == {"unchanged"}


def test_cannot_tell_about_what_is_no_text_any_more(code: Repository) -> None:
    seen = {reference: code.see(reference) for reference in (CONNECT, LINES)}
    code.write("src/client.py", "\0")
    assert {code.verify(reference, seen[reference]).status for reference in seen} == {"unknown"}
