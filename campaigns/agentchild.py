"""How does a coding agent behave? One process: an MCP server as its child, and a hook at every turn.

It writes its transcript as its client does, before the hook that tells of it, and notes every hook that came
back. Whoever kills it kills nobody else: its children have to notice by themselves.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

SCRIPT = Path(sys.executable).with_name("phantasm")
WITH_TRANSCRIPT, WITHOUT_TRANSCRIPT = "claude_code", "opencode"
_COMMANDS = ("make test", "git status", "python tools/lint.py", "ls src", "make docs")
_HOOK_SECONDS = 30
"""Far above what a hook may take, with fifty agents on two processors."""


class Agent:
    """One session of one client."""

    def __init__(self, root: Path, folder: Path, name: str, client: str) -> None:
        self.root, self.name, self.client = root, name, client
        self.transcript = folder / f"{name}.jsonl" if client == WITH_TRANSCRIPT else None
        self._noted = (folder / f"{name}.acks").open("a", encoding="utf-8")

    def tell(self, event: str, **said: object) -> None:
        """Run a hook, and note the event once the hook is back."""
        told: dict[str, object] = {"session_id": self.name, "cwd": str(self.root), "hook_event_name": event}
        if self.transcript is not None:
            told["transcript_path"] = str(self.transcript)
        done = subprocess.run(
            [str(SCRIPT), "hook", self.client, event],
            input=json.dumps(told | said).encode(),
            cwd=self.root,
            capture_output=True,
            timeout=_HOOK_SECONDS,
            check=False,
        )
        self.note({"event": event, "status": done.returncode, "call": said.get("tool_use_id")})
        if done.stdout.strip():
            json.loads(done.stdout)

    def note(self, what: dict[str, object]) -> None:
        """Write down what is certain, so that it is there when this process is killed."""
        self._noted.write(json.dumps(what) + "\n")
        self._noted.flush()
        os.fsync(self._noted.fileno())

    def write(self, *lines: dict[str, object]) -> None:
        """Write lines of the transcript as Claude Code does."""
        if self.transcript is None:
            return
        moment = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime())
        common = {"sessionId": self.name, "cwd": str(self.root), "version": "2.1.40", "timestamp": moment}
        with self.transcript.open("a", encoding="utf-8") as file:
            for number, line in enumerate(lines):
                unique = {"uuid": f"{self.name}-{file.tell()}-{number}", "parentUuid": None}
                file.write(json.dumps(common | unique | {"isSidechain": False} | line) + "\n")
                file.flush()


def work(agent: Agent, chance: random.Random, turns: int) -> None:
    """Live through a session: ask, run commands, stop, and again."""
    is_claude = agent.transcript is not None
    agent.tell("SessionStart" if is_claude else "session.created", source="startup")
    for turn in range(turns):
        prompt = f"Step {turn}: make the build of part {chance.randrange(1000)} pass."
        agent.write({"type": "user", "message": {"role": "user", "content": prompt}})
        agent.tell("UserPromptSubmit" if is_claude else "chat.message", prompt=prompt)
        for number in range(chance.randint(1, 3)):
            _use_tool(agent, chance, f"{agent.name}-call-{turn}-{number}")
        agent.tell("Stop" if is_claude else "session.idle")
    agent.tell("SessionEnd" if is_claude else "session.deleted", reason="exit")


def _use_tool(agent: Agent, chance: random.Random, call: str) -> None:
    command, fails = chance.choice(_COMMANDS), chance.random() < 0.2
    printed = "error: no rule to make target" if fails else "done"
    use = {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": command}}
    result = {"type": "tool_result", "tool_use_id": call, "content": printed, "is_error": fails}
    agent.write(
        {"type": "assistant", "message": {"id": f"m-{call}", "role": "assistant", "content": [use]}},
        {"type": "user", "message": {"role": "user", "content": [result]}},
    )
    told: dict[str, object] = {"tool_use_id": call, "tool_input": {"command": command}}
    if agent.transcript is None:
        response = {"output": printed, "exit": int(fails)}
        agent.tell("tool.execute.after", **told, tool_name="bash", tool_response=response)
    elif fails:
        agent.tell("PostToolUseFailure", **told, tool_name="Bash", error=printed)
    else:
        response = {"stdout": printed, "stderr": ""}
        agent.tell("PostToolUse", **told, tool_name="Bash", tool_response=response)


def main() -> None:
    """Run one session with its MCP server; the server is left to notice the end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--name", required=True)
    parser.add_argument("--client", choices=(WITH_TRANSCRIPT, WITHOUT_TRANSCRIPT), required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--turns", type=int, default=3)
    chosen = parser.parse_args()
    agent = Agent(chosen.root, chosen.folder, chosen.name, chosen.client)
    server = subprocess.Popen(
        [str(SCRIPT), "mcp"],
        cwd=chosen.root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    agent.note({"server": server.pid})
    work(agent, random.Random(chosen.seed), chosen.turns)
    agent.note({"finished": True})
    if server.stdin is not None:
        server.stdin.close()
    server.wait(timeout=_HOOK_SECONDS)


if __name__ == "__main__":
    main()
