"""Do hooks say and keep what holds now: after a choice, a forgetting, a restoring, a change of place?"""

import json
import subprocess
from pathlib import Path

import pytest

from phantasm.capabilities.clock import SystemClock
from phantasm.runtime.hooks.pausing import pause, resume
from tests.fixtures import transcripts
from tests.scenario.hooking import Agent, context_of

TOTALS = "Totals include the last row of an order."
QUESTION = "What do the totals of an order include?"


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    """Return an agent in a fresh project."""
    for name in ("project", "home"):
        (tmp_path / name).mkdir()
    return Agent(tmp_path / "project", tmp_path / "home")


def writes(agent: Agent) -> int:
    """Return how many writes there have been."""
    with agent.project.runtime.environment.database.read() as (_, head):
        return head.seq


@pytest.mark.parametrize("choice", ["enabled = false", "capture = false"])
def test_what_is_not_wanted_is_not_kept(agent: Agent, choice: str) -> None:
    agent.says("Before the choice.", session_id="before")
    agent.chooses(f"[hooks]\n{choice}\n")
    agent.says("Behind the choice.")
    agent.runs("make behind", "error: Behind the choice.", 1)
    path = agent.transcript(transcripts.claude_code("s2", agent.root), "s2")
    agent.ends_turn(path, session_id="s2")
    agent.command("sessions")
    agent.chooses("")
    agent.command("sessions")
    agent.drain()
    assert agent.turns("s1") == agent.turns("s2") == []
    assert agent.found("Behind the choice.") == []


@pytest.mark.parametrize("choice", ["enabled = false", "standing = false"])
def test_what_is_not_wanted_is_not_said(agent: Agent, choice: str) -> None:
    agent.holds(TOTALS)
    assert TOTALS in agent.starts()
    agent.chooses(f"[hooks]\n{choice}\n")
    assert agent.starts() == ""
    agent.holds("Orders have rows.")
    assert agent.starts() == ""
    agent.chooses("")
    assert TOTALS in agent.starts()


def test_a_session_that_is_switched_off_says_and_keeps_nothing(agent: Agent) -> None:
    agent.holds(TOTALS)
    off = {"PHANTASM_OFF": "1"}
    assert agent.starts(variables=off) == ""
    assert agent.says(QUESTION, variables=off) == {}
    agent.runs("make", "error: totals", 1, variables=off)
    assert agent.waiting() == []
    assert TOTALS in agent.starts(variables={"PHANTASM_OFF": "0"})


def test_a_pause_ends_when_it_ends(agent: Agent) -> None:
    agent.holds(TOTALS)
    agent.starts()
    before = len(agent.waiting())
    agent.paths.paused.write_bytes(b"")
    answer = agent.hook("claude_code", "SessionStart", source="startup")
    assert context_of(answer) == ""
    assert "phantasm resume" in answer["systemMessage"]
    assert agent.says(QUESTION) == {}
    agent.holds("Orders have rows.")  # whoever writes makes the contexts anew that lie ready
    assert len(agent.waiting()) == before
    agent.paths.paused.unlink()
    answer = agent.hook("claude_code", "SessionStart", source="startup")
    assert "systemMessage" not in answer
    assert TOTALS in context_of(answer)


def test_what_is_said_during_a_pause_is_not_kept_behind_it(agent: Agent) -> None:
    story = list(transcripts.STORY)
    lines = [json.loads(line) for line in transcripts.claude_code("s1", agent.root, story=story).splitlines()]
    written: list[str] = []

    def go_on(number: int) -> None:
        moment = SystemClock().now().isoformat().replace("+00:00", "Z")
        part = [line | {"timestamp": moment} for line in lines[5 * number : 5 * number + 5]]
        written.extend(json.dumps(line) + "\n" for line in part)
        agent.ends_turn(agent.transcript("".join(written).encode()))

    go_on(0)
    pause(agent.root)
    go_on(1)
    resume(agent.root)
    go_on(2)
    agent.drain()
    assert [turn.command for turn in agent.turns() if turn.command] == [story[0][1], story[2][1]]
    assert agent.found(story[1][0]) == []


def test_a_branch_and_a_worktree_say_their_own(agent: Agent, tmp_path: Path) -> None:
    git = ["git", "-C", str(agent.root), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "-q", "-b", "main"], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "first"], check=True)
    one, two = tmp_path / "one", tmp_path / "two"
    for folder in (one, two):
        subprocess.run([*git, "worktree", "add", "-q", "--detach", str(folder)], check=True)
    agent.holds("Only in the worktree one.", scope="worktree", scope_ref="one")
    agent.holds("Only on the branch side.", scope="branch", scope_ref="side")
    agent.holds(TOTALS)
    assert "worktree one" in agent.starts(folder=one)
    assert "worktree one" not in agent.starts(folder=two)
    subprocess.run([*git, "checkout", "-q", "-B", "side"], check=True)
    assert "branch side" in agent.starts()
    subprocess.run([*git, "checkout", "-q", "-B", "main"], check=True)
    assert "branch side" not in agent.starts()


def test_what_is_forgotten_is_said_by_nobody_and_lies_nowhere(agent: Agent) -> None:
    name = agent.holds(TOTALS)
    agent.holds("Orders have rows.")
    assert TOTALS in agent.starts()
    assert TOTALS in agent.starts("opencode")
    response = agent.project.confirm("set_state", {"ids": [name]}, ids=[name], action="tombstone")
    assert response.error is None
    assert agent.found(TOTALS) == []
    assert TOTALS not in agent.starts()
    assert "rows" in agent.starts("opencode", session_id="s2")
    assert TOTALS not in context_of(agent.says(QUESTION, session_id="s3"))


