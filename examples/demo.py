"""The main job, end to end, on the sample repository: what an agent and a person do with Phantasm.

Everything goes through the real program, as an agent would start it; nothing here imports Phantasm.
"""

import json
import os
import secrets
import shutil
import string
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

SAMPLE = Path(__file__).parent / "sample-repo"
PHANTASM = Path(sys.executable).parent / "phantasm"
Json = dict[str, Any]
_TRIES = 3
"""How often a hook is tried that may have run out of time: it gives itself two seconds."""
_MOST_SHOWN_LINES = 12
"""How much of a context is shown: enough to see what it is."""


class Demo:
    """One copy of the sample repository and the ways to talk to its memory."""

    def __init__(self, folder: Path) -> None:
        self.repository = folder / "tally"
        shutil.copytree(SAMPLE, self.repository)
        if shutil.which("git"):
            subprocess.run(["git", "init", "--quiet", str(self.repository)], check=True)  # noqa: S607  found above
        # A command line without a person at a terminal is an agent's: it says which one.
        self.environment = os.environ | {  # noqa: TID251  a child's environment, not ours
            "PHANTASM_CLIENT": "claude_code",
            "PHANTASM_HOME": str(folder / "home"),
            "NO_COLOR": "1",
            "COLUMNS": "110",
        }
        self.requests = 0

    def command(self, *arguments: str) -> None:
        """Show a command and what it prints."""
        print(f"$ phantasm {' '.join(arguments)}")
        print(_indented(self._phantasm(arguments, "")))

    def request(self, operation: str, *, profile: str = "claude_code", **params: object) -> Json:
        """Send one request the way agents do, and return the response."""
        self.requests += 1
        name = f"demo-{self.requests}"
        print(f"$ phantasm handle-request --stdin    # {operation}, as {profile}")
        return self.send(
            {
                "api_version": "v1",
                "operation": operation,
                "request_id": name,
                "client": {"profile": profile},
                "idempotency_key": name,
                "params": params,
            }
        )

    def hook(self, event: str, **told: object) -> None:
        """Let something happen in a session of Claude Code, and show what the agent is told then."""
        print(f"$ phantasm hook claude_code {event}    # on stdin: {json.dumps(told)}")
        common = {"session_id": "demo", "cwd": str(self.repository), "hook_event_name": event}
        answer = ""
        for _ in range(_TRIES):
            # A hook that runs out of time on a busy machine says nothing, and an agent goes on without.
            answer = answer or self._phantasm(("hook", "claude_code", event), json.dumps(common | told))
        said = json.loads(answer).get("hookSpecificOutput", {}) if answer else {}
        lines = str(said.get("additionalContext", "(nothing)")).strip().splitlines()
        print(_indented("\n".join(lines[:_MOST_SHOWN_LINES])))
        if len(lines) > _MOST_SHOWN_LINES:
            print(f"  … {len(lines) - _MOST_SHOWN_LINES} more lines")

    def send(self, request: Json) -> Json:
        """Send a whole request."""
        answer = self._phantasm(("handle-request", "--stdin"), json.dumps(request), may_fail=True)
        response: Json = json.loads(answer)
        return response

    def _phantasm(self, arguments: tuple[str, ...], text: str, *, may_fail: bool = False) -> str:
        result = subprocess.run(
            [str(PHANTASM), *arguments],
            input=text,
            cwd=self.repository,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            start_new_session=True,  # no terminal: nobody can be asked
        )
        if result.returncode and not may_fail:
            sys.exit(f"phantasm {' '.join(arguments)} failed:\n{result.stdout}{result.stderr}")
        return result.stdout


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="phantasm-demo-") as folder:
        demo = Demo(Path(folder))
        _set_up(demo)
        _remember(demo)
        _find(demo)
        _hand_over(demo)
        secret = _keep_a_secret_out(demo)
        _meet_a_conflict(demo)
        _stay_right(demo)
        _doubt(demo)
        _suggest(demo)
        _take_back(demo)
        _travel(demo)
        _learn(demo)
        _attend(demo)
        _forget(demo)
        _look_after_it(demo)
        _prove(demo, secret)


def _set_up(demo: Demo) -> None:
    _heading("A repository gets a memory of its own")
    demo.command("bootstrap")


