"""Does the server conform? The official suite, both revisions, and the inspector; for scripts/conformance.

Usage: python -m tests.conformance.run NODE_MODULES [--json FILE]

Required scenarios run on the product's stack with the fixtures that they ask for; those that need none run on
the product itself; the inspector lists and calls every tool of `phantasm mcp`. Exit status 1 when one fails.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

PHANTASM = Path(sys.executable).parent / "phantasm"
REVISIONS = {"2026-07-28": 37, "2025-11-25": 30}
"""The revisions, and how many scenarios each requires of a server."""
FIXTURE_FREE = {
    "2026-07-28": (
        "completion-complete",
        "tools-list",
        "server-sse-multiple-streams",
        "resources-list",
        "sep-2164-resource-not-found",
        "prompts-list",
        "dns-rebinding-protection",
        "caching",
        "input-required-result-unsupported-methods",
        "http-header-validation",
    ),
    "2025-11-25": (
        "server-initialize",
        "ping",
        "completion-complete",
        "tools-list",
        "server-sse-multiple-streams",
        "resources-list",
        "prompts-list",
        "dns-rebinding-protection",
        "server-session-lifecycle",
    ),
}
"""What the suite asks of any server, whatever it offers."""
CALLS: tuple[tuple[str, ...], ...] = (
    ("remember", "record_kind=fact", "statement=The API listens on port 8400."),
    ("search", "query=port of the API"),
    ("compile", "query=port of the API"),
    ("review", "action=list"),
    ("session", "action=start", "session_id=inspected"),
    ("report", "outcome=success", "session_id=inspected"),
    ("correct", "action=archive", "id={handle}"),
    ("call", "operation=health"),
)
"""One call of each tool."""
_SECONDS = 240
_SUMMARY = re.compile(r"^[✓✗] ([\w-]+): (\d+) passed, (\d+) failed$", re.MULTILINE)


class Told(NamedTuple):
    """What the suite says about one scenario."""

    scenario: str
    passed: int
    failed: int


def main(arguments: list[str]) -> int:
    """Run everything and say how it went."""
    modules = Path(arguments[0]).absolute()  # the suite runs in other folders
    figures: dict[str, str] = {}
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        subprocess.run([PHANTASM, "bootstrap"], cwd=place, check=True, capture_output=True)
        for fixtures in (True, False):
            with _served(place, fixtures=fixtures) as url:
                for revision in REVISIONS:
                    line, failed = _revision(modules, url, revision, fixtures=fixtures)
                    figures[f"{revision} {'fixtures' if fixtures else 'product'}"] = line
                    failures += failed
        line, failed = _inspect(modules, place)
        figures["inspector"] = line
        failures += failed
    for name, line in figures.items():
        print(f"{name}: {line}")  # noqa: T201  the report
    for failure in failures:
        print(f"failed: {failure}", file=sys.stderr)  # noqa: T201  the report
    if "--json" in arguments:
        Path(arguments[arguments.index("--json") + 1]).write_text(json.dumps(figures), encoding="utf-8")
    return 1 if failures else 0


@contextmanager
def _served(place: Path, *, fixtures: bool) -> Iterator[str]:
    """Yield the address of a server that runs meanwhile."""
    command = [sys.executable, "-m", "tests.conformance.serve", str(place), "0"]
    with subprocess.Popen(
        [*command, *(["--fixtures"] if fixtures else [])],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().decode().strip()
        finally:
            server.terminate()


def _revision(modules: Path, url: str, revision: str, *, fixtures: bool) -> tuple[str, list[str]]:
    """Run one revision: what it requires, or of that what needs no fixtures."""
    suite = modules / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
    with tempfile.TemporaryDirectory() as results:  # the suite writes into the current folder
        ran = subprocess.run(
            [_node(modules), suite, "server", "--url", url, "--requirements", revision],
            cwd=results,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
    told = {name: Told(name, int(yes), int(no)) for name, yes, no in _SUMMARY.findall(ran.stdout)}
    required = _required(modules, revision)
    wanted = required if fixtures else FIXTURE_FREE[revision]
    bad = [name for name in wanted if name not in told or told[name].failed]
    if fixtures and len(required) != REVISIONS[revision]:
        bad.append(f"{len(required)} scenarios are required, not {REVISIONS[revision]}")
    checks = sum(told[name].passed for name in wanted if name in told)
    line = f"{len(wanted) - len(bad)} of {len(wanted)} scenarios, {checks} checks"
    return line, [f"{revision} {name}" for name in bad]


def _required(modules: Path, revision: str) -> list[str]:
    """Return what a revision requires of a server, as the suite itself has it."""
    path = modules / "@modelcontextprotocol" / "conformance" / "requirements" / f"{revision}.yaml"
    server = path.read_text(encoding="utf-8").split("\nserver:\n")[1].split("\n\n")[0]
    return re.findall(r"^  - ([\w/-]+)$", server, re.MULTILINE)


def _inspect(modules: Path, place: Path) -> tuple[str, list[str]]:
    """Let the inspector list and call every tool over stdio."""
    listed = _inspector(modules, place, "tools/list")
    names = [tool["name"] for tool in listed.get("tools", [])]
    failures = [f"inspector: {name} is never called" for name in {*names} - {one[0] for one in CALLS}]
    handle, called = "", 0
    for tool, *pairs in CALLS:
        given = [pair.format(handle=handle) for pair in pairs]
        result = _inspector(modules, place, "tools/call", "--tool-name", tool, "--tool-arg", *given)
        if result.get("isError", not result):
            failures.append(f"inspector: {tool}: {result}")
        else:
            called += 1
        if tool == "remember" and result:
            handle = result["structuredContent"]["results"][0]["handle"]
    return f"{len(names)} tools listed, {called} of {len(CALLS)} called", failures


def _inspector(modules: Path, place: Path, method: str, *more: str) -> dict[str, Any]:
    launcher = modules / "@modelcontextprotocol" / "inspector" / "clients" / "launcher" / "build" / "index.js"
    ran = subprocess.run(
        [
            _node(modules), launcher, "--cli", PHANTASM, "mcp", "-e", "PHANTASM_CLIENT=claude_code",
            "--cwd", place, "--method", method, "--format", "json", *more,
        ],
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=False,
    )  # fmt: skip
    return dict(json.loads(ran.stdout).get("result", {})) if ran.stdout.strip() else {}


def _node(modules: Path) -> str:
    own = modules / "node" / "bin" / "node"
    return str(own) if own.exists() else str(shutil.which("node"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
