"""Are the plugin, its marketplace and the extension what the source says, and valid as far as can be told?"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from phantasm import __version__
from scripts.make_plugins import FOLDER, bundles
from tests.fixtures.installs import TOLD, ground

ROOT = Path(__file__).parents[2]
SKILLS = sorted(FOLDER.rglob("SKILL.md"))


def test_they_are_current() -> None:
    present = {
        path.relative_to(FOLDER).as_posix(): path.read_text(encoding="utf-8")
        for path in FOLDER.rglob("*")
        if path.is_file()
    }
    assert present == bundles(TOLD, __version__), "run `bash scripts/plugins`"


def test_they_say_the_same_as_an_installation(tmp_path: Path) -> None:
    made = ground(tmp_path)
    made.install("claude_code", "gemini")
    plugin = FOLDER / "claude-code/phantasm"
    assert loaded(plugin / ".mcp.json") == loaded(made.root / ".mcp.json")
    assert loaded(plugin / "hooks/hooks.json") == loaded(made.root / ".claude/settings.json")
    extension = loaded(FOLDER / "gemini/phantasm/gemini-extension.json")
    settings = loaded(made.root / ".gemini/settings.json")
    assert extension["mcpServers"] == settings["mcpServers"]
    assert loaded(FOLDER / "gemini/phantasm/hooks/hooks.json")["hooks"] == settings["hooks"]


def test_the_marketplace_names_a_plugin_that_is_there() -> None:
    marketplace = loaded(FOLDER / "claude-code/.claude-plugin/marketplace.json")
    for entry in marketplace["plugins"]:
        plugin = loaded(FOLDER / "claude-code" / entry["source"] / ".claude-plugin/plugin.json")
        assert plugin["name"] == entry["name"]
        assert plugin["version"] == entry["version"] == __version__
    assert marketplace["owner"]["name"]
    assert (FOLDER / "gemini" / loaded(FOLDER / "gemini/phantasm/gemini-extension.json")["name"]).is_dir()


@pytest.mark.parametrize("skill", SKILLS, ids=lambda path: path.relative_to(FOLDER).parts[0])
def test_the_public_validator_takes_the_skill(skill: Path) -> None:
    validator = Path(sys.executable).with_name("agentskills")
    done = subprocess.run(
        [validator, "validate", skill.parent], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stdout + done.stderr


def loaded(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
