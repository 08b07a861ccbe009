"""What does a person with a browser do, and see? Goes to views, and notes whatever a view should not do."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import ConsoleMessage, Dialog, Page

from tests.fixtures.serving import Served

Scheme = Literal["light", "dark"]
PATIENCE_MS = 15_000
"""How long a test waits for something to appear: a busy machine is slow, not wrong."""
_LOOK_MS = 20
# From inside: whoever looks from outside looks after 20, 50, 100, 100 and then every 500 ms.
_READY = """(patience) => new Promise((done, fail) => {
  const late = setTimeout(() => fail(new Error("the view never had what it needs")), patience);
  const look = () => {
    if (!document.querySelector('main[data-ready="true"]')) return setTimeout(look, 10);
    clearTimeout(late);
    done();
  };
  look();
})"""
_AUDIT = "(options) => axe.run(options).then((found) => found.violations)"
_EVERY_RULE: dict[str, Any] = {"resultTypes": ["violations"]}
_RULES_OF_COLOURS = _EVERY_RULE | {"runOnly": ["color-contrast", "link-in-text-block"]}
_ASKED = "the server responded with a status of 409"
"""A confirmation is asked for by a refusal: the browser tells of it on its console, the page asks."""
_SERIOUS = frozenset({"serious", "critical"})


class Visitor:
    """A person with a browser: goes to views, and notes whatever a view should not do."""

    def __init__(self, page: Page, serving: Served, *, dark: bool) -> None:
        self.page = page
        self.place = serving
        self._schemes: tuple[Scheme, Scheme] = ("dark", "light") if dark else ("light", "dark")
        self._noted: list[str] = []
        self._forgiven = [_ASKED]
        page.on("console", self._heard)
        page.on("pageerror", lambda problem: self._noted.append(f"error: {problem}"))
        page.on("dialog", self._stopped)

    @property
    def problems(self) -> list[str]:
        """What went wrong and was not expected to."""
        return [told for told in self._noted if not any(words in told for words in self._forgiven)]

    def go(self, path: str) -> None:
        """Go to a view by its address, as a bookmark does, and wait until it shows what it has."""
        self.page.goto(self.place.url + path)
        self.settle()

    def settle(self) -> None:
        """Wait until the view shows what it has."""
        self.page.evaluate(_READY, PATIENCE_MS)

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Wait for what no locator can say; asked from outside, as the page forbids `eval` within."""
        waited = 0
        while not holds():
            assert waited < PATIENCE_MS, "it never came to hold"
            self.page.wait_for_timeout(_LOOK_MS)
            waited += _LOOK_MS

    def confirm(self, question: str, *, why: str = "", name: str = "") -> None:
        """Say yes to what the page asks, with a reason and a name where those are given."""
        dialog = self.page.get_by_role("dialog", name=question)
        if why:
            dialog.get_by_label("Why").fill(why)
        if name:
            dialog.get_by_label("Your name, for the journal").fill(name)
        dialog.get_by_role("button", name="Confirm").click()

    def forgive(self, words: str) -> None:
        """Let pass what was provoked, whenever it is told: the browser notes every refusal by itself."""
        self._forgiven.append(words)

    def accessible(self) -> None:
        """Fail if the view is hard to use for somebody, in the light or in the dark."""
        self._audit(_EVERY_RULE)
        shown, other = self._schemes
        self.page.emulate_media(color_scheme=other)
        self._audit(_RULES_OF_COLOURS)
        self.page.emulate_media(color_scheme=shown)

    def _audit(self, rules: dict[str, Any]) -> None:
        """Fail if the automated check has a serious finding."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE_SCRIPT)
        serious = [
            f"{one['id']}: {node['target']} {node['html'][:160]}"
            for one in self.page.evaluate(_AUDIT, rules)
            if one["impact"] in _SERIOUS
            for node in one["nodes"]
        ]
        assert not serious, json.dumps(serious, indent=1)

    def fits(self) -> None:
        """Fail if the view is wider than the window."""
        wide = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert wide <= 0, f"{self.page.url} is {wide} px too wide"

    def picture(self, name: str, *, top: int = 0) -> None:
        """Keep a screenshot for the documentation, where somebody asked for one, from so far down."""
        folder = os.environ.get("SCREENSHOTS_FOLDER")  # noqa: TID251  the tests' own switch
        if folder:
            self.page.evaluate("(top) => scrollTo(0, top)", top)
            self.page.screenshot(path=Path(folder) / f"{name}.png")

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._noted.append(f"{message.type}: {message.text}")

    def _stopped(self, dialog: Dialog) -> None:
        """Note a question that the browser itself asks: the page has its own, and never one of these."""
        self._noted.append(f"dialog: {dialog.message}")
        dialog.dismiss()
