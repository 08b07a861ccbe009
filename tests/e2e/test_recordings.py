"""What real clients wrote with our context inside: nothing the user said is lost, every exit code is true."""

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.e2e.processes import Place
from tests.fixtures import commands, recorded
from tests.scenario.hooking import HANGS_SECONDS, PATIENT

SCHEMAS = Path(__file__).parents[1] / "fixtures" / "hooks" / "schemas"

READ = ["claude_code", "codex", "gemini"]
"""Clients whose transcripts are read."""
HEARD = [*READ, "copilot", "opencode"]
ANSWERED = ["claude_code", "codex", "gemini", "copilot", "opencode"]

FAILS = "error: ledger.lock is held by a stale run"
EARLIER = (
    ("./check.sh", FAILS, 3),
    ("./unlock.sh", "the lock is gone", 0),
    ("./check.sh", "4 checks passed", 0),
)
"""What an earlier session ran: the command that fails in the recordings, and what got past it."""


@pytest.fixture
def home(project_place: Place) -> Path:
    """Return the home folder of somebody who works with the clients."""
    found = project_place.root.parent / "somebody"
    found.mkdir()
    return found


@pytest.mark.parametrize("client", READ)
def test_imported_transcripts_lose_nothing(project_place: Place, home: Path, client: str) -> None:
    recorded.put_transcripts(client, home, project_place.root)
    told = project_place.run("import", "sessions", "--all", "--json", HOME=str(home)).json["data"]
    assert (told["clients"], told["problems"]) == ({client: 2}, [])
    assert kept(project_place, client) == played(client)


@pytest.mark.parametrize("client", HEARD)
def test_hook_events_lose_nothing(project_place: Place, home: Path, client: str) -> None:
    recorded.put_transcripts(client, home, project_place.root)
    for event, given in recorded.hooks(client, home, project_place.root):
        hook(project_place, home, client, event, given)
    assert kept(project_place, client) == played(client)


@pytest.mark.parametrize("client", ANSWERED)
def test_a_failing_command_brings_up_what_got_past_it(project_place: Place, home: Path, client: str) -> None:
    know_the_failure(project_place, home)
    failing = [
        (event, given)
        for event, given in recorded.hooks(client, home, project_place.root)
        if "tool" in event.lower() and FAILS in given
    ]
    assert len(failing) == 2
    assert "./unlock.sh" in hook(project_place, home, client, *failing[0])


def test_our_own_words_at_the_head_of_a_prompt_are_not_asked_about(project_place: Place, home: Path) -> None:
    """Gemini puts what was said at the start in front of the prompt, which it then hands to the next hook."""
    given = dict(recorded.hooks("gemini", home, project_place.root)[:2])["BeforeAgent"]
    prompt = recorded.about("gemini")["sessions"][0]["turns"][0]["prompt"]
    assert json.loads(given)["prompt"].startswith("<hook_context>")
    plain = json.dumps(json.loads(given) | {"prompt": prompt, "session_id": "other"})
    know_the_failure(project_place, home)
    said = [
        re.sub(r"(quoted)-\w+", r"\1", hook(project_place, home, "gemini", "BeforeAgent", one))
        for one in (given, plain)
    ]
    assert "./unlock.sh" in said[1]
    assert said[0] == said[1]


def test_gemini_is_told_the_standing_context_once(project_place: Place, home: Path) -> None:
    """Its PreCompress comes before each request, shortened or not; older installations registered it."""
    rule = "Amounts in the ledger are whole cents, never floats."
    assert project_place.type("add", "--kind", "constraint", "--text", rule).status == 0
    start, prompt = recorded.hooks("gemini", home, project_place.root)[:2]
    told = json.loads(prompt[1]) | {"hook_event_name": "PreCompress", "trigger": "auto"}
    events = [start, prompt, ("PreCompress", json.dumps(told)), prompt]
    said = [hook(project_place, home, "gemini", *event) for event in events]
    assert sum(rule in answer for answer in said) == 1


@pytest.mark.parametrize("client", recorded.CLIENTS)
def test_what_clients_took_is_what_the_schemas_allow(client: str) -> None:
    accepted = json.loads((SCHEMAS / f"{client}.json").read_text(encoding="utf-8"))
    answers = recorded.answers(client)
    assert any("<phantasm-memory>" in answer for _, answer in answers)
    for event, answer in answers:
        assert answer or accepted["silence"]
        schema = accepted["events"].get(event, {"type": "object", "maxProperties": 0})
        jsonschema.validate(json.loads(answer or "{}"), schema)


@pytest.mark.parametrize("client", recorded.CLIENTS)
def test_what_hooks_said_reached_the_model(client: str) -> None:
    first = recorded.about(client)["sessions"][0]["turns"][0]["reached"]
    assert first["start"] == 1
    assert first["prompt"]


def know_the_failure(place: Place, home: Path) -> None:
    """Let memory know the failing command from an earlier session."""
    lines: list[Any] = [{"session": "earlier", "role": "user", "text": "Run the check for 0.9."}]
    for number, (command, printed, code) in enumerate(EARLIER):
        call = {"id": f"c{number}", "name": "shell", "command": command}
        answer = {"call": f"c{number}", "text": printed, "exit_code": code}
        lines += [
            {"role": "assistant", "text": "", "calls": [call]},
            {"role": "tool", "text": "", "answers": [answer]},
        ]
    file = home / "earlier.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    assert place.run("import", "sessions", file, "--client", "generic").status == 0
    place.run("call", "session_end", "session_id=earlier")


def hook(place: Place, home: Path, client: str, event: str, given: str) -> str:
    """Run a hook that has all the time in the world; return what it answers."""
    environment = {
        "PATH": os.environ["PATH"],  # noqa: TID251  for a process
        "HOME": str(home), "PHANTASM_HOME": str(place.root.parent / "home"), "LANG": "C.UTF-8",
    }  # fmt: skip
    command = [sys.executable, "-c", PATIENT, client, event]
    ended = commands.run(command, cwd=place.root, env=environment, text=given.encode(), timeout=HANGS_SECONDS)
    assert (ended.returncode, ended.stderr) == (0, b"")
    return ended.stdout.decode()


def kept(place: Place, client: str) -> list[Any]:
    """Return what is remembered of each session: what the user said, and the commands with their codes."""
    found = []
    for session in recorded.about(client)["sessions"]:
        place.run("call", "session_end", f"session_id={session['session']}")
        told = place.run("episodes", session["session"], "--json").json["data"]["episodes"]
        episode = told[0]["episode"]
        # Some clients write a code only for what failed.
        codes = [
            [one["command"], one.get("exit_code", 1 if one["failed"] else 0)] for one in episode["commands"]
        ]
        found.append(([said["text"] for said in episode.get("asked", ())], codes))
    return found


def played(client: str) -> list[Any]:
    """Return what was played."""
    return [
        (
            [turn["prompt"] for turn in session["turns"]],
            [command for turn in session["turns"] for command in turn["commands"]],
        )
        for session in recorded.about(client)["sessions"]
    ]
