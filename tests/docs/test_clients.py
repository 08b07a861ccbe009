"""The pages about coding agents show what is installed now: the same hooks, the same block, every client."""

import re
from pathlib import Path

import pytest

from phantasm.runtime.setup.guidance import put_in
from phantasm.surfaces.cli.installing import registration

PAGES = Path(__file__).parents[2] / "docs" / "clients"
EVENTS = registration().events
_FENCE = re.compile(r"^```\n(.*?)^```", re.MULTILINE | re.DOTALL)


def _page(client: str) -> str:
    return (PAGES / f"{client.replace('_', '-')}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("client", sorted(EVENTS))
def test_page_lists_the_hooks_that_are_registered(client: str) -> None:
    recorded = [block for block in _FENCE.findall(_page(client)) if block.startswith("$ phantasm install")]
    checks = next(block for block in recorded if "--check" in block)
    shown = re.findall(rf"phantasm hook {client} (\S+)", checks)
    assert shown == [event for event, _, _ in EVENTS[client]], (
        "record `phantasm install CLIENT --check` again"
    )


@pytest.mark.parametrize("client", sorted(EVENTS))
def test_page_has_the_parts_of_every_page(client: str) -> None:
    titles = re.findall(r"^## (.+)$", _FENCE.sub("", _page(client)), re.MULTILINE)
    assert titles == [
        "Install",
        "What the agent sees",
        "What is captured, and what never is",
        "Turn it off",
        "When something is wrong",
        "Limits",
    ]


def test_index_shows_the_block_as_it_is_written() -> None:
    written, _ = put_in("AGENTS.md", b"", None)
    assert written.decode().strip() in (PAGES / "README.md").read_text(encoding="utf-8"), (
        "paste the present one"
    )


def test_index_names_every_client() -> None:
    index = (PAGES / "README.md").read_text(encoding="utf-8")
    missing = [client for client in EVENTS if f"`phantasm install {client}`" not in index]
    assert not missing
