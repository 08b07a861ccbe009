"""No door lets a secret in: not bare, coloured, escaped, encoded, or as a name in git.

The doors are taken from the registry of operations: every place for a text in every operation that writes.
"""

import base64
import json
import os
import random
import shutil
import string
import subprocess
import urllib.parse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from phantasm.contracts.kinds import Kind
from phantasm.runtime.registry import load, operations
from tests.conftest import Project
from tests.fixtures import commands
from tests.fixtures.commands import PHANTASM
from tests.scenario.hooking import Agent

DRAWN = random.Random(23)
GIT = shutil.which("git") or "git"
WRITING = [one.name for one in operations() if one.kind is not Kind.READ]


def drawn(length: int = 36) -> str:
    """Return something that nobody could guess; nothing of it stands in the tree."""
    return "".join(DRAWN.choice(string.ascii_letters + string.digits) for _ in range(length))


def forms() -> list[tuple[str, str]]:
    """Return (what is written, what of it must never be found again) for each way of writing a secret."""
    bare, coloured, escaped, percent, encoded = (drawn() for _ in range(5))
    painted = "\x1b[31m".join(coloured)
    env = base64.b64encode(f"DB_PASSWORD={encoded}".encode()).decode()
    return [
        ("gh" + f"p_{bare}", bare),
        ("gh" + f"p_{painted}", painted),
        (json.dumps(json.dumps(f'\nAPI_TOKEN="{escaped}"')), escaped),
        (urllib.parse.quote(f"DB_PASSWORD={percent}"), percent),
        (env, env),
    ]


FORMS = forms()
TEXT = "we use " + " and ".join(text for text, _ in FORMS) + " here"
SECRETS = [secret for _, secret in FORMS]
# What a file or a branch can be called.
NAME = "API_TOKEN=" + drawn()


def places(schema: Any, definitions: dict[str, Any], value: Any, depth: int = 0) -> Iterator[Any]:
    """Yield an example once for each place in it that takes a text, with the text there."""
    schema = definitions.get(str(schema.get("$ref", "")).rpartition("/")[2], schema)
    kinds = [schema, *schema.get("anyOf", []), *schema.get("oneOf", [])]
    for kind in kinds:
        shape = definitions.get(str(kind.get("$ref", "")).rpartition("/")[2], kind)
        if depth > 4:
            return
        if shape.get("type") == "string" and "enum" not in shape:
            yield TEXT
        elif shape.get("type") == "array":
            one = value[0] if isinstance(value, list) and value else None
            for inside in places(shape.get("items", {}), definitions, one, depth + 1):
                yield [inside]
        elif "properties" in shape:
            known = value if isinstance(value, dict) else {}
            for name, field in shape["properties"].items():
                for inside in places(field, definitions, known.get(name), depth + 1):
                    yield known | {name: inside}
        elif shape.get("type") == "object":
            yield {"note": TEXT, TEXT: "note"}


def left(root: Path, secrets: list[str] = SECRETS) -> list[str]:
    """Return the files below a folder that hold a secret, in what they say or how they are called."""
    found = []
    for path in root.rglob("*"):
        data = path.read_bytes() if path.is_file() else b""
        found += [
            f"{path.relative_to(root)}: {number}"
            for number, secret in enumerate(secrets)
            if secret.encode() in data or secret in path.name
        ]
    return found


def said(answer: object, secrets: list[str] = SECRETS) -> list[int]:
    """Return which secrets an answer repeats."""
    text = json.dumps(answer, ensure_ascii=False, default=str)
    plain = str(answer)
    return [number for number, secret in enumerate(secrets) if secret in text or secret in plain]


@pytest.mark.parametrize("name", WRITING)
def test_no_operation_takes_a_secret_in(project: Project, name: str) -> None:
    one = load(name)
    schema = one.params.model_json_schema()
    for params in places(schema, schema.get("$defs", {}), dict(one.example)):
        for profile in ("claude_code", "cli"):
            answer = project.ask(name, profile=profile, **params)
            assert said(answer.model_dump_json()) == [], params
    project.ask("backup_create", profile="cli")
    assert left(project.root) == []


