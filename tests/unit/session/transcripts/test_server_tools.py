"""A tool of an MCP server is known by its server, whichever way a client writes it down."""

from phantasm.session.transcripts.claude_code import _content_of as content_of
from phantasm.session.transcripts.codex import called


def test_codex_names_the_server_beside_the_tool() -> None:
    item: dict[str, object] = {
        "type": "function_call",
        "call_id": "c",
        "name": "search",
        "namespace": "mcp__phantasm",
    }
    assert called(item, "@1").name == "mcp__phantasm__search"
    assert called({"type": "function_call", "name": "shell"}, "@1").name == "shell"


def test_claude_names_the_server_beside_the_tool() -> None:
    block = {"type": "mcp_tool_use", "id": "c", "name": "search", "server_name": "phantasm", "input": {}}
    content = content_of([block], is_model=True)
    assert content is not None
    (call,) = content.calls
    assert call.name == "mcp__phantasm__search"
