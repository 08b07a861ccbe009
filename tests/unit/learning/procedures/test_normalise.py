"""Command lines become acts with arguments."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.learning.procedures.normalise import actions, form_of


def acts(line: str) -> list[str]:
    return [action.act for action in actions(line)]


@pytest.mark.parametrize(
    "line",
    [
        "ls -la",
        "cd src && git status",
        "git diff | head -50",
        "cat a.txt; grep -rn x .",
        "kubectl get pods -n shop",
        "poetry --version",
        "git branch -a",
        "cat > new.py <<EOF\nx = 1\nEOF",
        "python - <<EOF\nprint(1)\nEOF",
        "python -c 'print(1)'",
        "sed -n 1,20p setup.py",
    ],
)
def test_leaves_out_what_only_looks(line: str) -> None:
    assert actions(line) == ()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("git -C web commit -m x", ["git commit"]),
        ("poetry run pytest -q tests", ["pytest"]),
        ("sudo -E docker compose -f dev.yml up -d", ["docker compose up"]),
        ("python manage.py migrate shop", ["manage.py migrate"]),
        ("./scripts/deploy.sh billing", ["scripts/deploy.sh"]),
        ("python3 scripts/seed.py", ["scripts/seed.py"]),
        ("gh pr create --fill", ["gh pr create"]),
        ("mvn -q verify", ["mvn verify"]),
        ("timeout 60 make test", ["make test"]),
        ("make build && make push", ["make build", "make push"]),
        ("pip freeze > requirements.txt", ["pip freeze"]),
        ("git branch -d old", ["git branch"]),
        ("gunzip -c a.gz | psql shop | tail -3", ["gunzip | psql"]),
        ("sed -i s/a/b/ setup.py", ["sed"]),
        ("createdb shop", ["createdb"]),
    ],
)
def test_names_the_tool_and_its_verb(line: str, expected: list[str]) -> None:
    assert acts(line) == expected


def test_lines_up_commands_that_differ_in_names_and_quiet_flags() -> None:
    assert form_of("pytest -q tests/a.py") == form_of("pytest -vv tests/b.py") == "pytest"
    assert form_of("git tag -a v1 -m one") == form_of("git tag -m two -a v2")
    assert form_of("git cherry-pick abc") != form_of("git cherry-pick -x abc")


def test_keeps_arguments_with_their_places() -> None:
    (action,) = actions("VERSION=1.2 docker build -t shop:1.2 --platform=arm64 .")
    assert [(one.key, one.value) for one in action.arguments] == [
        ("$VERSION", "1.2"),
        ("-t", "shop:1.2"),
        ("--platform=", "arm64"),
        ("#0", "."),
    ]


def test_keeps_the_folder_of_the_repository_but_nobodys_home() -> None:
    (inside,), (outside,) = actions("cd web && npm ci"), actions("cd /home/ann/shop && npm ci")
    assert inside.layout == ("cd", "\0cd", "&&", "npm", "ci")
    assert outside.layout == ("npm", "ci")


@pytest.mark.parametrize(
    ("line", "worked", "expected"),
    [
        ("make", True, [True]),
        ("make", False, [False]),
        ("make", None, [None]),
        ("make a && make b", True, [True, True]),
        ("make a && make b", False, [None, None]),
        ("cd web && make a", False, [False]),
        ("make a; make b", True, [None, True]),
        ("make a || true", True, [None]),
        ("pytest | tail -3", True, [None]),
    ],
)
def test_believes_an_exit_code_only_of_what_it_is_about(
    line: str, worked: Literal[True, False] | None, expected: list[bool | None]
) -> None:
    assert [action.worked for action in actions(line, worked)] == expected


@given(st.text(max_size=200))
def test_reads_anything(line: str) -> None:
    for action in actions(line):
        assert action.act
        assert action.form.startswith(action.act.split(" |")[0])