@pytest.mark.parametrize(
    ("client", "event"),
    [
        ("opencode", "chat.message"),
        ("claude_code", "UserPromptSubmit"),
        ("codex", "UserPromptSubmit"),
        ("copilot", "userPromptSubmitted"),
        ("cursor", "beforeSubmitPrompt"),
        ("gemini", "BeforeAgent"),
        ("claude_code", "PostToolUse"),
        ("claude_code", "Stop"),
        ("opencode", "tool.execute.after"),
        ("gemini", "AfterTool"),
    ],
)
def test_no_hook_takes_a_secret_in(tmp_path: Path, client: str, event: str) -> None:
    for folder in ("project", "home"):
        (tmp_path / folder).mkdir()
    agent = Agent(tmp_path / "project", tmp_path / "home")
    about: dict[str, Any] = {
        "tool_name": "bash",
        "tool_use_id": "c1",
        "tool_input": {"command": TEXT, "filePath": f"{NAME}.txt"},
        "tool_response": {"stdout": TEXT, "output": TEXT, "exit": 1},
        "last_assistant_message": TEXT,
        "prompt": TEXT,
    }
    answer = agent.hook(client, event, **about)
    secrets = [*SECRETS, NAME]
    assert said(answer, secrets) == []
    assert left(agent.root, secrets) == []
    agent.drain()
    assert left(agent.root, secrets) == []


def test_no_name_in_git_takes_a_secret_in(project: Project) -> None:
    def git(*words: str) -> None:
        person = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run([GIT, *person, *words], cwd=project.root, check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    (project.root / "a.py").write_text("VALUE = 1\n")
    git("add", "a.py")
    git("commit", "-q", "-m", "First")
    git("checkout", "-q", "-b", f"work/{NAME}")
    (project.root / f"{NAME}.py").write_text("VALUE = 2\n")
    git("add", f"{NAME}.py")
    git("commit", "-q", "-m", f"Second, with {TEXT}")
    git("mv", f"{NAME}.py", "b.py")
    git("commit", "-q", "-m", "Third")
    git("tag", f"v1-{NAME}")
    secrets = [*SECRETS, NAME, NAME.partition("=")[2]]
    asked: tuple[tuple[str, dict[str, Any]], ...] = (
        ("commits_ingest", {}),
        ("ingest", {"record_kind": "fact", "statement": "The value is two.", "scope": "branch"}),
        ("branches_follow", {}),
        ("anchors_refresh", {}),
        ("branches", {}),
        ("doctor", {}),
        ("who_knows", {"query": "value"}),
        ("compile", {"query": "change the value"}),
    )
    answers: list[object] = []
    for turn in range(2):
        for name, params in asked:
            answer = project.ask(name, profile="cli", **params)
            assert answer.error is None, answer.error
            answers.append(answer.model_dump_json())
        git("checkout", "-q", "main")
        git("branch", "-q", "-M", f"work/{NAME}", f"old/{NAME}") if not turn else None
    assert left(project.paths.state, secrets) == []
    assert said(answers, secrets) == []


def test_no_command_takes_a_secret_in(project: Project) -> None:
    request = project.request("ingest", record_kind="fact", statement=TEXT)
    ways = [
        (["handle-request"], json.dumps(request).encode()),
        (["ingest", TEXT], b""),
        (["remember", TEXT], b""),
        (["search", TEXT], b""),
    ]
    environment = {name: os.environ[name] for name in ("PATH", "PHANTASM_HOME")}  # noqa: TID251  for a process
    environment |= {"LANG": "C.UTF-8", "PHANTASM_CLIENT": "claude_code"}
    for command, text in ways:
        ended = commands.run(
            [str(PHANTASM), *command], cwd=project.root, text=text, timeout=60, env=environment
        )
        assert said(ended.stdout.decode()) == [], command
    assert left(project.root) == []
