"""Which commands tell how the work went, and are two of them the same? Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from phantasm.session.episodes.model import Ran
from phantasm.session.episodes.reading import NEUTRAL_PROGRAMS, is_looking
from phantasm.session.episodes.shell import PYTHONS, SHELLS, segments

MOST_COMMANDS: Final = 200
"""How many commands an episode keeps: as many from the beginning as from the end. A day's work has fewer."""

MOST_COMMAND_CHARACTERS: Final = 400
"""How much of a command line is kept, in characters: a line that a person would type is far shorter."""

CHECKS: Final = frozenset(
    "pytest py.test unittest tox nox jest vitest mocha ava karma rspec phpunit pest ctest tsc eslint "
    "mypy pyright "
    "flake8 pylint golangci-lint ninja nextest bats trial pre-commit stylelint shellcheck behave "
    "cucumber xcodebuild "
    "msbuild webpack rollup ansible-playbook".split()
)
"""Programs whose exit code says how the work stands, whatever they are told."""

CHECK_WORDS: Final = {
    **dict.fromkeys(
        ("npm", "yarn", "pnpm", "bun"), frozenset(("test", "t", "build", "lint", "typecheck", "publish"))
    ),
    "go": frozenset(("test", "build", "vet", "install")),
    "cargo": frozenset(("test", "build", "check", "clippy", "nextest", "publish", "bench")),
    **dict.fromkeys(
        ("mvn", "mvnw"), frozenset(("test", "verify", "package", "install", "compile", "deploy"))
    ),
    **dict.fromkeys(("gradle", "gradlew"), frozenset(("test", "build", "check", "assemble"))),
    "dotnet": frozenset(("test", "build", "publish")),
    "swift": frozenset(("test", "build")),
    "mix": frozenset(("test", "compile")),
    "sbt": frozenset(("test", "compile")),
    **dict.fromkeys(("bazel", "bazelisk", "buck2"), frozenset(("test", "build"))),
    "deno": frozenset(("test", "check", "lint")),
    "rails": frozenset(("test", "db:migrate")),
    "rake": frozenset(("test", "spec", "build", "db:migrate")),
    "composer": frozenset(("test",)),
    "docker": frozenset(("build", "push")),
    "meson": frozenset(("test", "compile")),
    "zig": frozenset(("test", "build")),
    **dict.fromkeys(("flutter", "dart"), frozenset(("test", "build", "analyze"))),
    **dict.fromkeys(("stack", "cabal", "lein"), frozenset(("test", "build"))),
    "ruff": frozenset(("check",)),
    "terraform": frozenset(("apply", "validate", "plan")),
    "helm": frozenset(("upgrade", "install", "lint")),
    "kubectl": frozenset(("apply", "rollout")),
    "git": frozenset(("push",)),
    "twine": frozenset(("upload",)),
    "alembic": frozenset(("upgrade", "downgrade")),
    "fly": frozenset(("deploy",)),
    "vercel": frozenset(("deploy",)),
    "manage.py": frozenset(("test", "migrate", "check")),
    "artisan": frozenset(("test", "migrate")),
    "node": frozenset(("--test",)),
    "cmake": frozenset(("--build",)),
}
"""Programs that tell it for some of what they can do: tests, builds, and what takes work out."""

NAMED_CHECK: Final = re.compile(
    r"(?:run[-_])?(?:unit|tests?|check|build|lint|typecheck|type-check|compile|e2e|ci|deploy|release|"
    r"verify|spec)"
    r"s?(?:[-_:.][\w:.-]*)?$"
)
"""How targets, scripts and files are called that check, build or take out."""

TARGET_RUNNERS: Final = frozenset(("make", "gmake", "just", "task", "invoke", "inv", "rake"))
FILTERS: Final = frozenset(
    "-k -m -t -run --run --filter --grep -g --testNamePattern --tests --test -p".split()
)
"""Options whose value narrows down what is run."""

VALUED: Final = frozenset(
    "-n -o -c -W --tb --maxfail --durations --timeout -j --jobs -C -f --config --rootdir".split()
)
"""Options whose value says nothing about what is run."""

EVERYTHING: Final = frozenset((".", "./...", "./", "...", "all"))


@dataclass(frozen=True, slots=True)
class Check:
    """A command whose end says how the work stands."""

    runner: str
    scope: tuple[str, ...] = ()
    """What it was run on; empty: on everything."""


@dataclass(frozen=True, slots=True)
class Line:
    """What a command line means for the outcome."""

    checks: tuple[Check, ...]
    proves_success: bool
    """Whether exit code 0 means that the checks went well: not behind a pipe or with more behind them."""
    proves_failure: bool


