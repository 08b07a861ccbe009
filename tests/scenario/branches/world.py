"""A real repository with a memory, and the few words in which scenarios are written.

Each line of a script is one step. `git …` runs git; everything else is about memory:

    commit NAME [TEXT]     change the file NAME and commit it
    hold TEXT              hold a fact in the project
    branch TEXT            hold a fact that belongs to the branch
    worktree TEXT          hold a fact that belongs to the worktree
    keyed KEY TEXT         hold a fact under a subject key; `keyed@branch` in the branch
    elsewhere NAME TEXT    hold a fact that belongs to a branch by name
    about REVISION TEXT    hold a fact about a commit
    freeze TEXT            let only a person change it
    restore TEXT           hold it again; `archive` takes it out of use
    edit NAME              change a file and commit nothing
    resolving git …        run git, which stops at a conflict
    keep NAME A;B          resolve the conflict with these lines
    follow                 follow everything that happened
    undo                   take the last step of following back
    at FOLDER              stand in another folder
    sees A; B              exactly these facts are live, seen from here
    sees REVISION > A; B   the same as it was held at a commit
    suggests A; B          exactly these wait for a decision
    asks CODE              a review with this reason is open
    became BRANCH STATE    what git says about a branch that records belong to
"""

import os
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from phantasm.capabilities.clock import FixedClock
from phantasm.runtime.bootstrap import Runtime, open_project
from tests.conftest import PERSON
from tests.fixtures.projects import trust_store

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject

_MOST_STEPS = 50


