"""One client's recording: a sample project with memory, sessions played in it, and what is kept of them.

The client runs in a home of its own and reaches nothing but the scripted model. The `phantasm` that it
finds is a wrapper that notes each hook event with our answer. What the client wrote is kept with our paths
replaced.
"""

import hashlib
import json
import os
import platform
import re
import secrets
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tools.clients.endpoint import Call, Endpoint, Json, Say, Shell, Step
from tools.clients.table import NODE, Around, Client

if TYPE_CHECKING:
    from collections.abc import Mapping

HOME = "/home/dev"
"""What stands in a recording for the home folder; the project is `ledger` in it."""

TURN_SECONDS = 180
"""A turn takes up to 30 s on a busy machine; a client that needs more waits for something out of reach."""

_WRAPPER = """\
#!{python}
import json, os, subprocess, sys
real, notes, given = {real!r}, {notes!r}, sys.argv[1:]
if given[:1] != ["hook"]:
    os.execv(real, [real, *given])
told = sys.stdin.buffer.read()
ended = subprocess.run([real, *given], input=told, stdout=subprocess.PIPE)
line = {{"event": given[2], "given": told.decode(), "answer": ended.stdout.decode()}}
with open(notes, "a", encoding="utf-8") as file:
    file.write(json.dumps(line, ensure_ascii=False) + "\\n")
sys.stdout.buffer.write(ended.stdout)
sys.exit(ended.returncode)
"""

_IN_TERMINAL = """\
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execvp(sys.argv[1], sys.argv[1:])
"""

_FILES = {
    "README.md": "# Ledger\n\nKeeps the books of a small shop. `./check.sh` runs before every release.\n",
    "check.sh": "#!/bin/sh\nif [ -e ledger.lock ]; then\n  echo 'checking the ledger'\n"
    "  echo 'error: ledger.lock is held by a stale run' >&2\n  exit 3\nfi\necho '4 checks passed'\n",
    "unlock.sh": "#!/bin/sh\nrm -f ledger.lock\necho 'the lock is gone'\n",
    ".gitignore": "ledger.lock\n",
}
_RECORDS = (
    ("constraint", "Amounts in the ledger are whole cents, never floats."),
    ("decision", "Release notes go to docs/releases.md because the shop owner reads them there."),
    ("fact", "The staging server of the ledger listens on port 8400."),
)
"""What memory knows before the first session: it is said at the start and at prompts."""

_EARLIER: tuple[Json, ...] = (
    {"session": "release-0-9", "role": "user", "text": "Run ./check.sh for release 0.9."},
    {"role": "assistant", "text": "", "calls": [{"id": "c1", "name": "shell", "command": "./check.sh"}]},
    {
        "role": "tool", "text": "",
        "answers": [{"call": "c1", "text": "error: ledger.lock is held by a stale run", "exit_code": 3}],
    },
    {"role": "assistant", "text": "", "calls": [{"id": "c2", "name": "shell", "command": "./unlock.sh"}]},
    {"role": "tool", "text": "", "answers": [{"call": "c2", "text": "the lock is gone", "exit_code": 0}]},
    {"role": "assistant", "text": "", "calls": [{"id": "c3", "name": "shell", "command": "./check.sh"}]},
    {"role": "tool", "text": "", "answers": [{"call": "c3", "text": "4 checks passed", "exit_code": 0}]},
    {"role": "assistant", "text": "The check passes."},
    {"role": "user", "text": "Works, thanks."},
)  # fmt: skip
"""A session before those that are played, so that the first failing command already meets a recall."""

_EARLIER_AT = 1_794_477_600
"""12 November 2026, in seconds."""

_SIGNS = {
    "start": "Amounts in the ledger are whole cents",
    "prompt": "Run ./check.sh for release 0.9",
    "recall": "Something like this failed here before",
    "guidance": "This project keeps its memory in `.phantasm/`",
}
"""By what we hand over: words of it, counted in what the model was sent last in a turn."""

_LONGEST = 1_500
"""Characters of a text that a recording keeps whole; a client's own system prompt has 10,000 and more."""
_CUT = 200
"""Characters that are kept of a longer one."""
_SCHEMAS = frozenset(("tools", "systemPrompt", "system", "dynamic_tools"))
"""Keys whose lists hold what the client says to every model: prompts and tools, emptied in a recording."""


class Turn(NamedTuple):
    """What the user says, and what the model does then."""

    prompt: str
    steps: tuple[Step, ...]


class Session(NamedTuple):
    """Turns of one conversation; the check fails until the lock is removed."""

    turns: tuple[Turn, ...]


