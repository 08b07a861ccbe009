"""What do the sessions of a project look like in which twenty workflows are hidden? Made up, by a seed.

Each workflow has ways to ask for it, steps with parameters, steps that may be left out, and files. An episode
is one of them (sometimes two, interleaved) with what real sessions have besides: looking around, commands of
everyday, retries, steps run in one line, steps forgotten, failures that are overcome and failures that are
not, outcomes that nobody states. Beside them stand episodes that are no workflow: one-offs, questions, and
habits, which are commands that repeat whatever is asked for.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from phantasm.session.episodes.model import Basis, Episode, Overcome, Ran, Said

if TYPE_CHECKING:
    from phantasm.session.model import Outcome

BEGINNING = datetime(2026, 1, 5, 9, tzinfo=UTC)

Choice = random.Random
Draw = Callable[[Choice], str]


@dataclass(frozen=True)
class Workflow:
    """A hidden workflow."""

    name: str
    goals: tuple[str, ...]
    steps: tuple[str, ...]
    """With `{parameters}`; `? ` begins one that may be left out."""
    files: tuple[str, ...] = ()

    @property
    def required(self) -> tuple[str, ...]:
        """The steps that are always done."""
        return tuple(step for step in self.steps if not step.startswith("? "))


def _one_of(text: str) -> Draw:
    words = text.split()
    return lambda choice: choice.choice(words)


def _version(choice: Choice) -> str:
    return f"{choice.randint(0, 4)}.{choice.randint(0, 30)}.{choice.randint(0, 12)}"


def _commit(choice: Choice) -> str:
    return "a" + "".join(choice.choice("0123456789abcdef") for _ in range(5)) + "7"


PARAMETERS: dict[str, Draw] = {
    "version": _version,
    "library_version": _version,
    "commit": _commit,
    "ticket": lambda choice: f"{choice.choice(['PAY', 'OPS', 'WEB'])}-{choice.randint(100, 9999)}",
    "service": _one_of("billing search gateway accounts mailer ledger catalog"),
    "environment": _one_of("staging production sandbox"),
    "library": _one_of("httpx pydantic sqlalchemy uvicorn rich attrs orjson click celery redis"),
    "module": _one_of("lodash vite axios zod eslint-plugin-react date-fns react-query vitest"),
    "resource": _one_of("invoices customers refunds vouchers webhooks reports payouts disputes"),
    "area": _one_of("core api workers storage auth"),
    "case": _one_of("checkout retry_queue login session_expiry upload locks pagination cursor"),
    "table": _one_of("orders users payments shipments audit_log coupons carts"),
    "column": _one_of("region deleted_at currency status locale external_id priority"),
    "fixture": _one_of("demo_shop large_catalog empty two_tenants stress holidays"),
    "stable": lambda choice: f"{choice.randint(1, 6)}.x",
    "package": _one_of("ledger routing quota feed tokens scheduler"),
    "database": _one_of("shop_dev shop_ci analytics_dev reporting_tmp scratch"),
    "scenario": _one_of("checkout_peak search_burst login_storm import_night"),
    "flag": _one_of("new_checkout dark_mode fast_search beta_editor bulk_export"),
    "locale": _one_of("de fr es pt-BR ja nl it pl"),
    "account": _one_of("ana bjorn carmen dilip eve farid"),
    "number": lambda choice: str(choice.randint(100, 4999)),
}

LOOKING = (
    *(
        "git status",
        "git diff",
        "ls -la",
        "git log --oneline -5",
        "cat pyproject.toml",
        "pwd",
        "git diff --stat",
    ),
    *(
        "grep -rn TODO src | head",
        "ls tests",
        "cat README.md | head -50",
        "docker ps",
        "kubectl get pods",
        "git show HEAD",
    ),
)
EVERYDAY = (
    *(
        "pytest -q",
        "pytest",
        "pytest tests -x",
        "ruff check .",
        "mypy src",
        "git add -A",
        'git commit -m "wip"',
        "git push",
    ),
    *(
        "git pull --rebase",
        "pip install -e .",
        "git stash",
        "git stash pop",
        "npm ci",
        "make test",
        "python -m pytest -q | tail -3",
    ),
)
HABITS = (
    ("git status", "git diff", "pytest -q"),
    ("git add -A", 'git commit -m "{message}"', "git push"),
    ("make clean", "make build", "make smoke"),
    ("npm ci", "npm run typecheck", "npm run dev-check"),
    ("docker compose restart web", "docker compose logs web", "curl -s localhost:8000/ping"),
)
CHORES = (
    *(
        "why does the {area} module import {library} twice?",
        "rename the helper in {area}",
        "explain how {resource} are stored",
    ),
    *(
        "the {case} page shows an empty list, fix it",
        "make {flag} the default for {locale}",
        "remove dead code from {area}",
    ),
    *(
        "add type hints to {area}",
        "{account} says {resource} are rounded wrongly",
        "write tests for {case}",
        "speed up {case}",
    ),
    *(
        "log less in {area}",
        "refactor {resource} validation",
        "clean up the {flag} flag",
        "translate the emails to {locale}",
    ),
    *(
        "handle empty {resource}",
        "the {service} logs are noisy, look into it",
        "update the copyright year",
        "improve the {case} error text",
    ),
)
ONE_OFF = (
    *(
        "python scripts/once_{number}.py",
        "mv src/{area}/old.py src/{area}/{case}.py",
        "sed -i s/a/{number}/ src/{area}/{case}.py",
    ),
    *(
        "psql -c 'select {number}'",
        "npm run {case}-{number}",
        "rm -rf build/{number}",
        "tar czf /tmp/{number}.tgz src",
        "flake8 src/{area}",
    ),
    *(
        "curl -s https://{service}.acme.dev/{number}",
        "go vet ./{package}/...",
        "python -c 'print({number})'",
        "touch notes/{number}.md",
    ),
)
ERRORS = (
    (("ConnectionError", "refused"), "ConnectionError: connection refused"),
    (("ModuleNotFoundError",), "ModuleNotFoundError: No module named 'x'"),
    (("PermissionError", "denied"), "PermissionError: permission denied"),
    (("lock", "held"), "error: lock is held by another process"),
)


@dataclass(frozen=True)
class Rates:
    """How untidy the sessions are: probabilities."""

    looking: float = 0.5
    everyday: float = 0.25
    retry: float = 0.1
    fix: float = 0.5
    joined: float = 0.08
    forgotten: float = 0.04
    swapped: float = 0.03
    optional: float = 0.5
    failing: float = 0.1
    second: float = 0.12
    unstated: float = 0.12


@dataclass(frozen=True)
class Hidden:
    """What was put into one episode: the workflow and its parameters, for each of them."""

    workflows: tuple[str, ...]
    values: tuple[dict[str, str], ...]


Numbered = tuple[str, int]
"""A command and its exit code."""


def corpus(
    seed: int, episodes: int, workflows: Sequence[Workflow], rates: Rates | None = None
) -> list[tuple[Episode, Hidden]]:
    """Return made-up episodes and what is hidden in each; two thirds are workflows."""
    choice = Choice(seed)
    untidy = rates or Rates()
    found = []
    # Some workflows are daily, some happen a few times a year.
    weights = [choice.choice([1, 2, 3, 4]) for _ in workflows]
    at = BEGINNING
    for number in range(episodes):
        at += timedelta(minutes=choice.randint(30, 600))
        kind = choice.random()
        if kind < 2 / 3:
            chosen = [choice.choices(workflows, weights)[0]]
            if choice.random() < untidy.second:
                chosen.append(choice.choice([one for one in workflows if one is not chosen[0]]))
            found.append(_worked(choice, untidy, chosen, f"s{number:05d}", at))
        else:
            commands = _habit(choice) if kind < 5 / 6 else _one_off(choice)
            goal = _filled(choice.choice(CHORES), _values(choice))
            found.append((_episode(choice, untidy, f"s{number:05d}", at, goal, commands), Hidden((), ())))
    return found


def _values(choice: Choice) -> dict[str, str]:
    return {name: draw(choice) for name, draw in PARAMETERS.items()} | {
        "message": f"work {choice.randint(1, 999)}"
    }


def _filled(text: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def _worked(
    choice: Choice, rates: Rates, chosen: list[Workflow], session: str, at: datetime
) -> tuple[Episode, Hidden]:
    values = [_values(choice) for _ in chosen]
    goals = [_filled(choice.choice(one.goals), own) for one, own in zip(chosen, values, strict=True)]
    lines = [_steps(choice, rates, one, own) for one, own in zip(chosen, values, strict=True)]
    fails = choice.random() < rates.failing
    if fails:
        lines[-1] = [*lines[-1][: choice.randint(1, len(lines[-1]))]]
        lines[-1][-1] = (lines[-1][-1][0], 1)
    commands = _noisy(choice, rates, _riffled(choice, lines))
    files = [_filled(name, own) for one, own in zip(chosen, values, strict=True) for name in one.files]
    episode = _episode(choice, rates, session, at, ", and also ".join(goals), commands, files, fails=fails)
    return episode, Hidden(tuple(one.name for one in chosen), tuple(values))


def _steps(choice: Choice, rates: Rates, workflow: Workflow, values: dict[str, str]) -> list[Numbered]:
    found: list[Numbered] = []
    for step in workflow.steps:
        if step.startswith("? ") and choice.random() > rates.optional:
            continue
        if not step.startswith("? ") and choice.random() < rates.forgotten:
            continue
        command = _filled(step.removeprefix("? "), values)
        if choice.random() < rates.retry:
            found.append((command, choice.choice([1, 1, 2])))
            if choice.random() < rates.fix:
                found.append((_filled(choice.choice(ONE_OFF), _values(choice)), 0))
        found.append((command, 0))
    for place in range(len(found) - 1):
        if choice.random() < rates.swapped:
            found[place], found[place + 1] = found[place + 1], found[place]
    return found or [(_filled(workflow.required[0], values), 0)]


def _riffled(choice: Choice, lines: list[list[Numbered]]) -> Iterator[Numbered]:
    """Interleave, in stretches."""
    left = [list(line) for line in lines]
    while any(left):
        line = choice.choice([one for one in left if one])
        for _ in range(choice.randint(1, 3)):
            if line:
                yield line.pop(0)


def _noisy(choice: Choice, rates: Rates, commands: Iterator[Numbered]) -> list[Numbered]:
    found: list[Numbered] = []
    for command, code in commands:
        while choice.random() < rates.looking:
            found.append((choice.choice(LOOKING), 0))
        if choice.random() < rates.everyday:
            found.append((choice.choice(EVERYDAY), choice.choice([0, 0, 0, 1])))
        if found and found[-1][1] == code == 0 and choice.random() < rates.joined:
            found[-1] = (f"{found[-1][0]} && {command}", 0)
        else:
            found.append((command, code))
    return found


def _habit(choice: Choice) -> list[Numbered]:
    values = _values(choice)
    done = [(_filled(command, values), 0) for command in choice.choice(HABITS)]
    extra = [(_filled(choice.choice(ONE_OFF), values), 0) for _ in range(choice.randint(0, 2))]
    return [*extra, *done, *done[: choice.randint(0, 2)]]


def _one_off(choice: Choice) -> list[Numbered]:
    return [
        (
            _filled(choice.choice(ONE_OFF if choice.random() < 0.6 else EVERYDAY + LOOKING), _values(choice)),
            choice.choice([0, 0, 0, 1]),
        )
        for _ in range(choice.randint(0, 8))
    ]


def _episode(  # noqa: PLR0913, PLR0917  # all of an episode
    choice: Choice,
    rates: Rates,
    session: str,
    at: datetime,
    goal: str,
    commands: list[Numbered],
    files: list[str] | None = None,
    *,
    fails: bool = False,
) -> Episode:
    ran = tuple(
        Ran(f"t{place}", command, exit_code=code, failed=code != 0)
        for place, (command, code) in enumerate(commands)
    )
    outcome, because = _outcome(choice, rates, fails=fails)
    overcome = tuple(
        _overcome(choice, command, commands[place + 1][0])
        for place, (command, code) in enumerate(commands[:-1])
        if code and commands[place + 1][1] == 0
    )
    touched = [
        *(files or ()),
        *choice.sample(["src/core/app.py", "README.md", "tests/conftest.py"], choice.randint(0, 1)),
    ]
    return Episode(
        session=session,
        client="made-up",
        summary=goal,
        goal=goal,
        started_at=at.isoformat(timespec="microseconds").replace("+00:00", "Z"),
        ended_at=(at + timedelta(minutes=25)).isoformat(timespec="microseconds").replace("+00:00", "Z"),
        asked=(Said("t0", goal, f"ev_{session}"),),
        outcome=outcome,
        because=because,
        files=tuple(touched),
        commands=ran,
        overcome=overcome,
        turns=2 * len(ran) + 1,
    )


def _overcome(choice: Choice, command: str, way: str) -> Overcome:
    words, line = choice.choice(ERRORS)
    return Overcome(command, words, line, (way,))


def _outcome(choice: Choice, rates: Rates, *, fails: bool) -> tuple[Outcome, tuple[Basis, ...]]:
    if fails:
        return "failure", (Basis("exit_code", "failure", "exit code 1"),)
    drawn = choice.random()
    if drawn < rates.unstated:
        return "unknown", ()
    if drawn < 2 * rates.unstated:
        return "success", (Basis("words", "success", "works, thanks"),)
    return "success", (Basis("exit_code", "success", "exit code 0"),)
