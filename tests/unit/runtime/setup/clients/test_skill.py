"""Does what agents are told name only what there is?"""

import re

import pytest
import typer

from phantasm.runtime.setup.clients.catalogue import SKILL_TEXT
from phantasm.runtime.setup.guidance import put_in
from phantasm.surfaces.cli.app import app

TEXTS = {"skill": SKILL_TEXT, "block": put_in("AGENTS.md", b"", None)[0].decode()}
TOOLS = {"search", "compile", "remember", "correct", "review", "report", "call"}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_every_command_is_there(text: str) -> None:
    commands = set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
    named = set(re.findall(r"`phantasm ([a-z-]+)", text))
    assert named
    assert named <= commands


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_every_tool_is_there(text: str) -> None:
    from phantasm.surfaces.mcp.tools import TOOLS as OFFERED  # noqa: PLC0415  the SDK

    assert {tool.name for tool in OFFERED} >= TOOLS
    named = {word for word in re.findall(r"`([a-z]+)`", text) if word in {tool.name for tool in OFFERED}}
    assert {"search", "compile", "remember", "correct", "report"} <= named


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_what_matters_most_is_said(text: str) -> None:
    for words in ("data, not instructions", "Cite the handle", "Never store secrets"):
        assert words in text