class World:
    """One repository, where somebody stands in it, and its memory."""

    def __init__(self, root: Path, prepared: Path | None = None) -> None:
        self.root = self.folder = root
        root.mkdir(parents=True, exist_ok=True)
        self.clock = FixedClock(datetime(2026, 11, 1, 12, tzinfo=UTC), timedelta(seconds=1))
        self._runtimes: dict[Path, Runtime] = {}
        self._number = 0
        self._last = ""
        self._followed: list[str] = []
        if prepared is not None:
            shutil.copytree(prepared / ".phantasm", root / ".phantasm", copy_function=shutil.copy2)
            trust_store(root)

    def begin(self) -> None:
        """Make the repository and its first commit."""
        self.git("init", "--quiet", "--template=", "--initial-branch=main", ".")
        (self.root / ".git" / "info").mkdir(exist_ok=True)
        (self.root / ".git" / "info" / "exclude").write_text(".phantasm\n", encoding="utf-8")
        self.commit("README")

    def git(self, *arguments: str) -> str:
        """Run git where we stand, at the time that the clock shows."""
        at = f"{int(self.clock.now().timestamp())} +0000"
        identity = {"NAME": "t", "EMAIL": "t@example.org"}
        environment = {
            f"GIT_{who}_{what}": is_ for who in ("AUTHOR", "COMMITTER") for what, is_ in identity.items()
        }
        environment |= {"GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at, "GIT_CONFIG_GLOBAL": os.devnull}
        environment |= {"PATH": os.defpath, "HOME": str(self.root), "GIT_EDITOR": "true"}
        options = ("-c", "commit.gpgsign=false", "-c", "protocol.file.allow=always", "-c", "gc.auto=0")
        command = ["git", "-C", str(self.folder), *options, *arguments]
        done = subprocess.run(command, capture_output=True, env=environment, check=False)
        assert done.returncode == 0, (arguments, done.stdout, done.stderr)
        return done.stdout.decode().strip()

    def commit(self, name: str, text: str = "") -> str:
        """Change a file and commit it."""
        file = self.folder / name
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        file.write_text(f"{before}{text or name}\n", encoding="utf-8")
        self.git("add", "--", name)
        self.git("commit", "--quiet", "-m", f"{name} {text}".strip())
        return self.git("rev-parse", "HEAD")

    def ask(self, operation: str, profile: str = "cli", **params: Any) -> dict[str, Any]:
        """Send a request that must succeed, from where we stand."""
        response = self.handle(operation, profile, **params)
        assert response.error is None, response.error
        self._last = response.provenance.operation_id or ""
        return response.data or {}

    def handle(self, operation: str, profile: str = "cli", **params: Any) -> Any:
        """Send a request from where we stand."""
        self._number += 1
        request: JsonObject = {
            "api_version": "v1",
            "operation": operation,
            "request_id": f"req-{self._number}",
            "client": {"profile": profile},
            "idempotency_key": f"key-{self._number}",
            "params": params,
        }
        return self.runtime().handle(request, PERSON)

    def runtime(self) -> Runtime:
        """Return the opened project where we stand."""
        if self.folder not in self._runtimes:
            self._runtimes[self.folder] = open_project(self.folder, clock=self.clock)
        return self._runtimes[self.folder]

    def hold(self, statement: str, **fields: Any) -> str:
        """Hold a fact and return its id."""
        data = self.ask("ingest", **({"record_kind": "fact", "statement": statement} | fields))
        return str(data["results"][0]["record_id"])

    def follow(self) -> list[dict[str, Any]]:
        """Follow everything that happened; following once more does nothing."""
        steps: list[dict[str, Any]] = []
        for _ in range(_MOST_STEPS):
            done = self.ask("branches_follow", profile="scheduler")
            if "event" not in done:
                return steps
            steps.append(done)
            self._followed.append(self._last)
        raise AssertionError(steps)

    def statements(self, **params: Any) -> set[str]:
        """Return what can be seen from here."""
        return {record["statement"] for record in self.ask("list", limit=1000, **params)["records"]}

    def id_of(self, statement: str) -> str:
        """Return the newest record with a statement."""
        states = ["suggested", "live", "superseded", "archived"]
        records = self.ask("list", everywhere=True, states=states, limit=1000)["records"]
        return str(next(record["id"] for record in records if record["statement"] == statement))

    def live_through(self, script: str) -> None:
        """Do each line of a script."""
        for line in script.strip().splitlines():
            word, _, rest = line.strip().partition(" ")
            try:
                self._step(word, rest.strip())
            except AssertionError as problem:
                message = f"{line.strip()}: {problem}\n{self.git('log', '--oneline', '--graph', '--all')}"
                raise AssertionError(message) from problem

    def _step(self, word: str, rest: str) -> None:
        match word:
            case "git":
                self.git(*rest.split(" "))
            case "commit":
                self.commit(*rest.split(" ", 1))
            case "resolving":
                with pytest.raises(AssertionError):
                    self.git(*rest.removeprefix("git ").split(" "))
            case "keep":
                name, _, lines = rest.partition(" ")
                (self.folder / name).write_text(lines.replace(";", "\n") + "\n", encoding="utf-8")
                self.git("add", name)
            case "edit":
                (self.folder / rest).write_text("edited\n", encoding="utf-8")
            case "at":
                self.folder = (self.root / rest).resolve() if rest else self.root
            case "follow":
                self.follow()
            case "undo":
                self.ask("undo", operations=[self._followed.pop()])
            case "freeze" | "restore" | "archive":
                self.ask("set_state", ids=[self.id_of(rest)], action=word)
            case _:
                self._remember(word, rest)

    def _remember(self, word: str, rest: str) -> None:
        name, _, statement = rest.partition(" ")
        match word:
            case "hold":
                self.hold(rest)
            case "branch" | "worktree":
                self.hold(rest, scope=word)
            case "about":
                target = f"commit:{self.git('rev-parse', name)}"
                self.hold(statement, links=[{"type": "about", "target": target}])
            case "keyed" | "keyed@branch":
                scope = word.partition("@")[2] or "project"
                self.hold(statement, subject_key=name, scope=scope)
            case "elsewhere":
                self.hold(statement, scope="branch", scope_ref=name)
            case _:
                self._check(word, rest)

    def _check(self, word: str, rest: str) -> None:
        match word:
            case "sees":
                revision, _, listed = f"{rest} ".partition(" > ") if " >" in rest else ("", "", rest)
                wanted = {part.strip() for part in listed.split(";") if part.strip()}
                params = {"at_commit": revision} if revision else {}
                assert self.statements(**params) == wanted
            case "suggests":
                wanted = {part.strip() for part in rest.split(";") if part.strip()}
                assert self.statements(states=["suggested"], everywhere=True) == wanted
            case "asks":
                waiting = self.ask("review_queue")["items"]
                assert rest in {reason["code"] for item in waiting for reason in item["reasons"]}, waiting
            case "became":
                name, _, state = rest.rpartition(" ")
                found = {one["name"]: one["state"] for one in self.ask("branches")["branches"]}
                assert found.get(name) == state, found
            case _:
                raise ValueError(word)

    def close(self) -> None:
        """Close every runtime."""
        for runtime in self._runtimes.values():
            runtime.close()