SESSIONS = (
    Session(
        (
            Turn(
                "Run ./check.sh on the ledger before we release 1.0.",
                (
                    Shell("./check.sh", 3),
                    Shell("./unlock.sh"),
                    Shell("./check.sh"),
                    Say("The check passes now. A stale run had held the lock; ./unlock.sh removed it."),
                ),
            ),
            Turn(
                "Good. From now on tag each release with the date as well, such as v1.0-2026-11-19.",
                (Say("Understood, the tags carry the date."),),
            ),
        )
    ),
    Session(
        (
            Turn(
                "Run ./check.sh on the ledger again, this time for release 1.1.",
                (
                    Shell("./check.sh", 3),
                    Shell("./unlock.sh"),
                    Shell("./check.sh"),
                    Call("search", {"query": "release notes of the ledger"}),
                    Say("The check passes for 1.1 too."),
                ),
            ),
            Turn(
                "No, the staging server of the ledger listens on port 9400 now, not 8400.",
                (Say("I will use port 9400."),),
            ),
        )
    ),
)


class Programs(NamedTuple):
    """Where the client and its Node are."""

    path: tuple[Path, ...]
    program: Path


def install(client: Client, cache: Path) -> Programs:
    """Install the client and Node from npm into the cache, unless these versions are there."""
    folders = []
    for package in (NODE, client.package):
        folder = cache / re.sub(r"[^\w.]+", "-", package).strip("-")
        folders.append(folder / "node_modules" / ".bin")
        if (folder / "installed").exists():
            continue
        folder.mkdir(parents=True, exist_ok=True)
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit("npm is not on the PATH: install Node, then run this again")
        command = [npm, "install", "--no-audit", "--no-fund", "--silent", "--prefix", str(folder), package]
        subprocess.run(command, check=True, cwd=folder)
        (folder / "installed").touch()
    return Programs(tuple(folders), folders[1] / client.program)


