"""Does `phantasm mcp` behave as a server that an agent starts? Real processes on real pipes."""

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

from phantasm.config.paths import Paths
from phantasm.storage.database import Database
from tests.e2e import mcp_servers
from tests.e2e.mcp_servers import (
    COMMAND,
    GONE_SECONDS,
    Bare,
    children,
    environment,
    is_alive,
    wait_until_gone,
)
from tests.e2e.processes import Place

LINUX_ONLY = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


@pytest.mark.parametrize("era", ["legacy", "2026-07-28"])
def test_answers_the_sdk_client(project_place: Place, era: str) -> None:
    parameters = StdioServerParameters(
        command=COMMAND[0],
        args=[*COMMAND[1:]],
        env=environment(project_place),
        cwd=project_place.root,
    )

    async def talk() -> list[bool]:
        async with Client(parameters, mode=era, cache=None) as client:
            assert len((await client.list_tools()).tools) == 8
            said = {"record_kind": "fact", "statement": "The API listens on port 8400."}
            kept = await client.call_tool("remember", said)
            found = await client.call_tool("search", {"query": "port of the API"})
            assert "8400" in str(found.structured_content)
            return [kept.is_error, found.is_error]

    assert asyncio.run(talk()) == [False, False]


@LINUX_ONLY
def test_shakes_hands_without_store_model_or_children(project_place: Place) -> None:
    with Bare(project_place) as server:
        server.begin()
        server.say(1, {"method": "tools/list"})
        assert len(server.answer(1)["result"]["tools"]) == 8
        loaded = Path(f"/proc/{server.process.pid}/maps").read_text(encoding="utf-8")
        assert "numpy" not in loaded
        assert "sqlite" not in loaded
        assert "1 hits" not in server.text(2, "search", query="anything")
        assert children(server.process.pid) == []


def test_says_nothing_but_the_protocol(project_place: Place) -> None:
    with Bare(project_place, PHANTASM_TELEMETRY__LEVEL="debug") as server:
        server.begin()
        server.write(b'not json\n\n{"jsonrpc": "2.0"}\n[]\n\xff\xfe\x00\n{"id": 7}\n')
        server.say(1, {"method": "no/such/method"})
        assert server.answer(1)["error"]["code"] == -32601
        assert not server.call(2, "search", query="x").get("isError")
        seconds, out, _ = server.end()
    for line in out.splitlines():
        json.loads(line)
    assert server.process.returncode == 0
    assert seconds < GONE_SECONDS