def _remember(demo: Demo) -> None:
    _heading("An agent writes down what it learned: one request, four kinds of record")
    items = [
        {
            "record_kind": "decision",
            "subject_key": "storage.hours",
            "statement": "Hours stay in a CSV file because the office edits them in a spreadsheet.",
        },
        {
            "record_kind": "constraint",
            "subject_key": "payments.matching",
            "statement": "Payments are never matched by amount.",
            "raw_evidence": [
                {
                    "text": (demo.repository / "docs" / "payments.md").read_text(encoding="utf-8"),
                    "origin": "repository_file",
                    "source": "docs/payments.md",
                }
            ],
        },
        {
            "record_kind": "procedure",
            "subject_key": "procedure.test",
            "statement": "To test: python -m unittest discover tests.",
        },
        {
            "record_kind": "person",
            "subject_key": "person.sarah",
            "statement": "Sarah matches payments by hand.",
        },
    ]
    response = demo.request("ingest", items=items)
    _show({name: response["data"][name] for name in ("created", "duplicates", "refused")})
    demo.command("list")


def _find(demo: Demo) -> None:
    _heading("A question finds it, by words and by meaning, and the answer says how well it fits")
    demo.command("search", "may I match payments by their amount?", "--limit", "2")
    demo.command("search", "who won the world cup?", "--limit", "1")


def _hand_over(demo: Demo) -> None:
    _heading("Handing over: what an agent should know for a task, within a budget, and held to promises")
    demo.command("compile", "may I match payments by their amount?", "--budget", "1000", "--model", "openai")
    demo.command("check")


def _keep_a_secret_out(demo: Demo) -> str:
    _heading("A log with a credential arrives: it is masked before anything is written")
    # Made on the spot, so that no credential, not even an invented one, stands in this repository.
    secret = "gh" + "p_" + "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(36))
    seen = {"text": f"fatal: push failed with token {secret}", "origin": "tool_output", "source": "git push"}
    response = demo.request(
        "ingest",
        record_kind="known_issue",
        subject_key="issue.push",
        statement="Pushing from the office server fails: its token has expired.",
        raw_evidence=[seen],
    )
    _show({"warnings": response["warnings"]})
    kept = demo.request("inspect", ids=response["provenance"]["evidence_ids"])
    _show({"kept": kept["data"]["evidence"][0]["text"]})
    return secret


def _meet_a_conflict(demo: Demo) -> None:
    _heading("Another value for something that is held: no second truth, but a request that can be run")
    response = demo.request(
        "ingest",
        record_kind="decision",
        subject_key="storage.hours",
        statement="Hours move to SQLite; the office gets an export.",
    )
    runnable = response["remediation"][0]["request"]
    _show(
        {
            "code": response["error"]["code"],
            "message": response["error"]["message"],
            "run": runnable["params"],
        }
    )
    print("$ phantasm handle-request --stdin    # exactly the request that the answer offered")
    revised = demo.send(runnable)
    _show({"revised": revised["data"]["outcome"]})
    demo.command("history", revised["data"]["handle"])


def _stay_right(demo: Demo) -> None:
    _heading("Plain statements, no keys: what changed takes the other's place, what may hold together stays")
    statements = (
        "The port of the report server is 8400.",
        "The report server depends on Redis.",
        "The report server moved to port 8500.",
        "The report server depends on Kafka.",
        "the report server's port is 8500",
    )
    items = [{"record_kind": "fact", "statement": text} for text in statements]
    results = demo.request("ingest", items=items)["data"]["results"]
    for text, result in zip(statements, results, strict=True):
        reasons = f"  ({', '.join(result['reasons'])})" if result["reasons"] else ""
        print(f"  {result['outcome']:<10} {text}{reasons}")
    demo.command("why", results[2]["handle"])


def _doubt(demo: Demo) -> None:
    _heading("Something changes: what rests on it is doubtful until somebody looks")
    basis = demo.request("ingest", record_kind="fact", statement="The mail queue is RabbitMQ.")
    handle = basis["data"]["results"][0]["handle"]
    demo.request(
        "ingest",
        record_kind="fact",
        statement="Mail workers acknowledge after sending.",
        links=[{"type": "depends_on", "target": handle}],
    )
    demo.request("ingest", record_kind="fact", statement="We replaced RabbitMQ with NATS for the mail queue.")
    demo.request(
        "ingest", record_kind="fact", statement="The port of the report server is 9999.", origin="web"
    )
    demo.command("review", "--list")


def _suggest(demo: Demo) -> None:
    _heading("A client that may only suggest: kept, but nobody reads it as true yet")
    response = demo.request(
        "ingest",
        profile="generic_mcp",
        record_kind="constraint",
        subject_key="deploy.friday",
        statement="Never deploy on Fridays.",
    )
    _show(
        {
            "outcome": response["data"]["results"][0]["outcome"],
            "trust": response["provenance"]["trust"]["reason"],
        }
    )


def _take_back(demo: Demo) -> None:
    _heading("A write that was a mistake is taken back by its inverse; what was known then stays known")
    mistake = demo.request("ingest", record_kind="decision", statement="Invoices are written in LaTeX.")
    undone = demo.request("undo", operations=[mistake["provenance"]["operation_id"]], reason="wrong project")
    _show({"undone": undone["data"]["operations"]})
    demo.command("history", mistake["data"]["results"][0]["handle"])