class Stage:
    """A home and a project in a working folder, where one client is played."""

    def __init__(self, client: Client, programs: Programs, work: Path, endpoint: Endpoint) -> None:
        self.client, self.programs, self.endpoint = client, programs, endpoint
        self.home = work / "home"
        self.project = self.home / "ledger"
        self.notes = work / "hooks.jsonl"
        self.around = Around(self.home, self.project, endpoint.url, secrets.token_hex(16))
        own = work / "bin"
        own.mkdir(parents=True)
        real = Path(sys.executable).with_name("phantasm")
        wrapper = own / "phantasm"
        wrapper.write_text(
            _WRAPPER.format(python=sys.executable, real=str(real), notes=str(self.notes)), encoding="utf-8"
        )
        wrapper.chmod(0o755)
        system = os.environ.get("PATH", os.defpath)  # noqa: TID251  what every process of the recording inherits
        path = os.pathsep.join(map(str, (own, *programs.path, system)))
        self.environment: Mapping[str, str] = {
            "PATH": path,
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "TERM": "dumb",
            "NO_COLOR": "1",
            "DO_NOT_TRACK": "1",
            "HTTP_PROXY": endpoint.url,
            "HTTPS_PROXY": endpoint.url,
            "NO_PROXY": "127.0.0.1,localhost",
            "GIT_CONFIG_NOSYSTEM": "1",
        }

    def set_up(self) -> None:
        """Make the project, give it memory, and connect the client."""
        self.project.mkdir(parents=True)
        for name, text in _FILES.items():
            (self.project / name).write_text(text, encoding="utf-8")
            (self.project / name).chmod(0o755 if name.endswith(".sh") else 0o644)
        for name, text in self.client.files(self.around).items():
            (self.home / name).parent.mkdir(parents=True, exist_ok=True)
            (self.home / name).write_text(text, encoding="utf-8")
        self._run("git", "init", "-q", "-b", "main")
        self._run("git", "config", "user.name", "Dev")
        self._run("git", "config", "user.email", "dev@example.org")
        self._run("git", "add", ".")
        self._run("git", "commit", "-q", "-m", "Begin the ledger")
        self._run("phantasm", "bootstrap")
        for kind, text in _RECORDS:
            self._type("phantasm", "add", "--kind", kind, "--text", text)
        earlier = self.home.parent / "earlier.jsonl"
        lines = [
            json.dumps({"at": f"2026-11-12T10:0{minute}:00Z", **line}) for minute, line in enumerate(_EARLIER)
        ]
        earlier.write_text("\n".join(lines) + "\n", encoding="utf-8")
        # A file that was written to just now would be a session that goes on.
        os.utime(earlier, (_EARLIER_AT, _EARLIER_AT))
        self._type("phantasm", "import", "sessions", str(earlier), "--client", "generic")
        self._run("phantasm", "install", self.client.name, "--yes")

    def play(self, session: Session) -> Json:
        """Play a session, one process for each turn; return what was said and what reached the model."""
        (self.project / "ledger.lock").touch()
        turns = []
        for number, turn in enumerate(session.turns):
            self.endpoint.play(*turn.steps)
            arguments = self.client.further if number else self.client.first
            ended = self._start(
                *arguments, *(turn.prompt.split() if self.client.by_words else (turn.prompt,))
            )
            if ended.returncode or self.endpoint.left:
                raise SystemExit(
                    f"{self.client.name} ended with {ended.returncode}, steps left: {self.endpoint.left}\n"
                    f"{ended.stdout}\n{ended.stderr}"
                )
            last = json.dumps(self.endpoint.conversations[-1], ensure_ascii=False)
            turns.append(
                {
                    "prompt": turn.prompt,
                    "commands": [
                        [step.command, step.exit_code] for step in turn.steps if isinstance(step, Shell)
                    ],
                    "said": next(step.text for step in turn.steps if isinstance(step, Say)),
                    "reached": {name: last.count(sign) for name, sign in _SIGNS.items()},
                }
            )
        return {"session": self._sessions()[-1], "turns": turns}

    def keep(self, played: list[Json], out: Path) -> None:
        """Write the recording: what was played, the hook events, and what the client wrote."""
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir(parents=True)
        about = {"client": self.client.name, "package": self.client.package, "sessions": played}
        (out / "recording.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
        self._write(out / "hooks.jsonl", self.notes.read_text(encoding="utf-8"))
        for pattern in self.client.transcripts:
            for path in sorted(self.home.glob(pattern)):
                name = self._scrubbed(str(path.relative_to(self.home)))
                self._write(out / "home" / name, path.read_text(encoding="utf-8"))
        for session in dict.fromkeys(self._sessions()) if self.client.exports else ():
            told = self._start(*self.client.exports, session).stdout
            self._write(out / "exports" / f"{session}.json", json.dumps(json.loads(told)) + "\n")

    def _sessions(self) -> list[str]:
        """Return the ids that the hook events told, in their order."""
        events = map(json.loads, self.notes.read_text(encoding="utf-8").splitlines())
        told = (json.loads(event["given"]) for event in events)
        return [given.get("session_id") or given["sessionId"] for given in told]

    def _write(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = (
            json.dumps(_trimmed(json.loads(line)), ensure_ascii=False, separators=(",", ":"))
            for line in self._scrubbed(text).splitlines()
        )
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def _scrubbed(self, text: str) -> str:
        """Replace what belongs to this machine and this run."""
        project = f"{HOME}/{self.project.name}"
        for ours, theirs in (
            (
                hashlib.sha256(str(self.project).encode()).hexdigest(),
                hashlib.sha256(project.encode()).hexdigest(),
            ),
            (str(self.home), HOME),
            (re.sub(r"\W", "-", str(self.home)), re.sub(r"\W", "-", HOME)),
            (str(self.home.parent), "/tmp/recording"),  # noqa: S108  a placeholder
            (str(self.programs.program), self.client.program),
            *((str(path.parents[1]), "/opt/clients") for path in self.programs.path),
            (self.endpoint.url, "http://127.0.0.1:8080"),
            (self.around.key, "key"),
            (platform.release(), "6.1.0"),
            (platform.node(), "machine"),
        ):
            text = text.replace(ours, theirs)
        return text

    def _start(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.programs.program), *arguments],
            cwd=self.project, env={**self.environment, **self.client.environment(self.around)},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=TURN_SECONDS, check=False,
        )  # fmt: skip

    def _run(self, *command: str) -> None:
        subprocess.run(command, cwd=self.project, env=self.environment, check=True, stdout=subprocess.DEVNULL)

    def _type(self, *command: str) -> None:
        """Run a command in a terminal of its own, as a person does: what a script adds only waits for one."""
        ours, theirs = os.openpty()
        subprocess.run(
            [sys.executable, "-c", _IN_TERMINAL, *command],
            cwd=self.project, env=self.environment, check=True, start_new_session=True,
            stdin=theirs, stdout=theirs, stderr=theirs,
        )  # fmt: skip
        os.close(theirs)
        os.close(ours)


def _trimmed(value: object) -> object:
    """Return a value without what a client says to every model; short texts and ours stay whole."""
    match value:
        case dict():
            return {
                name: [] if name in _SCHEMAS and isinstance(inside, list) else _trimmed(inside)
                for name, inside in value.items()
            }
        case list():
            return [_trimmed(inside) for inside in value]
        case str() if len(value) > _LONGEST and "phantasm" not in value:
            return f"{value[:_CUT]}[… {len(value) - _CUT} characters are left out here]"
        case _:
            return value
