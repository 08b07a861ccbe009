"""The docs tell the truth: generated pages are current, links lead somewhere, nothing is undocumented."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from docs.generate import pages
from phantasm.runtime import registry
from phantasm.surfaces.cli.app import app

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")])
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def _anchors(text: str) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def _commands(command: Any, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if hasattr(command, "commands"):
        for name, inner in command.commands.items():
            yield from _commands(inner, (*path, name))
    elif not command.hidden:
        yield path


@pytest.mark.parametrize("path", [path.name for path in pages()])
def test_generated_page_is_current(path: str) -> None:
    page = ROOT / "docs" / path
    assert page.read_text(encoding="utf-8") == pages()[page], "run `make docs`"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for link in _LINK.findall(_FENCE.sub("", text)):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        assert target.exists(), link
        if anchor:
            assert anchor in _anchors(target.read_text(encoding="utf-8")), link


@pytest.mark.parametrize("name", registry.names())
def test_every_operation_is_documented(name: str) -> None:
    assert f"\n## {name}\n" in (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")


def test_every_command_is_documented() -> None:
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    missing = [
        " ".join(path)
        for path in _commands(typer.main.get_command(app), ())
        if f"phantasm {' '.join(path)}" not in page
    ]
    assert not missing


def test_every_dependency_is_justified() -> None:
    metadata = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    block = metadata[metadata.index("dependencies = [") : metadata.index("[tool.")]
    for name in re.findall(r'^  "([a-z0-9-]+)', block, re.MULTILINE):
        assert re.search(rf"^\|.*\b{re.escape(name)}\b.*\|", page, re.MULTILINE), name


def test_agents_page_is_short() -> None:
    assert len((ROOT / "AGENTS.md").read_text(encoding="utf-8").splitlines()) <= 80