def _travel(demo: Demo) -> None:
    _heading("Memory as text that git can review and merge, and as a page to read")
    demo.command("export")
    demo.command("export", "docs/memory.md", "--format", "markdown")
    print(_indented((demo.repository / "docs" / "memory.md").read_text(encoding="utf-8")[:600]))


def _learn(demo: Demo) -> None:
    _heading("Four sessions with an agent: what they came to, what was said, and how things are done here")
    transcripts = demo.repository.parent / "transcripts"
    transcripts.mkdir()
    for number in range(4):
        name = f"release-{number}"
        day = (datetime.now(UTC) - timedelta(days=9 - 2 * number)).date().isoformat()
        lines = _session(name, f"1.{number}.0", day, str(demo.repository))
        text = "".join(json.dumps(line) + "\n" for line in lines)
        (transcripts / f"{name}.jsonl").write_text(text, encoding="utf-8")
    demo.command("import", "sessions", str(transcripts))
    demo.command("maintenance", "run", "--now")
    demo.command("episodes", "--limit", "1")
    demo.command("procedures")
    demo.command("list", "--kind", "preference")
    demo.command("recall", "--command", "git push", "--output", "error: failed to push some refs to 'origin'")


def _attend(demo: Demo) -> None:
    _heading("The next session, through the hooks that `phantasm install` registers: the agent need not ask")
    demo.hook("SessionStart", source="startup")
    demo.hook("UserPromptSubmit", prompt="Release version 1.4.0.")
    demo.hook(
        "PostToolUseFailure",
        tool_name="Bash",
        tool_input={"command": "git push origin v1.4.0"},
        error="Exit code 1\nerror: failed to push some refs to 'origin'",
    )


def _session(name: str, version: str, day: str, folder: str) -> list[Json]:
    """Return a transcript as Claude Code writes it."""
    steps = [
        (f"git checkout -b release-{version}", f"Switched to a new branch 'release-{version}'", False),
        ("python -m pytest -q", "3 passed in 0.12s", False),
        (f"git tag v{version}", "", False),
        (f"git push origin v{version}", "Exit code 1\nerror: failed to push some refs to 'origin'", True),
        ("git fetch --tags", "From origin", False),
        (f"git push origin v{version}", f" * [new tag]  v{version} -> v{version}", False),
    ]
    said: list[tuple[str, object]] = [("user", f"Release version {version} of tally.")]
    for number, (command, output, failed) in enumerate(steps):
        call = {"type": "tool_use", "id": f"t{number}", "name": "Bash", "input": {"command": command}}
        result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": output, "is_error": failed}
        said += [("assistant", [call]), ("user", [result])]
    said += [
        ("assistant", "The release is out."),
        ("user", "It works, thanks. From now on always write release notes in plain English."),
    ]
    return [
        {
            "type": role,
            "uuid": f"{name}-{number}",
            "parentUuid": f"{name}-{number - 1}" if number else None,
            "sessionId": name,
            "timestamp": f"{day}T09:{number:02d}:00.000Z",
            "cwd": folder,
            "version": "2.0.0",
            "message": {"role": role, "content": content},
        }
        for number, (role, content) in enumerate(said)
    ]


def _forget(demo: Demo) -> None:
    _heading("Sarah asks to be forgotten: the content is erased, the chain of the journal still holds")
    listed = demo.request("list", record_kind="person")
    handle = listed["data"]["records"][0]["handle"]
    demo.request("set_state", ids=[handle], action="tombstone", reason="asked for by Sarah")
    demo.command("audit", "--verify", "--limit", "3")


def _look_after_it(demo: Demo) -> None:
    _heading("A backup that counts only once a restore of it was tried, and a check-up")
    demo.command("backup", "create")
    backups = demo.request("backup_list")
    demo.command("backup", "verify", backups["data"]["backups"][0]["id"])
    demo.command("doctor")


def _prove(demo: Demo, secret: str) -> None:
    _heading("And the credential?")
    files = [path for path in demo.repository.rglob("*") if path.is_file()]
    found = [path for path in files if secret.encode() in path.read_bytes()]
    print(f"  {len(files)} files under the repository, {len(found)} of them hold the credential.")
    if found:
        sys.exit(f"the credential is in {found}")


def _heading(text: str) -> None:
    print(f"\n── {text}")


def _show(value: Json) -> None:
    for name, entry in value.items():
        text = entry if isinstance(entry, str) else json.dumps(entry, ensure_ascii=False)
        print(f"  {name}: {text}")


def _indented(text: str) -> str:
    return "\n".join(f"  {line}".rstrip() for line in text.strip("\n").splitlines())


if __name__ == "__main__":
    main()
