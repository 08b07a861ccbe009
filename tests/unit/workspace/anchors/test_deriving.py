"""Is what a text names found, as far as it can mean one thing only?"""

import pytest

from phantasm.workspace.anchors.deriving import MOST_REFERENCES, mentioned, words_of
from phantasm.workspace.anchors.references import write
from phantasm.workspace.checkout import Checkout

from .conftest import Repository

CLIENT = """MAX_RETRIES = 3


def parse_config(path):
    return path


class HttpClient:
    def send(self, message):
        return message


class Worker:
    def run(self):
        return self.test
"""


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    repository = Repository(tmp_path_factory.mktemp("deriving"))
    repository.write("src/net/client.py", CLIENT)
    repository.write(
        "src/other.py", "def helper():\n    pass\n\n\nclass Other:\n    def stop(self):\n        pass\n"
    )
    repository.write(
        "tests/other.py", "def helper():\n    pass\n\n\nclass Thing:\n    def stop(self):\n        pass\n"
    )
    repository.write("pyproject.toml", "[tool.ruff]\nline-length = 110\n")
    repository.write("Makefile", "all:\n\techo\n")
    repository.commit()
    return repository


def _found(repository: Repository, text: str) -> list[str]:
    kinds = {"file", "symbol", "commit"}
    return [write(one) for one in mentioned(text, repository.look()) if one.kind in kinds]


@pytest.mark.parametrize(
    ("text", "references"),
    [
        ("The timeout is set in src/net/client.py.", ["file:src/net/client.py"]),
        ("See client.py:4 for the parser", ["file:src/net/client.py#L4"]),
        ("See `src/net/client.py#L4-L5`.", ["file:src/net/client.py#L4-L5"]),
        ("(net/client.py:4-5)", ["file:src/net/client.py#L4-L5"]),
        ("client.py:400 is beyond its end", ["file:src/net/client.py"]),
        ("The Makefile drives it", ["file:Makefile"]),
        ("other.py is one of two", []),
        ("src/other.py is one", ["file:src/other.py"]),
        ("see https://example.org/src/net/client.py", []),
        ("../secret.py and /etc/hosts.py", []),
        ("parse_config reads the file", ["symbol:src/net/client.py#parse_config"]),
        ("call `parse_config(path)` first", ["symbol:src/net/client.py#parse_config"]),
        ("HttpClient.send retries", ["symbol:src/net/client.py#HttpClient.send"]),
        ("`HttpClient#send` retries", ["symbol:src/net/client.py#HttpClient.send"]),
        ("HttpClient::send() retries", ["symbol:src/net/client.py#HttpClient.send"]),
        ("send() retries", ["symbol:src/net/client.py#HttpClient.send"]),
        ("at most MAX_RETRIES times", ["symbol:src/net/client.py#MAX_RETRIES"]),
        ("the `run` method", ["symbol:src/net/client.py#Worker.run"]),
        ("we run the test and send a worker", []),
        ("helper() is defined twice", []),
        ("helper() in src/other.py is meant", ["symbol:src/other.py#helper"]),
        ("`line-length` is 110", ["symbol:pyproject.toml#tool.ruff.line-length"]),
        ("`tool.ruff.line-length` is 110", ["symbol:pyproject.toml#tool.ruff.line-length"]),
        ("client.py has parse_config()", ["symbol:src/net/client.py#parse_config"]),
        ("GitHub and JavaScript, e.g. in v1.2, and so on.", []),
        ("the commit 1234567 is unknown", []),
        ("", []),
    ],
)
def test_finds_what_is_named(code: Repository, text: str, references: list[str]) -> None:
    assert _found(code, text) == references


def test_finds_a_commit_by_its_first_letters(code: Repository) -> None:
    sha = code.git("rev-parse", "HEAD")
    assert _found(code, f"fixed by commit {sha[:9]}") == [f"commit:{sha}"]
    assert _found(code, f"the id {sha[:9]} of a session") == []


def test_finds_a_few_only(code: Repository) -> None:
    for number in range(20):
        code.write(f"part{number}.py", "")
    text = " ".join(f"part{number}.py" for number in range(20))
    assert len(mentioned(text, code.look())) == MOST_REFERENCES
    for number in range(20):
        code.remove(f"part{number}.py")


def test_names_a_file_by_its_whole_path_on_this_machine(code: Repository) -> None:
    assert _found(code, f"in {code.root.as_posix()}/src/other.py") == ["file:src/other.py"]


@pytest.mark.parametrize(
    "text", ["We decided to keep it simple", "Prefer small commits; ask before a release."]
)
def test_reads_nothing_for_prose(code: Repository, text: str) -> None:
    assert words_of(text) == []
    checkout = Checkout(code.root)
    assert [one for one in mentioned(text, checkout) if one.kind in {"file", "symbol"}] == []
    assert "paths" not in vars(checkout)