def read_line(command: str) -> Line:
    """Return the checks of a command line, and what its exit code says about them."""
    found = segments(command)
    checks: list[Check] = []
    last = -1
    for place, segment in enumerate(found):
        if check := check_of(segment.words):
            checks.append(check)
            last = place
    behind = [segment.before for segment in found[last + 1 :]] if checks else []
    is_piped = any(operator.startswith("|") and operator != "||" for operator in behind)
    is_lost = any(operator in ("||", ";", "&") for operator in behind)
    return Line(
        tuple(dict.fromkeys(checks)),
        proves_success=not is_lost and (not is_piped or "pipefail" in command),
        proves_failure=not is_lost,
    )


def check_of(words: Sequence[str]) -> Check | None:
    """Return what a command checks, builds or takes out; None for any other command."""
    match words:
        case (python, str() as script, *rest) if PYTHONS.match(python) or python in (*SHELLS, "php"):
            name = script.rsplit("/", 1)[-1]
            if name in CHECK_WORDS:
                return check_of((name, *rest))
            return Check(name, _scope(rest)) if NAMED_CHECK.match(name) else None
        case (name, *rest) if name in CHECKS:
            return Check("pytest" if name == "py.test" else name, _scope(rest))
        case (name, *rest) if name in TARGET_RUNNERS:
            targets = _scope(rest)
            is_check = not targets or any(NAMED_CHECK.match(target) for target in targets)
            return Check(name, targets) if is_check else None
        case (name, *rest) if name in CHECK_WORDS:
            return _worded(name, rest)
        case (name, *rest) if name.endswith(".sh") and NAMED_CHECK.match(name):
            return Check(name, _scope(rest))
        case _:
            return None


def covers(one: Check, other: Check) -> bool:
    """Tell whether a run includes all that another one ran."""
    return one.runner == other.runner and (
        not one.scope
        or (
            bool(other.scope)
            and all(any(_within(part, whole) for whole in one.scope) for part in other.scope)
        )
    )


def same_key(command: str) -> str:
    """Return the text that two runs of one command have in common: no folder, output or wrapper in it."""
    parts = [
        " ".join(segment.words)
        for segment in segments(command)
        if segment.words and segment.words[0] not in NEUTRAL_PROGRAMS and not segment.before.startswith("|")
    ]
    return " && ".join(parts) or " ".join(command[:MOST_COMMAND_CHARACTERS].split())


def shortened_commands(commands: Sequence[Ran]) -> tuple[Ran, ...]:
    """Return the commands as an episode keeps them: repeats once, and the middle of very many left out."""
    kept: list[Ran] = []
    for ran in commands:
        last = kept[-1] if kept else None
        if last and (last.command, last.exit_code, last.failed) == (ran.command, ran.exit_code, ran.failed):
            continue
        kept.append(ran)
    if len(kept) > MOST_COMMANDS:
        kept = kept[: MOST_COMMANDS // 2] + kept[-(MOST_COMMANDS // 2) :]
    return tuple(kept)


def is_decisive(command: str) -> bool:
    """Tell whether a command says more about the work than that somebody looked."""
    return bool(read_line(command).checks)


def is_doing(command: str) -> bool:
    """Tell whether a command does anything but look."""
    return not is_looking(command)


def _worded(name: str, rest: Sequence[str]) -> Check | None:
    known = CHECK_WORDS[name]
    words = [word for word in rest if not word.startswith("-") or word in known]
    if words[:1] in (["run"], ["run-script"]) and len(words) > 1:
        return Check(f"{name} {words[1]}", _scope(words[2:])) if NAMED_CHECK.match(words[1]) else None
    if not words or (words[0] not in known and not _is_script(name, words[0])):
        return None
    return Check(f"{name} {words[0]}", _scope(rest[rest.index(words[0]) + 1 :]))


def _is_script(name: str, word: str) -> bool:
    """Package scripts may be called by their name alone, goals of a build by a colon and their project."""
    return name in ("yarn", "pnpm", "bun", "npm", "gradle", "gradlew", "mvn", "mvnw") and bool(
        NAMED_CHECK.match(word.rsplit(":", 1)[-1] if name.startswith("g") else word)
    )


def _scope(words: Sequence[str]) -> tuple[str, ...]:
    found: set[str] = set()
    option = ""
    for word in words:
        if option:
            if option in FILTERS:
                found.add(f"{option} {word}")
            option = ""
        elif word in FILTERS or word in VALUED:
            option = word
        elif word.partition("=")[0] in FILTERS:
            found.add(word.replace("=", " ", 1))
        elif not word.startswith("-") and not word.isdigit() and word not in EVERYTHING:
            found.add(word)
    return tuple(sorted(found))


def _within(part: str, whole: str) -> bool:
    return part == whole or part.startswith((whole.rstrip("/") + "/", whole + "::", whole + ":"))
