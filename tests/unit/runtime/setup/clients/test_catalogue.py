"""Does every client get exactly what was promised? Codex un-trusts a hook whose command changes."""

import json
import tomllib
from pathlib import Path

from phantasm.runtime.setup.clients.catalogue import wanted
from phantasm.runtime.setup.clients.model import CLIENTS, client_named, homes_of
from phantasm.runtime.setup.merging.hooks import Hook
from phantasm.runtime.setup.merging.pieces import put
from tests.fixtures.installs import TOLD, Ground

ROOT, HOME = Path("/project"), Path("/home/dev")

# A promise: strings may be added, none may change. Whoever must change one says so in the changelog, because
# people of Codex then have to trust the hooks again.
COMMANDS = {
    "claude_code": (
        "phantasm hook claude_code SessionStart",
        "phantasm hook claude_code UserPromptSubmit",
        "phantasm hook claude_code PostToolUse",
        "phantasm hook claude_code PostToolUseFailure",
        "phantasm hook claude_code PreCompact",
        "phantasm hook claude_code SubagentStop",
        "phantasm hook claude_code Stop",
        "phantasm hook claude_code SessionEnd",
    ),
    "codex": (
        "phantasm hook codex SessionStart",
        "phantasm hook codex UserPromptSubmit",
        "phantasm hook codex PostToolUse",
        "phantasm hook codex PreCompact",
        "phantasm hook codex SubagentStop",
        "phantasm hook codex Stop",
        "phantasm hook codex SessionEnd",
    ),
    "gemini": (
        "phantasm hook gemini SessionStart",
        "phantasm hook gemini BeforeAgent",
        "phantasm hook gemini AfterTool",
        "phantasm hook gemini PreCompress",
        "phantasm hook gemini AfterAgent",
        "phantasm hook gemini SessionEnd",
    ),
    "cursor": (
        "phantasm hook cursor sessionStart",
        "phantasm hook cursor beforeSubmitPrompt",
        "phantasm hook cursor postToolUse",
        "phantasm hook cursor postToolUseFailure",
        "phantasm hook cursor preCompact",
        "phantasm hook cursor subagentStop",
        "phantasm hook cursor stop",
        "phantasm hook cursor sessionEnd",
    ),
    "copilot": (
        "phantasm hook copilot sessionStart",
        "phantasm hook copilot userPromptSubmitted",
        "phantasm hook copilot postToolUse",
        "phantasm hook copilot postToolUseFailure",
        "phantasm hook copilot preCompact",
        "phantasm hook copilot subagentStop",
        "phantasm hook copilot agentStop",
        "phantasm hook copilot sessionEnd",
    ),
    "opencode": (),
}
FILES = {
    "claude_code": (".mcp.json", ".claude/settings.json", ".claude/skills/phantasm/SKILL.md"),
    "codex": (".codex/config.toml", ".codex/hooks.json"),
    "gemini": (".gemini/settings.json",),
    "cursor": (".cursor/mcp.json", ".cursor/hooks.json"),
    "opencode": ("opencode.json", ".opencode/plugins/phantasm.js"),
    "copilot": (".mcp.json", ".vscode/mcp.json", ".github/hooks/phantasm.json"),
}
USER_FILES = {
    "claude_code": (".claude.json", ".claude/settings.json", ".claude/skills/phantasm/SKILL.md"),
    "codex": (".codex/config.toml", ".codex/hooks.json"),
    "gemini": (".gemini/settings.json",),
    "cursor": (".cursor/mcp.json", ".cursor/hooks.json"),
    "opencode": (".config/opencode/opencode.json", ".config/opencode/plugins/phantasm.js"),
    "copilot": (".copilot/mcp-config.json", ".copilot/hooks/phantasm.json"),
}
SERVERS = {
    ".mcp.json": {"mcpServers": {"phantasm": {"type": "stdio", "command": "phantasm", "args": ["mcp"]}}},
    ".cursor/mcp.json": {
        "mcpServers": {
            "phantasm": {"command": "phantasm", "args": ["--project", "${workspaceFolder}", "mcp"]}
        }
    },
    "opencode.json": {
        "mcp": {"phantasm": {"type": "local", "command": ["phantasm", "mcp"], "enabled": True}}
    },
    ".vscode/mcp.json": {
        "servers": {
            "phantasm": {
                "type": "stdio",
                "command": "phantasm",
                "args": ["--project", "${workspaceFolder}", "mcp"],
            }
        }
    },
}


