"""Does a secret lie anywhere in clear, at any moment between a hook and the store?"""

import base64
import json
import random
import string
from pathlib import Path
from typing import Any

import pytest

from phantasm.contracts.agent_event import PROMPT, AgentEvent
from phantasm.security.redaction import redact
from phantasm.surfaces.hooks.inbox import is_doubtful
from tests.fixtures import transcripts
from tests.scenario.hooking import Agent

DRAWN = random.Random(8)


def drawn(length: int, letters: str = string.ascii_letters + string.digits) -> str:
    """Return something that nobody could guess; nothing of it stands in the tree."""
    return "".join(DRAWN.choice(letters) for _ in range(length))


def password() -> str:
    """Return a password that somebody would choose: a word and a sign."""
    return f"{drawn(9, string.ascii_letters)}!"


def key_lines(lines: int = 25) -> list[str]:
    """Return the inside of a private key."""
    return [base64.b64encode(DRAWN.randbytes(48)).decode() for _ in range(lines)]


def wrapped(lines: list[str]) -> str:
    """Return a private key as programs print it."""
    line = "-" * 5
    return "\n".join((f"{line}BEGIN RSA PRIVATE KEY{line}", *lines, f"{line}END RSA PRIVATE KEY{line}", ""))


def forms() -> dict[str, tuple[str, str]]:
    """Return the text around a secret, and the secret, for each way of saying one."""
    found = {
        "vendor key": ("gh" + "p_{}", drawn(36)),
        "access key": ("aws_secret_access_key = {}", drawn(40)),
        "assignment": ('DATABASE_PASSWORD="{}"', f"{password()}7"),
        "header": ("curl -H 'Authorization: Bearer {}' https://example.org", drawn(40)),
        "login of a web address": ("git clone https://bob:{}@example.org/x.git", password()),
        "login of a command": ("curl -u bob:{} https://example.org/x", password()),
        "password of a client": ("mysql -u root -p{} shop", password()),
        "password of another client": ("mongo -p {} shop", password()),
        "in another language": ('"contraseña": "{}"', password()),
    }
    return {name: (text.format(secret), secret) for name, (text, secret) in found.items()}


FORMS = forms()


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    """Return an agent in a fresh project."""
    for name in ("project", "home"):
        (tmp_path / name).mkdir()
    return Agent(tmp_path / "project", tmp_path / "home")


def places(agent: Agent, text: str, client: str) -> None:
    """Say a text wherever an event has words."""
    agent.says(text, client)
    if client == "opencode":
        agent.runs(text)
        agent.runs("make", text)
        agent.runs("make", f"error: {text}", 1)
        agent.hook("opencode", "session.idle", last_assistant_message=text)
        agent.hook("opencode", "tool.execute.after", tool_name="edit", tool_input={"filePath": f"{text}.txt"})
    elif client == "copilot":
        result = {"resultType": "success", "textResultForLlm": text}
        about: dict[str, Any] = {"toolName": "bash", "toolArgs": json.dumps({"command": text})}
        agent.hook("copilot", "postToolUse", sessionId="s1", toolResult=result, **about)
        agent.hook("copilot", "postToolUseFailure", sessionId="s1", error=text, **about)
    else:
        missing = str(agent.home / "not-yet.jsonl")
        about = {"tool_name": "Bash", "tool_input": {"command": text}, "tool_use_id": "c1"}
        agent.hook(client, "PostToolUse", tool_response={"stdout": text}, transcript_path=missing, **about)
        agent.hook(client, "Stop", last_assistant_message=text, transcript_path=missing)


def told(agent: Agent) -> str:
    """Return everything that is kept of sessions."""
    return " ".join(f"{turn.text} {turn.command} {turn.files}" for turn in agent.all_turns())


@pytest.mark.parametrize("form", FORMS)
def test_a_secret_in_a_prompt_is_never_in_clear_on_disk(agent: Agent, form: str) -> None:
    text, secret = FORMS[form]
    assert redact(text)[1], "a form that nobody masks tests nothing"
    agent.says(text)
    assert len(agent.waiting()) == 1
    assert agent.found(secret) == []


@pytest.mark.parametrize("client", ["opencode", "copilot", "claude_code", "codex"])
def test_secrets_are_never_in_clear_on_disk_wherever_they_are_said(agent: Agent, client: str) -> None:
    places(agent, "\n".join(text for text, _ in FORMS.values()), client)
    # The end of a turn takes some of it in.
    assert len(agent.waiting()) + len(agent.turns()) >= 2
    assert [secret for _, secret in FORMS.values() if agent.found(secret)] == []
    agent.drain()
    assert [secret for _, secret in FORMS.values() if agent.found(secret) or secret in told(agent)] == []


def test_secrets_in_a_transcript_stay_there(agent: Agent) -> None:
    text = "\n".join(text for text, _ in FORMS.values())
    story = [(text, text, 1, text), ("And now?", "make", 0, "ok")]
    path = agent.transcript(transcripts.claude_code("s1", agent.root, story=story))
    about: dict[str, Any] = {"tool_name": "Bash", "tool_use_id": "call0", "tool_input": {"command": text}}
    agent.hook("claude_code", "PostToolUseFailure", transcript_path=str(path), error=text, **about)
    agent.says(text, "claude_code", transcript_path=str(path))
    assert [secret for _, secret in FORMS.values() if agent.found(secret)] == []
    agent.ends_turn(path)
    agent.drain()
    assert agent.turns()
    assert [secret for _, secret in FORMS.values() if agent.found(secret) or secret in told(agent)] == []


@pytest.mark.parametrize("behind", [19_900, 19_000])
@pytest.mark.parametrize("end", ["tail", "head"])
def test_a_key_that_is_cut_in_two_is_masked(agent: Agent, end: str, behind: int) -> None:
    lines = key_lines()
    words = "a line of words\n"
    most = (words * 3_000)[:behind]
    output = words * 3_000 + wrapped(lines) + most if end == "tail" else most + wrapped(lines) + words * 3_000
    agent.runs("cat notes", output)
    assert agent.waiting()
    assert [line for line in lines if agent.found(line)] == []
    agent.drain()
    assert [line for line in lines if agent.found(line) or line in told(agent)] == []


def test_what_is_never_captured_is_never_written_down(agent: Agent) -> None:
    agent.chooses('[hooks]\nignore = ["diary/**", "*.secret"]\n')
    agent.runs("cat diary/today.txt", "dear diary")
    agent.runs("cat notes.secret", "dear diary")
    agent.hook(
        "opencode", "tool.execute.after", tool_name="write", tool_response="dear diary",
        tool_input={"filePath": str(agent.root / "diary" / "today.txt")},
    )  # fmt: skip
    assert agent.found("dear diary") == []
    agent.drain()
    assert agent.found("dear diary") == []
    assert "diary" not in told(agent)


NAMES = (
    "curl -u bob:", "mysql -p", "mariadb -p ", "mongo -p", "redis-cli -p ", "sshpass -p ", "contraseña: ",
    "login_password=", "--api-key ", "PWD=", "authToken: ", "psql postgres://bob:",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_the_first_look_sees_whatever_is_masked(name: str) -> None:
    for length in range(6, 16):
        for letters in (string.ascii_letters, string.ascii_letters + string.digits, string.ascii_lowercase):
            for sign in ("", "!", "#", "/"):
                event = AgentEvent(PROMPT, "opencode")
                event.text = f"{name}{drawn(length, letters)}{sign}{drawn(3, letters)}"
                assert is_doubtful(event, "") or not redact(event.text)[1], name
