"""What clients and hooks write around words and outputs is taken for neither.

The chats have the shapes that Gemini CLI 0.61 and Copilot CLI 1.0.102 wrote when they were run against a
model on loopback, with our own answers inside.
"""

import hashlib
import html
import json
from pathlib import Path
from typing import Any

import pytest

from phantasm.session.store import turns_of
from phantasm.storage.inspection import reader
from tests.scenario.hooking import Agent, context_of

WORDS = "Which port does the API listen on? Then start it."
COMMAND = "make serve"
PRINTED = "boom: connection refused by the broker"


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    """Return an agent in a fresh project that knows a rule, and what got past a failure."""
    for name in ("project", "home"):
        (tmp_path / name).mkdir()
    agent = Agent(tmp_path / "project", tmp_path / "home")
    agent.holds("The API listens on port 8123.")
    agent.says("Start the server.", session_id="before")
    agent.runs(COMMAND, PRINTED, 1, session_id="before")
    agent.runs("docker compose up -d broker", session_id="before")
    agent.runs(COMMAND, "listening", 0, session_id="before")
    agent.hook("opencode", "session.deleted", session_id="before")
    agent.drain()
    return agent


def kept(agent: Agent, role: str) -> set[str]:
    """Return the texts of a role in this session, as they are found and shown."""
    with agent.project.open() as runtime, runtime.environment.database.read() as (connection, head):
        turns = [turn for turn in turns_of(reader(connection, head), "s1") if str(turn.role) == role]
    names = [turn.evidence_id for turn in turns if turn.evidence_id]
    found = agent.project.get("inspect", ids=names)["evidence"] if names else []
    return {one["text"] for one in found}


def wrapped(context: str) -> str:
    """Return a hook's context as Gemini CLI hands it to its model and writes it down."""
    return f"<hook_context>{html.escape(context, quote=False).replace('&amp;', '&')}</hook_context>"


def below(code: int) -> str:
    """Return what Gemini CLI hands to its model of a command."""
    lines = (f"Output: {PRINTED}", f"Exit Code: {code}", "Process Group PGID: 4711")
    shown = [line for line in lines if code or not line.startswith("Exit")]
    return "\n".join(("<untrusted_context>", *shown, "</untrusted_context>"))


class Gemini:
    """A session of Gemini CLI without a terminal: the standing context stands before the person's words."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        digest = hashlib.sha256(str(agent.root).encode()).hexdigest()
        self.path = agent.home / ".gemini" / "tmp" / "project" / "chats" / "session-1-s1.jsonl"
        self.path.parent.mkdir(parents=True)
        self.lines: list[dict[str, Any]] = [
            {"sessionId": "s1", "projectHash": digest, "startTime": "2026-11-19T21:00:00.000Z"}
        ]

    def hook(self, event: str, **told: Any) -> str:
        """Run a hook and return its context."""
        return context_of(self.agent.hook("gemini", event, transcript_path=str(self.path), **told))

    def writes(self, place: int, **told: Any) -> None:
        """Write a message down."""
        self.lines.append({"id": f"m{place}", "timestamp": f"2026-11-19T21:00:0{place}.000Z", **told})
        self.path.write_text("".join(json.dumps(line) + "\n" for line in self.lines), encoding="utf-8")

    def asks(self) -> tuple[str, str]:
        """Let the person say something, and return what two hooks added to it."""
        start = self.hook("SessionStart", source="startup")
        prompt = f"{wrapped(start)}\n\n{WORDS}"
        added = self.hook("BeforeAgent", prompt=prompt)
        parts = [{"text": prompt}, *([{"text": wrapped(added)}] if added else [])]
        self.writes(1, type="user", content=parts, displayContent=[{"text": prompt}])
        return start, added

    def runs(self, code: int) -> str:
        """Run the command, and return what the hook added to its output."""
        about = {"tool_name": "run_shell_command", "tool_input": {"command": COMMAND}}
        response = {"llmContent": below(code), "returnDisplay": PRINTED}
        recalled = self.hook("AfterTool", tool_response=response, **about)
        output = below(code) + (f"\n\n{wrapped(recalled)}" if recalled else "")
        answer = {
            "functionResponse": {"id": "c1", "name": about["tool_name"], "response": {"output": output}}
        }
        call = {"id": "c1", "name": about["tool_name"], "args": about["tool_input"], "status": "success"}
        self.writes(2, type="gemini", content="", toolCalls=[{**call, "result": [answer]}])
        self.writes(3, type="user", content=[answer])
        return recalled


def test_what_gemini_puts_before_a_persons_words_is_not_theirs_and_the_words_are_kept(agent: Agent) -> None:
    session = Gemini(agent)
    start, _ = session.asks()
    assert "port 8123" in start
    session.hook("AfterAgent", prompt=WORDS, prompt_response="It is 8123.")
    agent.drain()
    assert [str(turn.role) for turn in agent.turns()][:1] == ["user"]
    assert kept(agent, "user") == {WORDS}


def test_what_gemini_is_asked_is_searched_for_without_what_it_was_told(agent: Agent) -> None:
    agent.holds("The broker wants a password from the vault.")
    session = Gemini(agent)
    start = session.hook("SessionStart", source="startup")
    plain = agent.says("How are you today?", "gemini", session_id="s2")
    added = session.hook("BeforeAgent", prompt=f"{wrapped(start)}\n\nHow are you today?")
    assert added == context_of(plain).removeprefix(start)


@pytest.mark.parametrize("code", [0, 3])
def test_gemini_commands_end_as_they_did_with_our_recall_behind_their_output(agent: Agent, code: int) -> None:
    session = Gemini(agent)
    session.asks()
    recalled = session.runs(code)
    assert ("docker compose up -d broker" in recalled) == (code != 0)
    session.hook("AfterAgent", prompt=WORDS, prompt_response="Done.")
    agent.drain()
    results = [turn for turn in agent.turns() if str(turn.role) == "tool"]
    assert [(turn.exit_code, turn.failed) for turn in results] == [(code, code != 0)]
    if code:  # what a command prints that goes well is kept in short
        assert kept(agent, "tool") == {PRINTED}


def copilot(agent: Agent, printed: str, **told: Any) -> str:
    """Let Copilot CLI run the command, and return what the hook says to it."""
    result = {"resultType": "success", "textResultForLlm": printed}
    about: dict[str, Any] = {"toolName": "bash", "toolArgs": {"command": COMMAND}, "toolResult": result}
    return context_of(agent.hook("copilot", "postToolUse", sessionId="s1", **about, **told))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("<shellId: 0 completed with exit code 3>", 3),
        ("<exited with exit code 3>", 3),
        ("<shellId: 0 completed with exit code 0>", 0),
        ("<command with shellId: 0 is still running after 10 seconds>", None),
    ],
)
def test_copilot_commands_end_as_the_last_line_says(agent: Agent, line: str, code: int | None) -> None:
    recalled = copilot(agent, f"{PRINTED}\n<shellId: 9 completed with exit code 7>\n{line}")
    assert ("docker compose up -d broker" in recalled) == bool(code)
    agent.drain()
    results = [turn for turn in agent.turns() if str(turn.role) == "tool"]
    assert [(turn.exit_code, turn.failed) for turn in results] == [
        (code, None if code is None else code != 0)
    ]
