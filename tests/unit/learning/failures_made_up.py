"""Failures of many kinds as programs print them, made up: each about a thing whose name can be chosen."""

from dataclasses import dataclass

PYTHON = """Traceback (most recent call last):
  File "/{home}/app/{file}.py", line {line}, in main
    run()
{error}
"""

KINDS: dict[str, tuple[str, str]] = {
    "module": (
        "pytest tests",
        PYTHON.replace("{error}", "ModuleNotFoundError: No module named '{name}'"),
    ),
    "attribute": (
        "python manage.py migrate",
        PYTHON.replace("{error}", "AttributeError: 'NoneType' object has no attribute '{name}'"),
    ),
    "key": ("python -m app", PYTHON.replace("{error}", "KeyError: '{name}'")),
    "relation": (
        "make test",
        PYTHON.replace("{error}", 'psycopg.errors.UndefinedTable: relation "{name}" does not exist'),
    ),
    "node": (
        "npm test",
        "Error: Cannot find module '{name}'\nRequire stack:\n- /{home}/{file}.js:{line}\nnpm error code 1\n",
    ),
    "script": (
        "npm run build",
        'npm error Missing script: "{name}"\nnpm error A complete log is in /{home}/x.log\n',
    ),
    "typescript": (
        "npx tsc --noEmit",
        "src/{file}.ts({line},7): error TS2304: Cannot find name '{name}'.\n",
    ),
    "rust": (
        "cargo build",
        "error[E0432]: unresolved import `{name}`\n --> src/{file}.rs:{line}:5\nerror: could not compile\n",
    ),
    "go": (
        "go build ./...",
        '{file}.go:{line}:2: cannot find package "{name}" in any of:\n\t/{home}/go/src/{name}\n',
    ),
    "command": ("bash scripts/setup", "scripts/setup: line {line}: {name}: command not found\n"),
    "environment": (
        "docker compose up",
        "error: required variable {name} is missing a value: set it in /{home}/.env line {line}\n",
    ),
    "test": (
        "pytest tests -q",
        "FAILED tests/test_{file}.py::test_{name} - assert {line} == 1\n1 failed in {line}.2s\n",
    ),
    "secret": (
        "kubectl apply -f deploy",
        'Error from server (NotFound): secrets "{name}" not found at {line}\n',
    ),
}

NAMES = (
    "psycopg2 requests yaml redis celery invoices payments ledgers httpx moment lodash serde tokio".split()
)
ELSEWHERE = ("home/ci", "users/kim", "srv/build"), ("views", "handlers", "worker"), (12, 340, 7)


@dataclass(frozen=True)
class Made:
    """One failure."""

    kind: str
    name: str
    command: str
    output: str


def failure(kind: str, name: str, place: int = 0) -> Made:
    """A failure of a kind about a thing, as it shows in one of several places."""
    command, output = KINDS[kind]
    homes, files, lines = ELSEWHERE
    fields = {"home": homes[place], "file": files[place], "line": str(lines[place]), "name": name}
    for field, value in fields.items():
        output = output.replace("{" + field + "}", value)
    return Made(kind, name, command, output)
