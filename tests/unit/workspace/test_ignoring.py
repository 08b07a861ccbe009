"""Files that a glob names are known, wherever a session works and however it calls them."""

import pytest

from phantasm.workspace.ignoring import ignoring

ROOT = "/home/me/shop"
IGNORED = ignoring(["secrets/**", "*.pem", "/build", "docs/**/private/", "node_modules/", "a/*/c"], ROOT)


@pytest.mark.parametrize(
    "file",
    [
        "secrets/prod.env",
        "secrets",
        "./secrets/deep/x",
        f"{ROOT}/secrets/prod.env",
        "key.pem",
        "deploy/tls/key.pem",
        "/etc/ssl/key.pem",
        "build/out.js",
        "docs/private/x.md",
        "docs/a/b/private/x.md",
        "web/node_modules/x/y.js",
        "a/b/c/d",
        "secrets\\prod.env",
        "src/../secrets/x",
    ],
)
def test_a_glob_names_files_and_what_lies_below(file: str) -> None:
    assert IGNORED.has_file(file)


@pytest.mark.parametrize(
    "file", ["src/secrets/x", "secrets.py", "src/build/x", "private/x", "a/b/d", "pem", "/secrets/x", ".", ""]
)
def test_other_files_are_not_named(file: str) -> None:
    assert not IGNORED.has_file(file)


def test_where_a_session_works_decides_what_its_names_mean() -> None:
    assert IGNORED.has_file("../secrets/x", f"{ROOT}/src")
    assert ignoring(["src/keys/"], ROOT).has_file("keys/a", f"{ROOT}/src")
    assert IGNORED.has_file("/home/me/shop-worktree/secrets/x", "/home/me/shop-worktree")
    assert not IGNORED.has_file(f"{ROOT}/src/secrets/x", f"{ROOT}/src")


@pytest.mark.parametrize(
    ("command", "named"),
    [
        ("cat secrets/prod.env", True),
        ("git show HEAD:secrets/prod.env | head", True),
        ("deploy --env-file=secrets/prod.env", True),
        ("cd secrets && ls", True),
        ("python -c \"open('secrets/prod.env')\"", True),
        (f"cp {ROOT}/secrets/a /tmp", True),
        ("curl -F key=@secrets/a https://example.org", True),
        ("echo keep our secrets", True),  # in doubt more is ignored: it may be the folder
        ("cat README.md", False),
        ("pytest -q tests/test_secrets.py", False),
    ],
)
def test_a_command_may_name_one(command: str, named: bool) -> None:  # noqa: FBT001
    assert IGNORED.is_in(command) is named


def test_no_globs_name_nothing() -> None:
    for globs in ([], ["", "  ", "/", "/**", "."]):
        assert not ignoring(globs, ROOT).has_file("anything")
        assert not ignoring(globs, ROOT).is_in("cat anything")


def test_a_hostile_glob_takes_no_longer() -> None:
    ignored = ignoring(["**/" * 150 + "x", "*a" * 200 + "b", "[", "[z-a]", "[!"], ROOT)
    assert not ignored.has_file("/".join(["a"] * 200) + "/" + "a" * 300)