def made() -> Ground:
    return Ground(ROOT, HOME)


def test_every_command_is_the_promised_one() -> None:
    for client in CLIENTS:
        hooks = [piece for file in made().wanted(client) for piece in file.pieces if isinstance(piece, Hook)]
        assert tuple(hook.command for hook in hooks) == COMMANDS[client]
        assert all(f'"{hook.command}"' in json.dumps(hook.value) for hook in hooks)
        by_user = [
            piece
            for file in made().wanted(client, scope="user")
            for piece in file.pieces
            if isinstance(piece, Hook)
        ]
        assert by_user == hooks


def test_every_client_gets_its_files() -> None:
    shared = ".agents/skills/phantasm/SKILL.md"
    for client in CLIENTS:
        in_project = [file.path.relative_to(ROOT).as_posix() for file in made().wanted(client)]
        of_user = [file.path.relative_to(HOME).as_posix() for file in made().wanted(client, scope="user")]
        assert in_project == [*FILES[client], shared]
        assert of_user == [*USER_FILES[client], shared]


def test_every_server_is_the_promised_one() -> None:
    texts = {}
    for file in made().wanted():
        text = ""
        for piece in file.pieces:
            text, _ = put(text, piece, file.client)
        texts[file.path.relative_to(ROOT).as_posix()] = text
    for name, expected in SERVERS.items():
        assert json.loads(texts[name]) == expected
    assert tomllib.loads(texts[".codex/config.toml"]) == {
        "mcp_servers": {"phantasm": {"command": "phantasm", "args": ["mcp"], "startup_timeout_sec": 30}}
    }
    assert json.loads(texts[".gemini/settings.json"])["mcpServers"] == {
        "phantasm": {"command": "phantasm", "args": ["mcp"]}
    }
    # Codex refuses a file with any other key at its root.
    assert list(json.loads(texts[".codex/hooks.json"])) == ["hooks"]


def test_time_limits_are_in_the_clients_own_unit() -> None:
    for client, longest in {
        "claude_code": 60,
        "codex": 60,
        "gemini": 60_000,
        "cursor": 60,
        "copilot": 60,
    }.items():
        limits = [limit for _, _, limit in TOLD.events[client]]
        assert all(longest / 60 <= limit <= longest for limit in limits)


def test_moved_folders_are_found() -> None:
    moved = {
        "CLAUDE_CONFIG_DIR": "/moved/claude",
        "CODEX_HOME": "/moved/codex",
        "XDG_CONFIG_HOME": "/moved/config",
        "COPILOT_HOME": "/moved/copilot",
    }
    homes = homes_of(HOME, moved.get)
    paths = [
        str(file.path)
        for client in ("claude_code", "codex", "opencode", "copilot")
        for file in wanted(client, root=None, homes=homes, told=TOLD, program="phantasm")
    ]
    for name in (
        "/moved/claude/.claude.json",
        "/moved/claude/settings.json",
        "/moved/codex/config.toml",
        "/moved/config/opencode/opencode.json",
        "/moved/copilot/mcp-config.json",
    ):
        assert name in paths


def test_an_opencode_file_that_is_there_is_taken(tmp_path: Path) -> None:
    (tmp_path / "opencode.jsonc").write_text("{}")
    files = Ground(tmp_path, HOME).wanted("opencode")
    assert files[0].path == tmp_path / "opencode.jsonc"


def test_clients_are_known_under_their_usual_names() -> None:
    names = ("claude", "Claude-Code", "gemini-cli", "github copilot", "codex", "nobody")
    assert [client_named(name) for name in names] == [
        "claude_code",
        "claude_code",
        "gemini",
        "copilot",
        "codex",
        None,
    ]
