"""The clients that can be recorded: their npm packages, and how each is started without its service."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

MODEL = "scripted"

NODE = "node@22.23.3"
"""Claude Code and the Model Context Protocol's own tools want Node 22; a machine may have an older one."""


class Around(NamedTuple):
    """Where one client is recorded: home, project, scripted model, and a key that is worth nothing."""

    home: Path
    project: Path
    url: str
    key: str


class Client(NamedTuple):
    """One client, and what has to be told to it."""

    name: str
    """As `phantasm install` calls it."""
    package: str
    """On npm, with its version."""
    program: str
    transcripts: tuple[str, ...]
    """Globs below the home folder."""
    environment: Callable[[Around], Mapping[str, str]]
    files: Callable[[Around], Mapping[str, str]]
    """What lies in the home folder before the first start: trust, the model, what is switched off."""
    first: tuple[str, ...]
    """Arguments of a new session; the prompt comes last."""
    further: tuple[str, ...]
    """Arguments that go on with the session before."""
    exports: tuple[str, ...] = ()
    """Arguments that print a session, whose id comes last, of a client that keeps them in a database."""
    by_words: bool = False
    """Whether the prompt is given word by word: OpenCode puts an argument with a space in quotes."""


def _claude_code(around: Around) -> Mapping[str, str]:
    return {
        "ANTHROPIC_BASE_URL": around.url,
        "ANTHROPIC_API_KEY": around.key,
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
        "DISABLE_TELEMETRY": "1",
        "DISABLE_ERROR_REPORTING": "1",
    }


def _claude_code_files(around: Around) -> Mapping[str, str]:
    state = {
        "hasCompletedOnboarding": True,
        "projects": {str(around.project): {"hasTrustDialogAccepted": True}},
    }
    settings = {"enableAllProjectMcpServers": True}
    return {".claude.json": json.dumps(state), ".claude/settings.json": json.dumps(settings)}


_CLAUDE = ("-p", "--model", "claude-sonnet-4-5", "--allowedTools", "Bash,mcp__phantasm,ToolSearch", "--")


def _codex(around: Around) -> Mapping[str, str]:
    return {"SCRIPTED_KEY": around.key, "CODEX_HOME": str(around.home / ".codex")}


def _codex_files(around: Around) -> Mapping[str, str]:
    return {
        ".codex/config.toml": f"""\
model = "{MODEL}"
model_provider = "scripted"
check_for_update_on_startup = false
approval_policy = "never"
sandbox_mode = "danger-full-access"

[model_providers.scripted]
name = "Scripted"
base_url = "{around.url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"

[analytics]
enabled = false

[projects."{around.project}"]
trust_level = "trusted"
"""
    }


_CODEX = ("--dangerously-bypass-hook-trust", "--dangerously-bypass-approvals-and-sandbox")


def _gemini(around: Around) -> Mapping[str, str]:
    return {
        "GOOGLE_GEMINI_BASE_URL": around.url,
        "GEMINI_API_KEY": around.key,
        "GEMINI_TELEMETRY_ENABLED": "false",
    }


def _gemini_files(around: Around) -> Mapping[str, str]:
    settings = {
        "general": {"disableAutoUpdate": True, "disableUpdateNag": True, "enableAutoUpdate": False},
        "privacy": {"usageStatisticsEnabled": False},
        "telemetry": {"enabled": False},
        "security": {"auth": {"selectedType": "gemini-api-key"}},
    }
    return {
        ".gemini/settings.json": json.dumps(settings),
        ".gemini/trustedFolders.json": json.dumps({str(around.project): "TRUST_FOLDER"}),
    }


_GEMINI = ("--yolo", "--skip-trust", "--model", "gemini-2.5-pro")


def _opencode(_around: Around) -> Mapping[str, str]:
    return {
        "OPENCODE_DISABLE_AUTOUPDATE": "1",
        "OPENCODE_DISABLE_MODELS_FETCH": "1",
        "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
    }


def _opencode_files(around: Around) -> Mapping[str, str]:
    config = {
        "autoupdate": False,
        "share": "disabled",
        "model": f"loopback/{MODEL}",
        "small_model": f"loopback/{MODEL}",
        "enabled_providers": ["loopback"],
        "provider": {
            "loopback": {
                "npm": "@ai-sdk/openai-compatible",
                "name": "Loopback",
                "options": {"baseURL": f"{around.url}/v1", "apiKey": around.key},
                "models": {MODEL: {"name": "Scripted", "tool_call": True}},
            }
        },
    }
    return {".config/opencode/opencode.json": json.dumps(config)}


def _copilot(around: Around) -> Mapping[str, str]:
    return {
        "COPILOT_PROVIDER_BASE_URL": f"{around.url}/v1",
        "COPILOT_PROVIDER_API_KEY": around.key,
        "COPILOT_MODEL": MODEL,
        "COPILOT_OFFLINE": "true",
        "COPILOT_AUTO_UPDATE": "false",
    }


def _copilot_files(around: Around) -> Mapping[str, str]:
    return {".copilot/config.json": json.dumps({"trustedFolders": [str(around.project)], "banner": "never"})}


_COPILOT = ("--allow-all-tools", "--no-auto-update", "--disable-client-telemetry")

CLIENTS = {
    client.name: client
    for client in (
        Client(
            "claude_code",
            "@anthropic-ai/claude-code@2.1.328",
            "claude",
            (".claude/projects/*/*.jsonl",),
            _claude_code,
            _claude_code_files,
            _CLAUDE,
            ("--continue", *_CLAUDE),
        ),
        Client(
            "codex",
            "@openai/codex@0.169.0",
            "codex",
            (".codex/sessions/**/*.jsonl",),
            _codex,
            _codex_files,
            ("exec", *_CODEX),
            ("exec", "resume", "--last", *_CODEX),
        ),
        Client(
            "gemini",
            "@google/gemini-cli@0.61.0",
            "gemini",
            (".gemini/tmp/*/chats/*.json*",),
            _gemini,
            _gemini_files,
            (*_GEMINI, "-p"),
            ("--resume", "latest", *_GEMINI, "-p"),
        ),
        Client(
            "opencode",
            "opencode-ai@1.18.33",
            "opencode",
            (),
            _opencode,
            _opencode_files,
            ("run", "--auto"),
            ("run", "--auto", "--continue"),
            ("export",),
            by_words=True,
        ),
        Client(
            "copilot",
            "@github/copilot@1.0.102",
            "copilot",
            (".copilot/session-state/*/events.jsonl",),
            _copilot,
            _copilot_files,
            (*_COPILOT, "-p"),
            ("--continue", *_COPILOT, "-p"),
        ),
    )
}
