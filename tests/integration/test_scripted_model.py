"""The scripted model of the recordings plays the same steps in each of the four APIs that clients speak."""

import json
import urllib.error
import urllib.request
from typing import Any

import pytest

from tools.clients.endpoint import Call, Endpoint, Say, Shell

SHELL = {"type": "object", "properties": {"command": {}, "why": {}}, "required": ["command", "why"]}
SEARCH = {"type": "object", "properties": {"query": {}}}
ANTHROPIC = {
    "tools": [
        {"name": "Bash", "input_schema": SHELL},
        {"name": "mcp__phantasm__search", "input_schema": SEARCH},
    ]
}
CHAT = {
    "tools": [
        {"type": "function", "function": {"name": "bash", "parameters": SHELL}},
        {"type": "function", "function": {"name": "phantasm_search", "parameters": SEARCH}},
    ]
}
RESPONSES = {
    "tools": [
        {"type": "function", "name": "shell_command", "parameters": SHELL},
        {"type": "namespace", "name": "mcp__phantasm", "tools": [{"name": "search", "parameters": SEARCH}]},
    ]
}
GEMINI = {
    "tools": [
        {
            "functionDeclarations": [
                {"name": "run_shell_command", "parametersJsonSchema": SHELL},
                {"name": "mcp_phantasm_search", "parametersJsonSchema": SEARCH},
            ]
        }
    ]
}
APIS = {
    "/v1/messages": ANTHROPIC,
    "/v1/chat/completions": CHAT,
    "/v1/responses": RESPONSES,
    "/v1beta/models/m:streamGenerateContent?alt=sse": GEMINI,
}


def ask(endpoint: Endpoint, path: str, body: Any) -> str:
    """Return what the model streams."""
    data = json.dumps({**body, "stream": True}).encode()
    with urllib.request.urlopen(urllib.request.Request(endpoint.url + path, data)) as answer:  # noqa: S310  loopback
        return str(answer.read().decode())


@pytest.mark.parametrize("path", APIS)
def test_steps_are_played_in_their_order(path: str) -> None:
    with Endpoint() as endpoint:
        endpoint.play(Shell("./check.sh", 3), Call("search", {"query": "notes"}), Say("It passes."))
        shell, search, words = (ask(endpoint, path, APIS[path]) for _ in range(3))
        assert endpoint.left == []
    assert "./check.sh" in shell
    assert "why" in shell  # what else the tool requires is there too
    assert "search" in search
    assert "notes" in search
    assert "It passes." in words


@pytest.mark.parametrize("path", APIS)
def test_a_request_without_a_shell_takes_no_step(path: str) -> None:
    with Endpoint() as endpoint:
        endpoint.play(Say("It passes."))
        assert "It passes." not in ask(endpoint, path, {})
        assert endpoint.left == [Say("It passes.")]


def test_other_hosts_are_refused_and_noted() -> None:
    with Endpoint() as endpoint:
        proxy = urllib.request.ProxyHandler({"http": endpoint.url})
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.build_opener(proxy).open("http://example.org/")
        assert endpoint.refused == {"http://example.org/"}