def test_answers_what_was_piped_in(project_place: Place) -> None:
    lines = [
        {"jsonrpc": "2.0", "id": 0, **mcp_servers.INITIALIZE},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    ended = subprocess.run(
        COMMAND,
        input=text.encode(),
        capture_output=True,
        cwd=project_place.root,
        env=environment(project_place),
        timeout=60,
        check=True,
    )
    assert [json.loads(line)["id"] for line in ended.stdout.splitlines()] == [0, 1]
    assert ended.stderr == b""


def test_survives_a_request_of_ten_megabytes(project_place: Place) -> None:
    with Bare(project_place) as server:
        server.begin()
        result = server.call(1, "search", query="word " * 2_000_000)
        assert result["isError"]
        assert "invalid_params" in result["content"][0]["text"]
        assert not server.call(2, "search", query="x").get("isError")


def test_ends_when_told_to(project_place: Place) -> None:
    with Bare(project_place) as server:
        server.begin()
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(GONE_SECONDS) == 0


def test_ends_when_nobody_reads_its_answers(project_place: Place) -> None:
    with Bare(project_place) as server:
        server.begin()
        assert server.process.stdout is not None
        server.process.stdout.close()
        server.say(1, {"method": "tools/list"})
        assert server.process.wait(GONE_SECONDS) == 0
        server.process.stdout = None


@LINUX_ONLY
def test_ends_with_the_process_that_started_it(project_place: Place) -> None:
    # The input stays open in the test itself, so that only the parent's death can be the reason.
    reader, writer = os.pipe()
    program = (
        f"import subprocess; started = subprocess.Popen({COMMAND!r}, stdin={reader});"
        "print(started.pid, flush=True); started.wait()"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=project_place.root,
        env=environment(project_place),
        stdout=subprocess.PIPE,
        pass_fds=[reader],
    )
    assert parent.stdout is not None
    server = int(parent.stdout.readline())
    os.write(writer, json.dumps({"jsonrpc": "2.0", "id": 0, **mcp_servers.INITIALIZE}).encode() + b"\n")
    assert b"serverInfo" in parent.stdout.readline()
    parent.kill()
    parent.wait()
    try:
        assert wait_until_gone(server)
    finally:
        if is_alive(server):
            os.kill(server, signal.SIGKILL)
        os.close(reader)
        os.close(writer)
        parent.stdout.close()


def test_ends_when_nobody_asks(project_place: Place) -> None:
    program = (
        "from phantasm.surfaces.serving import lifetime; lifetime._MINUTE_SECONDS = 0.5;"
        "from phantasm.surfaces.mcp.running import Chosen, run_stdio; run_stdio(Chosen(idle_minutes=1))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=project_place.root,
        env=environment(project_place),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as server:
        assert server.wait(30) == 0


def test_works_once_the_project_is_there(place: Place) -> None:
    with Bare(place) as server:
        server.begin()
        assert "phantasm bootstrap" in server.text(1, "search", query="x")
        assert place.run("bootstrap").status == 0
        assert not server.call(2, "search", query="x").get("isError")


def test_finds_the_project_that_the_client_names(place: Place, bootstrapped: Path) -> None:
    elsewhere = place.root.parent / "elsewhere"
    shutil.copytree(bootstrapped, elsewhere)
    place.trust(elsewhere)
    with Bare(place, CLAUDE_PROJECT_DIR=str(elsewhere)) as server:
        server.begin()
        assert not server.call(1, "search", query="x").get("isError")


def test_tells_of_a_corrupt_store_and_goes_on_once_it_is_repaired(project_place: Place) -> None:
    store = project_place.root / ".phantasm" / "state" / "store.sqlite"
    whole = store.read_bytes()
    store.write_bytes(b"no database at all" * 1000)
    with Bare(project_place) as server:
        server.begin()
        result = server.call(1, "search", query="x")
        assert result["isError"]
        assert "Next:" in result["content"][0]["text"]
        store.write_bytes(whole)
        assert not server.call(2, "search", query="x").get("isError")


def test_says_that_somebody_else_writes(project_place: Place) -> None:
    with Bare(project_place, PHANTASM_STORE__LOCK_TIMEOUT_SECONDS="0.2") as server:
        server.begin()
        assert not server.call(1, "remember", record_kind="fact", statement="The first.").get("isError")
        fact = {"record_kind": "fact", "statement": "Somebody writes."}
        with Database(Paths(project_place.root).store).lock.hold("test"):
            assert "store_busy" in server.text(2, "remember", **fact)
            assert "The first." in server.text(3, "search", query="first")
        assert "created" in server.text(4, "remember", **fact)


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_reads_from_a_store_that_cannot_be_written(project_place: Place) -> None:
    state = project_place.root / ".phantasm" / "state"
    state.chmod(0o500)
    try:
        with Bare(project_place) as server:
            server.begin()
            assert not server.call(1, "search", query="x").get("isError")
            assert server.call(2, "remember", record_kind="fact", statement="No.").get("isError")
    finally:
        state.chmod(0o700)


@LINUX_ONLY
def test_leaves_nothing_behind_when_it_is_killed(project_place: Place) -> None:
    servers = [Bare(project_place) for _ in range(2)]
    for server in servers:
        with server:
            server.begin()
            server.call(1, "search", query="x")
            server.process.kill()
            server.process.wait()
    assert project_place.run("call", "ingest", "record_kind=fact", "statement=Still works.").status == 0