@pytest.mark.parametrize("action", ["archive", "retract"])
def test_what_no_longer_holds_is_no_longer_said(agent: Agent, action: str) -> None:
    name = agent.holds(TOTALS)
    assert TOTALS in agent.starts()
    agent.command("set_state", profile="cli", ids=[name], action=action, reason="test")
    assert TOTALS not in agent.starts()


def test_an_erased_session_does_not_come_back(agent: Agent) -> None:
    path = agent.transcript(transcripts.claude_code("s1", agent.root))
    agent.ends_turn(path)
    agent.says("To be erased.", session_id="s2")
    agent.drain()
    for name in ("s1", "s2"):
        response = agent.project.confirm("set_state", {"ids": [name]}, ids=[name], action="tombstone")
        assert response.error is None
    agent.ends_turn(path)
    agent.hook("claude_code", "SessionEnd", transcript_path=str(path), reason="exit")
    agent.says("To be erased as well.", session_id="s2")
    agent.drain()
    agent.drain()
    assert agent.turns("s1") == agent.turns("s2") == []
    assert agent.found("The upload test fails") == agent.found("To be erased") == []


def test_what_a_restored_store_does_not_hold_is_not_said(agent: Agent) -> None:
    agent.holds("Orders have rows.")
    backup = agent.command("backup_create")["backup_id"]
    agent.holds(TOTALS)
    assert TOTALS in agent.starts()
    response = agent.project.confirm("backup_restore", {"backup_id": backup}, backup_id=backup)
    assert response.error is None
    said = agent.starts()
    assert "rows" in said
    assert TOTALS not in said


def test_what_is_sensitive_is_said_to_those_with_the_right_only(agent: Agent) -> None:
    agent.holds(TOTALS, sensitivity="sensitive")
    agent.holds("Orders have rows.")
    clients = ("claude_code", "opencode")
    known = {client: agent.project.get("list", profile=client)["records"] for client in clients}
    for _ in range(2):
        for client in clients:
            may = any(record["statement"] == TOTALS for record in known[client])
            assert (TOTALS in agent.starts(client)) <= may
            kept = (agent.paths.ready / f"{client}.json").read_text(encoding="utf-8")
            assert (TOTALS in kept) <= may


def test_what_hooks_say_is_no_use(agent: Agent) -> None:
    agent.holds(TOTALS)
    before = writes(agent)
    said = agent.starts()
    agent.starts()
    context_of(agent.says(QUESTION, session_id="s2"))
    assert writes(agent) == before
    # Clients write down what they were handed: beside what the person says, or among it.
    story = [(f"{QUESTION}\n{said}", "make totals", 0, "3 passed"), (said, "make", 0, "ok")]
    path = agent.transcript(transcripts.claude_code("s1", agent.root, story=story))
    agent.hook("claude_code", "SessionEnd", transcript_path=str(path), reason="exit")
    agent.drain()
    assert agent.turns()
    with agent.project.runtime.environment.database.read() as (connection, _):
        assert connection.execute("SELECT count(*) FROM uses").fetchone()[0] == 0


def test_what_is_wrong_is_said_also_where_a_context_lies_ready(agent: Agent) -> None:
    agent.holds(TOTALS)
    agent.starts()
    assert "systemMessage" not in agent.hook("claude_code", "SessionStart", source="startup")
    folder = agent.paths.quarantine / "inbox"
    folder.mkdir(parents=True)
    (folder / "00000000000000000001-1.json").write_text("{", encoding="utf-8")
    assert (
        "could not be understood"
        in agent.hook("claude_code", "SessionStart", source="startup")["systemMessage"]
    )
    (folder / "00000000000000000001-1.json").unlink()
    assert "systemMessage" not in agent.hook("claude_code", "SessionStart", source="startup")


def test_a_hook_that_ran_out_of_time_does_not_make_the_next_one_slow(agent: Agent) -> None:
    agent.holds(TOTALS)
    agent.starts()
    told = json.dumps({"session_id": "s1", "cwd": str(agent.root), "source": "startup", "prompt": QUESTION})
    assert agent.hurried("claude_code", "UserPromptSubmit", told.encode()) == {}
    assert TOTALS in context_of(agent.hurried("claude_code", "SessionStart", told.encode()))


def test_a_prompt_says_nothing_twice_and_everything_again_behind_a_shortening(agent: Agent) -> None:
    agent.holds(TOTALS)
    agent.starts()
    assert TOTALS not in context_of(agent.says(QUESTION, "claude_code"))
    agent.hook("claude_code", "PreCompact", trigger="auto")
    assert TOTALS in agent.starts(source="compact")
    agent.starts("opencode", session_id="o")
    agent.hook("opencode", "session.compacted", session_id="o")
    assert TOTALS in context_of(agent.says(QUESTION, session_id="o"))


def test_a_given_file_that_somebody_wrote_says_nothing(agent: Agent) -> None:
    agent.holds(TOTALS)
    agent.starts()
    for path in agent.paths.given.iterdir():
        lines = ["[]", "{", "null", json.dumps({"items": [None, 3], "prints": {"a": 1}, "standing": "yes"})]
        path.write_text("\n".join(lines) + "\n\x00\xff", encoding="latin-1")
    assert TOTALS in context_of(agent.says(QUESTION, "claude_code"))
