"""Which commands tell how the work stands."""

import pytest

from phantasm.session.episodes.commands import (
    MOST_COMMANDS,
    Check,
    covers,
    read_line,
    same_key,
    shortened_commands,
)
from phantasm.session.episodes.model import Ran


@pytest.mark.parametrize(
    ("command", "check"),
    [
        ("pytest", Check("pytest")),
        ("python -m pytest -q -n 4 tests/unit", Check("pytest", ("tests/unit",))),
        ("pytest -k clock", Check("pytest", ("-k clock",))),
        ("python3 -m unittest discover", Check("unittest", ("discover",))),
        ("npm test", Check("npm test")),
        ("npm run build -- --prod", Check("npm build")),
        ("yarn test:unit", Check("yarn test:unit")),
        ("pnpm run typecheck", Check("pnpm typecheck")),
        ("npx vitest run", Check("vitest", ("run",))),
        ("go test ./...", Check("go test")),
        ("go test ./pkg/clock -run TestZone", Check("go test", ("-run TestZone", "./pkg/clock"))),
        ("cargo test --all", Check("cargo test")),
        ("./mvnw -q verify", Check("mvnw verify")),
        ("./gradlew :app:test", Check("gradlew :app:test")),
        ("dotnet test", Check("dotnet test")),
        ("bundle exec rspec spec/a_spec.rb", Check("rspec", ("spec/a_spec.rb",))),
        ("make", Check("make")),
        ("make -j4 test", Check("make", ("test",))),
        ("bash scripts/test lint", Check("test", ("lint",))),
        ("./scripts/run-tests.sh", Check("run-tests.sh")),
        ("python manage.py migrate", Check("manage.py migrate")),
        ("ruff check src", Check("ruff check", ("src",))),
        ("git push origin main", Check("git push", ("main", "origin"))),
        ("kubectl apply -f deploy.yaml", Check("kubectl apply")),
        ("tsc --noEmit", Check("tsc")),
        ("cmake --build build", Check("cmake --build", ("build",))),
        ("docker build -t app .", Check("docker build", ("-t app",))),
    ],
)
def test_knows_a_check(command: str, check: Check) -> None:
    assert read_line(command).checks == (check,)


@pytest.mark.parametrize(
    "command",
    [
        "ls",
        "git status",
        "npm install",
        "make clean",
        "python app.py",
        "cat tests.py",
        "go mod tidy",
        "git commit -m x",
    ],
)
def test_knows_what_is_no_check(command: str) -> None:
    assert read_line(command).checks == ()


@pytest.mark.parametrize(
    ("command", "success", "failure"),
    [
        ("pytest", True, True),
        ("cd a && pytest && echo ok", True, True),
        ("pytest | tail -3", False, True),
        ("set -o pipefail; pytest | tail -3", True, True),
        ("pytest || true", False, False),
        ("pytest; echo done", False, False),
        ("pytest 2>&1", True, True),
    ],
)
def test_knows_what_an_exit_code_proves(command: str, success: bool, failure: bool) -> None:  # noqa: FBT001
    line = read_line(command)
    assert (line.proves_success, line.proves_failure) == (success, failure)


def test_knows_which_run_includes_which() -> None:
    whole, folder, file = Check("pytest"), Check("pytest", ("tests/",)), Check("pytest", ("tests/test_a.py",))
    one = Check("pytest", ("tests/test_a.py::test_x",))
    assert covers(whole, one)
    assert covers(folder, file)
    assert covers(file, one)
    assert not covers(one, file)
    assert not covers(file, whole)
    assert not covers(Check("jest"), Check("pytest"))


def test_knows_two_runs_of_one_command() -> None:
    assert same_key("cd /a && TZ=UTC python run.py 2>&1 | tail -5") == same_key("python run.py")
    assert same_key("python run.py --fast") != same_key("python run.py")


def test_keeps_repeats_once_and_of_very_many_the_first_and_the_last() -> None:
    ran = [Ran("t", "make", 1), Ran("t", "make", 1), Ran("t", "make", 0)]
    assert [one.exit_code for one in shortened_commands(ran)] == [1, 0]
    many = shortened_commands([Ran("t", f"run {number}") for number in range(1_000)])
    assert len(many) == MOST_COMMANDS
    assert (many[0].command, many[-1].command) == ("run 0", "run 999")
