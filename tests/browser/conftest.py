"""What do tests in a real browser need? Chromium, a served project, and eyes for whatever goes wrong."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    Playwright,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.browser import sample
from tests.conftest import Project
from tests.fixtures.serving import Served, served

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
PATIENCE_MS = 15_000
"""How long a test waits for something to appear: a busy machine is slow, not wrong."""
_LOOK_MS = 20
READY = 'main[data-ready="true"]'
"""What a view shows once its first load is done."""
_OWN_KEYS = 1_000_000
"""Where the idempotency keys of tests begin: beyond those that the sample has used."""
_ASKED = "the server responded with a status of 409"
"""A confirmation is asked for by a refusal: the browser tells of it on its console, the page asks."""
_SERIOUS = frozenset({"serious", "critical"})
# Whatever a browser would look for in the network is not there, and it is not to look.
_QUIET = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage"
).split()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Say where the browser is missing: these tests mean nothing without one."""
    if CHROMIUM is None:
        missing = pytest.mark.skip(reason="no Chromium on this machine (apt-get install chromium)")
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(missing)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Yield what drives the browser."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Yield the browser, one for all tests of a process."""
    started = playwright.chromium.launch(executable_path=CHROMIUM, args=_QUIET)
    yield started
    started.close()


@pytest.fixture(scope="session")
def sample_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project with something on every page, to be copied."""
    root = tmp_path_factory.mktemp("sample")
    sample.lay_out(root)
    return root


@pytest.fixture
def place(sample_project: Path, tmp_path: Path) -> Iterator[Served]:
    """Yield a copy of the sample project, being served."""
    root = tmp_path / "tally"
    shutil.copytree(sample_project, root)
    with served(root) as serving:
        yield serving


@pytest.fixture
def memory(place: Served) -> Iterator[Project]:
    """Yield what is served, as another process would open it now."""
    project = Project(place.root, first_key=_OWN_KEYS)
    project.clock.advance(datetime.now(UTC) - project.clock.now())
    yield project
    project.runtime.close()


class Visitor:
    """A person with a browser: goes to views, and notes whatever a view should not do."""

    def __init__(self, page: Page, serving: Served) -> None:
        self.page = page
        self.place = serving
        self.problems: list[str] = []
        page.on("console", self._heard)
        page.on("pageerror", lambda problem: self.problems.append(f"error: {problem}"))
        page.on("dialog", lambda dialog: self.problems.append(f"dialog: {dialog.message}"))

    def enter(self) -> None:
        """Come in through a one-time link."""
        self.page.goto(self.place.link())
        self.page.wait_for_selector(READY)

    def go(self, path: str) -> None:
        """Go to a view by its address, as a bookmark does, and wait until it shows what it has."""
        self.page.goto(self.place.url + path)
        self.page.wait_for_selector(READY)

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Wait for what no locator can say; asked from outside, as the page forbids `eval` within."""
        waited = 0
        while not holds():
            assert waited < PATIENCE_MS, "it never came to hold"
            self.page.wait_for_timeout(_LOOK_MS)
            waited += _LOOK_MS

    def accessible(self) -> None:
        """Fail if the view is hard to use for somebody: no serious finding of the automated check."""
        found = Axe().run(self.page).response["violations"]
        serious = [one for one in found if one["impact"] in _SERIOUS]
        where = [
            f"{one['id']}: {node['target']} {node['html'][:160]}" for one in serious for node in one["nodes"]
        ]
        assert not serious, json.dumps(where, indent=1)

    def fits(self) -> None:
        """Fail if the view is wider than the window."""
        wide = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert wide <= 0, f"{self.page.url} is {wide} px too wide"

    def picture(self, name: str) -> None:
        """Keep a screenshot for the documentation, where somebody asked for one."""
        folder = os.environ.get("SCREENSHOTS_FOLDER")  # noqa: TID251  the tests' own switch
        if folder:
            self.page.evaluate("scrollTo(0, 0)")
            self.page.screenshot(path=Path(folder) / f"{name}.png")

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and _ASKED not in message.text:
            self.problems.append(f"{message.type}: {message.text}")


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(browser: Browser, place: Served) -> Iterator[Visit]:
    """Yield what opens a browser window on the served project; nothing may have gone wrong in it."""
    visitors: list[Visitor] = []

    def begin(
        *, size: ViewportSize = DESKTOP, dark: bool = False, at: Served = place, **options: Any
    ) -> Visitor:
        context = browser.new_context(
            viewport=size, color_scheme="dark" if dark else "light", reduced_motion="reduce", **options
        )
        context.set_default_timeout(PATIENCE_MS)
        visitor = Visitor(context.new_page(), at)
        visitors.append(visitor)
        visitor.enter()
        return visitor

    yield begin
    for visitor in visitors:
        visitor.page.context.close()
    assert [problem for visitor in visitors for problem in visitor.problems] == []
