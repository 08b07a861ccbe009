"""What does the Claude Code plugin hold, and what the Gemini extension? The same as an installation, packed.

`bash scripts/plugins` rewrites plugins/. A plugin is for people who manage their agents with plugins; whoever
runs `phantasm install` needs none, and both at once would run every hook twice.
"""

import json
import shutil
from pathlib import Path

from phantasm import __version__
from phantasm.runtime.setup.clients.catalogue import PROGRAM, wanted
from phantasm.runtime.setup.clients.model import Homes, Registration
from phantasm.runtime.setup.merging.json_edit import value_at
from phantasm.runtime.setup.merging.pieces import put
from phantasm.surfaces.cli.installing import registration

FOLDER = Path(__file__).parents[1] / "plugins"

_NAME = "phantasm"
_ABOUT = (
    "Project memory for coding agents: decisions, constraints, facts and past sessions of one repository."
)
_NEEDS = f"Needs the program `{PROGRAM}` on PATH and a project that `{PROGRAM} bootstrap` has set up."
_CLAUDE, _GEMINI = f"claude-code/{_NAME}", f"gemini/{_NAME}"


def bundles(told: Registration, version: str) -> dict[str, str]:
    """Return every file of the plugin, its marketplace and the extension, by its path."""
    claude, gemini = _contents("claude_code", told), _contents("gemini", told)
    about = {"name": _NAME, "version": version, "description": f"{_ABOUT} {_NEEDS}"}
    owner = {"name": "The Phantasm team"}
    entry = {"name": _NAME, "source": f"./{_NAME}", "description": _ABOUT, "version": version}
    marketplace = {
        "name": _NAME,
        "owner": owner,
        "metadata": {"description": _ABOUT, "version": version},
        "plugins": [entry],
    }
    plugin = about | {"author": owner, "license": "Apache-2.0", "keywords": ["memory", "context"]}
    gemini_settings = ".gemini/settings.json"
    servers = value_at(gemini[gemini_settings], ("mcpServers",))
    return {
        "claude-code/.claude-plugin/marketplace.json": _json(marketplace),
        f"{_CLAUDE}/.claude-plugin/plugin.json": _json(plugin),
        f"{_CLAUDE}/.mcp.json": claude[".mcp.json"],
        f"{_CLAUDE}/hooks/hooks.json": _hooks(claude[".claude/settings.json"]),
        f"{_CLAUDE}/skills/{_NAME}/SKILL.md": claude[f".claude/skills/{_NAME}/SKILL.md"],
        f"{_GEMINI}/gemini-extension.json": _json(about | {"mcpServers": servers}),
        f"{_GEMINI}/hooks/hooks.json": _hooks(gemini[gemini_settings]),
        f"{_GEMINI}/skills/{_NAME}/SKILL.md": gemini[f".agents/skills/{_NAME}/SKILL.md"],
    }


def _contents(client: str, told: Registration) -> dict[str, str]:
    """Return the files that a client gets in a project where there is nothing yet."""
    root = Path("/")
    nowhere = Homes(root, root, root, root, root, root)
    found: dict[str, str] = {}
    for file in wanted(client, root=root, homes=nowhere, told=told, program=PROGRAM):
        text = file.whole or ""
        for piece in file.pieces:
            text, _ = put(text, piece, client)
        found[file.path.relative_to(root).as_posix()] = text if text.endswith("\n") else f"{text}\n"
    return found


def _hooks(settings: str) -> str:
    return _json({"hooks": value_at(settings, ("hooks",))})


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)
    for name, text in bundles(registration(), __version__).items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
