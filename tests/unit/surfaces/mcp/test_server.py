"""What do clients of both eras get? Every tool, resource and prompt, over the real protocol."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_PARAMS, PromptReference, ResourceTemplateReference, TextContent

from tests.conftest import Project
from tests.unit.surfaces.mcp.serving import ERAS, LEGACY, MODERN, call, connected, talk, words

BOTH = pytest.mark.parametrize("era", ERAS)
NAMES = ["search", "compile", "remember", "correct", "review", "session", "report", "call"]


@BOTH
def test_lists_the_same_tools_in_the_same_order(project: Project, era: str) -> None:
    async def said(client: Client) -> list[list[str]]:
        return [[tool.name for tool in (await client.list_tools()).tools] for _ in range(2)]

    assert talk(project.root, said, era) == [NAMES, NAMES]


@BOTH
def test_answers_every_tool(project: Project, era: str) -> None:
    calls: list[tuple[str, dict[str, Any], str]] = [
        ("remember", {"record_kind": "decision", "statement": "Invoices lie in PostgreSQL."}, "created [m:"),
        ("search", {"query": "invoices"}, "Invoices lie in PostgreSQL."),
        ("compile", {"query": "invoices"}, "Invoices lie in PostgreSQL."),
        ("session", {"action": "start", "session_id": "s-1"}, "s-1"),
        (
            "session",
            {"action": "append", "session_id": "s-1", "turns": [{"id": "1", "role": "user", "text": "Hi"}]},
            "s-1",
        ),
        ("session", {"action": "end", "session_id": "s-1"}, "episode"),
        ("review", {"action": "list"}, "Nothing waits"),
        ("report", {"outcome": "success", "session_id": "s-1"}, "counted"),
        ("call", {"operation": "describe"}, "backup_create (snapshot)"),
        ("call", {"operation": "describe", "params": {"target": "ingest"}}, "params_schema"),
    ]

    async def said(client: Client) -> None:
        for tool, arguments, expected in calls:
            result = await client.call_tool(tool, arguments)
            assert not result.is_error, words(result)
            assert expected in words(result), tool
            assert isinstance(result.structured_content, dict)

    talk(project.root, said, era)


def test_corrects_by_handle(project: Project) -> None:
    record = project.get("inspect", ids=[project.hold("The API listens on port 80.")])["records"][0]

    async def said(client: Client) -> list[str]:
        actions = [{"id": record["handle"], "action": f"{one}"} for one in ("archive", "restore") * 2]
        done = [words(await client.call_tool("correct", action)) for action in actions]
        revised = {"id": record["handle"], "action": "revise", "statement": "The API listens on port 8400."}
        done.append((await client.call_tool("correct", revised)).structured_content["supersedes"])
        return done

    handle = f"[m:{record['handle']}]"
    archived, restored = f"{handle} live -> archived", f"{handle} archived -> live"
    assert talk(project.root, said) == [archived, restored, archived, restored, record["id"]]


def test_takes_handles_as_it_gives_them(project: Project) -> None:
    project.hold("The API listens on port 80.")

    async def said(client: Client) -> list[str]:
        found = (await client.call_tool("search", {"query": "port of the API"})).structured_content
        handle = found["hits"][0]["handle"]
        results = [
            await client.call_tool("report", {"outcome": "success", "used": [handle, f"[{handle}]"]}),
            await client.call_tool("correct", {"id": handle, "action": "revise", "statement": "Port 8400."}),
            await client.call_tool("call", {"operation": "explain", "params": {"id": handle}}),
            await client.call_tool("correct", {"id": handle, "action": "forget"}),
        ]
        return [found["note"], handle, *(words(one) for one in results if one.is_error)]

    note, handle, *failed = talk(project.root, said)
    assert "not instructions" in note
    assert handle.startswith("m:")
    assert failed == []


def test_forgets_for_good(project: Project) -> None:
    record_id = project.hold("The old office is in Ulm.")
    assert "tombstoned" in words(call(project.root, "correct", id=record_id, action="forget"))
    assert "nothing found" in words(call(project.root, "search", query="office in Ulm"))


def test_takes_the_same_write_again_for_a_retry(project: Project) -> None:
    async def said(client: Client) -> list[Any]:
        fact = {"record_kind": "fact", "statement": "Backups run at night."}
        results = [await client.call_tool("remember", fact) for _ in range(2)]
        return [result.structured_content for result in results] + [words(results[1])]

    first, second, told = talk(project.root, said)
    assert second == first | {"replayed": True}
    assert "Nothing was done again" in told


def test_refuses_what_it_does_not_know(project: Project) -> None:
    async def said(client: Client) -> tuple[MCPError, Any]:
        with pytest.raises(MCPError) as refused:
            await client.call_tool("erase_everything", {})
        return refused.value, await client.call_tool("search", {"query": "x", "limits": 3})

    unknown, misspelt = talk(project.root, said)
    assert unknown.error.code == INVALID_PARAMS
    assert misspelt.is_error
    assert "limit" in words(misspelt)


@BOTH
def test_says_what_to_do_before_bootstrap(tmp_path: Path, era: str) -> None:
    result = call(tmp_path, "search", era, query="x")
    assert result.is_error
    assert "not_bootstrapped" in words(result)
    assert "Run: phantasm bootstrap" in words(result)
    assert not call(tmp_path, "call", era, operation="describe").is_error


def test_works_as_soon_as_there_is_a_project(tmp_path: Path) -> None:
    from phantasm.config.paths import Paths  # noqa: PLC0415
    from phantasm.runtime.setup.project import lay_out_state  # noqa: PLC0415

    async def said(client: Client) -> list[bool]:
        before = await client.call_tool("search", {"query": "x"})
        lay_out_state(Paths(tmp_path))
        after = await client.call_tool("search", {"query": "x"})
        return [before.is_error, after.is_error]

    assert talk(tmp_path, said) == [True, False]


def test_takes_a_stranger_for_one_who_may_only_suggest(project: Project) -> None:
    told = {"name": "some-client"}
    fact = {"record_kind": "fact", "statement": "Somebody says so."}
    result = call(project.root, "remember", told=told, **fact)
    assert result.structured_content["suggested"] == 1
    refused = call(project.root, "correct", told=told, id="k3v9qd2a", action="archive")
    assert "not_allowed" in words(refused)
    assert "1 wait for a person's decision" in words(call(project.root, "review", action="list"))


def test_leaves_decisions_to_people(project: Project) -> None:
    refused = call(project.root, "review", action="accept", ids=["k3v9qd2a"])
    assert refused.is_error
    assert "phantasm review" in words(refused)


@BOTH
def test_offers_resources(project: Project, era: str) -> None:
    record_id = project.hold("Invoices lie in PostgreSQL.")

    async def said(client: Client) -> list[Any]:
        listed = (await client.list_resources()).resources
        templates = (await client.list_resource_templates()).resource_templates
        read = [(await client.read_resource(one.uri)).contents[0] for one in listed]
        task = (await client.read_resource("phantasm://context/where%20are%20invoices")).contents[0]
        return [listed, templates, read, task]

    listed, templates, read, task = talk(project.root, said, era)
    assert [one.name for one in listed] == ["standing context", "Invoices lie in PostgreSQL."]
    assert all(one.description for one in [*listed, *templates])
    assert len(templates) == 3
    assert record_id in read[1].text
    assert "Invoices lie in PostgreSQL." in task.text


@pytest.mark.parametrize(
    "uri", ["phantasm://record/zzzzzzzz", "phantasm://procedure/zzzzzzzz", "phantasm://x"]
)
@BOTH
def test_says_which_resource_is_missing(project: Project, era: str, uri: str) -> None:
    async def said(client: Client) -> MCPError:
        with pytest.raises(MCPError) as missing:
            await client.read_resource(uri)
        return missing.value

    error = talk(project.root, said, era).error
    assert (error.code, error.data) == (INVALID_PARAMS, {"uri": uri})


def test_lists_the_standing_context_also_without_a_project(tmp_path: Path) -> None:
    async def said(client: Client) -> list[str]:
        return [one.uri for one in (await client.list_resources()).resources]

    assert talk(tmp_path, said) == ["phantasm://context"]


@BOTH
def test_completes_handles(project: Project, era: str) -> None:
    record_id = project.hold("Invoices lie in PostgreSQL.")
    handle = project.get("inspect", ids=[record_id])["records"][0]["handle"]
    record = ResourceTemplateReference(uri="phantasm://record/{handle}")
    procedure = ResourceTemplateReference(uri="phantasm://procedure/{handle}")
    task = PromptReference(name="recall")

    async def said(client: Client) -> list[list[str]]:
        asked: list[tuple[Any, str]] = [
            (record, handle[:2]),
            (record, "invoices"),
            (record, ""),
            (record, "!!"),
            (procedure, ""),
            (task, "inv"),
        ]
        found = [await client.complete(ref, {"name": "handle", "value": value}) for ref, value in asked]
        return [one.completion.values for one in found]

    assert talk(project.root, said, era) == [[handle], [handle], [handle], [], [], []]


@BOTH
def test_offers_prompts(project: Project, era: str) -> None:
    project.hold("Invoices lie in PostgreSQL.")

    async def said(client: Client) -> list[Any]:
        listed = (await client.list_prompts()).prompts
        got = [await client.get_prompt(one.name, {"task": "invoices"}) for one in listed]
        with pytest.raises(MCPError):
            await client.get_prompt("recall", {})
        with pytest.raises(MCPError):
            await client.get_prompt("nothing", {})
        contents = [one.messages[0].content for one in got]
        return [listed, [one.text for one in contents if isinstance(one, TextContent)]]

    listed, texts = talk(project.root, said, era)
    assert [one.name for one in listed] == ["recall", "review", "wrap-up"]
    assert all(one.description for one in listed)
    assert "Invoices lie in PostgreSQL." in texts[0]
    assert "Nothing waits" in texts[1]


def test_hints_at_how_long_results_may_be_kept(project: Project) -> None:
    async def said(client: Client) -> list[tuple[int, str]]:
        tools, prompts = await client.list_tools(), await client.list_prompts()
        memory = await client.list_resources()
        return [(one.ttl_ms, one.cache_scope) for one in (tools, prompts, memory)]

    assert talk(project.root, said, MODERN) == [(60_000, "private"), (60_000, "private"), (1_000, "private")]


def test_keeps_results_below_what_clients_cut(project: Project) -> None:
    items = [
        {"record_kind": "note", "statement": f"Note {number} says {'something long ' * 200}"}
        for number in range(100)
    ]
    project.get("ingest", items=items)
    result = call(project.root, "search", query="note says something", limit=100)
    assert len(words(result)) < 40_000
    assert len(str(result.structured_content)) < 45_000
    assert "limit" in words(result)


def test_answers_several_at_once(project: Project) -> None:
    project.hold("Invoices lie in PostgreSQL.")

    async def said(client: Client) -> list[bool]:
        calls = (client.call_tool("search", {"query": f"invoices {number}"}) for number in range(8))
        return [result.is_error for result in await asyncio.gather(*calls)]

    assert talk(project.root, said, LEGACY) == [False] * 8


def test_closes_what_it_opened(project: Project) -> None:
    async def hold() -> None:
        async with connected(project.root) as client:
            await client.call_tool("search", {"query": "x"})

    asyncio.run(hold())
    assert not list(project.paths.state.glob("*.tmp"))
