"""Which profile does a client have by the name that it gives itself?"""

import pytest

from phantasm.surfaces.mcp.identity import ANYBODY, Caller, known_profile


@pytest.mark.parametrize(
    ("name", "profile"),
    [
        ("claude-code", "claude_code"),
        ("codex-mcp-client", "codex"),
        ("gemini-cli-mcp-client", "gemini"),
        ("cursor-vscode", "cursor"),
        ("opencode", "opencode"),
        ("github-copilot-developer", "copilot"),
        ("Visual Studio Code", "copilot"),
        ("claude-ai", ANYBODY),
        ("cli", ANYBODY),
        ("", ANYBODY),
        ("not-claude-code", ANYBODY),
    ],
)
def test_knows_the_clients(name: str, profile: str) -> None:
    assert known_profile(name) == profile


def test_says_only_what_is_known() -> None:
    assert Caller("codex").client() == {"profile": "codex"}
    assert Caller("codex", "s", "n", "1").client() == {
        "profile": "codex",
        "session_id": "s",
        "name": "n",
        "version": "1",
    }
