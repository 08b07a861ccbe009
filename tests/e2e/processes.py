"""How do the end-to-end tests run the command? In a real process, with or without a pty.

Most processes fork from an interpreter that has loaded the command (tests/fixtures/forking.py); those
that are `fresh`, and those that are left running, are started as installed.
"""

import json
import os
import pty
import select
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.fixtures import commands
from tests.fixtures.commands import PHANTASM, ROOT
from tests.fixtures.projects import approve_variables, trust_store

# Far above what any command takes; a test that meets it hangs.
TIMEOUT_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Ended:
    """What a process left behind."""

    status: int
    out: str
    err: str = ""

    @property
    def json(self) -> Any:
        """The one line of JSON that was printed."""
        assert self.out.count("\n") == 1, self.out + self.err
        return json.loads(self.out)


class Place:
    """A folder with its own user folder, where the command runs as some client."""

    def __init__(self, root: Path) -> None:
        self.root = root / "project"
        self.root.mkdir()
        self.home = root / "home"
        approve_variables(self.home)

    def trust(self, root: Path | None = None) -> None:
        """Accept the store that lies in a project, as the person does who runs `phantasm trust`."""
        trust_store(root or self.root, home=self.home)

    def run(
        self,
        *arguments: str | Path,
        client: str | None = "claude_code",
        text: bytes = b"",
        fresh: bool = False,
        **variables: str,
    ) -> Ended:
        """Run the command without a terminal."""
        ended = (commands.run_fresh if fresh else commands.run)(
            [PHANTASM, *arguments],
            cwd=self.root,
            env=self._environment(client, variables),
            text=text,
            timeout=TIMEOUT_SECONDS,
        )
        return _ended(ended)

    def evaluate(self, *arguments: str | Path, **variables: str) -> Ended:
        """Run `python -m tools.evaluation` without a terminal."""
        ended = commands.run_fresh(
            [sys.executable, "-m", "tools.evaluation", *arguments],
            cwd=self.root,
            env=self._environment("claude_code", {"PYTHONPATH": str(ROOT), **variables}),
            timeout=TIMEOUT_SECONDS,
        )
        return _ended(ended)

    def start(self, *arguments: str, client: str = "claude_code", **options: Any) -> subprocess.Popen[bytes]:
        """Start the command and leave it running."""
        return subprocess.Popen(
            [PHANTASM, *arguments],
            cwd=self.root,
            env=self._environment(client, {}),
            start_new_session=True,
            **options,
        )

    def run_on_a_full_disk(self, *arguments: str) -> Ended:
        """Run the command where no file can grow: the first byte that is written fails."""
        ended = commands.run_fresh(
            ["/bin/sh", "-c", 'ulimit -f 0; exec "$@"', "sh", PHANTASM, *arguments],
            cwd=self.root,
            env=self._environment("claude_code", {}),
            text=b"",
            timeout=TIMEOUT_SECONDS,
        )
        out, err = ended.stdout.decode(), ended.stderr.decode()
        assert "Traceback" not in err, err
        return Ended(ended.returncode, out, err)

    def type(self, *arguments: str, answers: tuple[tuple[str, str], ...] = (), **variables: str) -> Ended:
        """Run the command in a terminal of its own and type each answer once its question has appeared."""
        environment = self._environment(None, {"TERM": "xterm-256color", "COLUMNS": "200", **variables})
        terminal, theirs = pty.openpty()
        started = commands.fork(
            [PHANTASM, *arguments], (theirs,) * 3, cwd=self.root, env=environment, terminal=True
        )
        os.close(theirs)
        assert started is not None, variables
        try:
            seen = _converse(terminal, list(answers))
        finally:
            os.close(terminal)
            status = started.wait()
        assert "Traceback" not in seen, seen
        return Ended(status, seen)

    def _environment(self, client: str | None, variables: dict[str, str]) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}  # noqa: TID251
        chosen = {"PHANTASM_CLIENT": client} if client else {}
        return kept | {"LANG": "C.UTF-8", "PHANTASM_HOME": str(self.home)} | chosen | variables


def _ended(process: subprocess.CompletedProcess[bytes]) -> Ended:
    out, err = process.stdout.decode(), process.stderr.decode()
    assert "Traceback" not in err, err
    return Ended(process.returncode, out, err)


def _converse(terminal: int, answers: list[tuple[str, str]]) -> str:
    """Read until the process ends, answering on the way."""
    seen, since = b"", 0
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while time.monotonic() < deadline:
        if not select.select([terminal], [], [], 1)[0]:
            continue
        try:
            chunk = os.read(terminal, 65536)
        except OSError:  # Linux says so when the last process has closed its side
            break
        if not chunk:
            break
        seen += chunk
        if answers and answers[0][0].encode() in seen[since:]:
            since = len(seen)
            os.write(terminal, answers.pop(0)[1].encode())
    assert not answers, f"never asked: {answers}\n{seen.decode(errors='replace')}"
    return seen.decode(errors="replace")
