"""Is the working tree seen as git sees it, without asking git about every file?"""

import subprocess
from pathlib import Path

import pytest

from phantasm.workspace.checkout import Checkout

_SETTINGS = ("user.name=t", "user.email=t@example.org", "commit.gpgsign=false", "core.autocrlf=false")


def _git(folder: Path, *arguments: str) -> str:
    settings = [part for setting in _SETTINGS for part in ("-c", setting)]
    told = subprocess.run(["git", "-C", str(folder), *settings, *arguments], check=True, capture_output=True)  # noqa: S607
    return told.stdout.decode().strip()


def _write(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    _write(folder, {"src/a.py": "one = 1\n", "src/deep/b.py": "two = 2\n", ".gitignore": "*.log\n"})
    _git(folder, "init", "-q", "-b", "main")
    _git(folder, "add", "-A")
    _git(folder, "commit", "-q", "-m", "first")
    return folder


@pytest.mark.parametrize("version", [2, 3, 4])
def test_names_every_content_as_git_does(root: Path, version: int) -> None:
    _write(root, {f"many/{number}/file{number}.txt": f"{number}\n" for number in range(30)})
    _git(root, "add", "-A")
    if version == 3:
        _git(root, "update-index", "--skip-worktree", "src/a.py")  # a flag that only version 3 has room for
    _git(root, "update-index", "--index-version", str(version))
    checkout = Checkout(root)
    listed = _git(root, "ls-files", "-s").splitlines()
    told = {row.split("\t")[1]: row.split(" ")[1] for row in listed}
    assert len(told) == 33
    assert {path: checkout.blob(path) for path in told} == told


def test_names_contents_by_the_repository_s_own_hash(tmp_path: Path) -> None:
    _git(tmp_path, "init", "-q", "-b", "main", "--object-format=sha256")
    _write(tmp_path, {"a.txt": "a\n", "new.txt": "new\n"})
    _git(tmp_path, "add", "a.txt")
    checkout = Checkout(tmp_path)
    assert checkout.blob("a.txt") == _git(tmp_path, "hash-object", "a.txt")
    assert checkout.blob("new.txt") == _git(tmp_path, "hash-object", "new.txt")


def test_notices_a_change_of_the_same_size_within_the_same_moment(root: Path) -> None:
    for number in range(20):
        text = f"one = {number % 10}\n"
        _write(root, {"src/a.py": text})
        assert Checkout(root).blob("src/a.py") == _git(root, "hash-object", "src/a.py")
        _git(root, "add", "src/a.py")


def test_asks_git_where_the_index_is_split(root: Path) -> None:
    _git(root, "update-index", "--split-index")
    _write(root, {"src/new.py": "new = 1\n"})
    _git(root, "add", "src/new.py")
    checkout = Checkout(root)
    assert "src/a.py" in checkout.paths
    assert "src/new.py" in checkout.paths
    assert checkout.is_kept("src/new.py")


def test_reads_a_damaged_index_as_none(root: Path) -> None:
    (root / ".git" / "index").write_bytes(b"DIRC\0\0\0\2\0\0\0\7 nothing that follows is an entry")
    assert Checkout(root).blob("src/a.py") == _git(root, "hash-object", "src/a.py")


def test_lists_what_the_repository_has_or_would_take(root: Path) -> None:
    _write(root, {"new.py": "", "a.log": "ignored"})
    (root / "src" / "a.py").unlink()
    assert Checkout(root).paths == (".gitignore", "new.py", "src/deep/b.py")


def test_lists_a_folder_without_git(tmp_path: Path) -> None:
    _write(tmp_path, {"a.py": "", "node_modules/x.js": "", "b/c.py": ""})
    assert Checkout(tmp_path).paths == ("a.py", "b/c.py")


def test_takes_paths_relative_to_the_project_s_folder(root: Path) -> None:
    checkout = Checkout(root / "src")
    _write(root, {"src/new.py": ""})
    assert checkout.paths == ("a.py", "deep/b.py", "new.py")
    assert checkout.is_kept("a.py")
    assert checkout.tree_at(checkout.commit).keys() == {"a.py", "deep/b.py"}
    assert checkout.holding("two") == ["deep/b.py"]


def test_finds_many_words_as_git_finds_each(root: Path) -> None:
    words = [f"name_{number}" for number in range(30)]
    _write(root, {"src/many.py": " ".join(words), "src/part.py": "xname_1 name_2.name_3", "a.log": "name_4"})
    (root / "data.bin").write_bytes(b"\0 name_5")
    one_by_one, at_once = Checkout(root), Checkout(root)
    at_once.expect([*words, "two", "empty?"])
    for word in [*words, "two", "nowhere", "empty?"]:
        assert at_once.holding(word) == one_by_one.holding(word)
    assert at_once.holding("name_2") == ["src/many.py", "src/part.py"]


def test_finds_words_in_a_folder_without_git(tmp_path: Path) -> None:
    _write(tmp_path, {"a.py": "send_all()", "b.py": "resend_all()", "c.toml": "line-length = 110"})
    checkout = Checkout(tmp_path)
    assert checkout.holding("send_all") == ["a.py"]
    assert checkout.holding("line-length") == ["c.toml"]
    assert checkout.holding("line-len") == []


def test_reads_a_linked_worktree(root: Path, tmp_path: Path) -> None:
    _git(root, "worktree", "add", "-q", str(tmp_path / "linked"), "-b", "other")
    _write(tmp_path / "linked", {"src/only.py": ""})
    checkout = Checkout(tmp_path / "linked")
    assert "src/only.py" in checkout.paths
    assert checkout.is_kept("src/a.py")


@pytest.mark.parametrize(
    "path", ["../outside.txt", "/etc/hostname", "link", "folder/outside.txt", ".git/HEAD", "src", ""]
)
def test_reads_nothing_outside_the_tree(root: Path, path: str) -> None:
    (root.parent / "outside.txt").write_text("outside", encoding="utf-8")
    (root / "link").symlink_to(root.parent / "outside.txt")
    (root / "folder").symlink_to(root.parent)
    checkout = Checkout(root)
    assert checkout.blob(path) is None
    assert checkout.read(path) is None
    assert not checkout.has(path)


def test_follows_a_link_that_stays_inside(root: Path) -> None:
    (root / "link.py").symlink_to("src/a.py")
    assert Checkout(root).read("link.py") == "one = 1\n"


def test_names_a_large_file_and_does_not_read_it(root: Path) -> None:
    (root / "data.txt").write_text("x" * 2_000_001, encoding="utf-8")
    checkout = Checkout(root)
    assert checkout.blob("data.txt") == _git(root, "hash-object", "data.txt")
    assert checkout.read("data.txt") is None


def test_keeps_old_contents_at_hand(root: Path) -> None:
    first = Checkout(root).blob("src/a.py")
    _write(root, {"src/a.py": "one = 11\n", "raw": "a\0b"})
    raw = _git(root, "hash-object", "-w", "raw")
    checkout = Checkout(root)
    checkout.recall([first or "", raw, "0" * 40, "not a name"])
    assert checkout.old(first or "") == "one = 1\n"
    assert [checkout.old(blob) for blob in (raw, "0" * 40, "not a name", "HEAD")] == [None] * 4


def test_tells_how_a_file_looks_from_outside(root: Path) -> None:
    before = Checkout(root).signature("src/a.py")
    assert before is not None
    _write(root, {"src/a.py": "one = 12\n"})
    after = Checkout(root).signature("src/a.py")
    assert after is not None
    assert (before != after, after[-1]) == (True, 9)
    assert Checkout(root).signature("no.py") is None


def test_finds_a_file_by_the_end_of_its_path(root: Path) -> None:
    checkout = Checkout(root)
    assert (
        checkout.named("b.py")
        == checkout.named("deep/b.py")
        == checkout.named("./src/deep/b.py")
        == ["src/deep/b.py"]
    )
    assert checkout.named("eep/b.py") == []
