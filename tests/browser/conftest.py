"""What do tests in a real browser need? Chromium, a served project, and eyes for whatever goes wrong."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Playwright,
    ViewportSize,
    expect,
    sync_playwright,
)

from phantasm.config.paths import Paths
from phantasm.contracts.kinds import TokenScope
from phantasm.surfaces.http.admission import cookie_name
from tests.browser import sample
from tests.browser.visitor import PATIENCE_MS, Scheme, Visitor
from tests.conftest import Project
from tests.fixtures.projects import lay_out_state, trust_store
from tests.fixtures.serving import HOST, Served, served

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}
"""The narrowest that is still made."""
Serve = Callable[..., Served]
Visit = Callable[..., Visitor]
_OWN_KEYS = 1_000_000
"""Where the idempotency keys of tests begin: beyond those that the sample has used."""
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
def serve() -> Iterator[Serve]:
    """Yield what serves a project, longer than any window is open on it."""
    with ExitStack() as servers:
        yield lambda root, **options: servers.enter_context(served(root, **options))


@pytest.fixture
def place(serve: Serve, sample_project: Path, tmp_path: Path) -> Served:
    """Return a copy of the sample project, being served."""
    root = shutil.copytree(sample_project, tmp_path / "tally")
    trust_store(root)
    return serve(root)


@pytest.fixture
def reading(serve: Serve, place: Served) -> Served:
    """Return the same project, served to those who may only look."""
    return serve(place.root, scope=TokenScope.READ)


@pytest.fixture
def fresh(serve: Serve, tmp_path: Path) -> Served:
    """Return a project in which nothing has happened, being served."""
    root = tmp_path / "fresh"
    root.mkdir()
    lay_out_state(Paths(root))
    return serve(root)


@pytest.fixture
def memory(place: Served) -> Iterator[Project]:
    """Yield what is served, as another process would open it now."""
    project = Project(place.root, first_key=_OWN_KEYS)
    project.clock.advance(datetime.now(UTC) - project.clock.now())
    yield project
    project.runtime.close()


@pytest.fixture
def visit(browser: Browser, place: Served) -> Iterator[Visit]:
    """Yield what opens a view of the served project in a window; nothing may have gone wrong in it."""
    visitors: list[Visitor] = []

    def begin(
        path: str = "",
        *,
        size: ViewportSize = DESKTOP,
        dark: bool = False,
        at: Served = place,
        signed_in: bool = True,
        **options: Any,
    ) -> Visitor:
        scheme: Scheme = "dark" if dark else "light"
        context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce", **options)
        context.set_default_timeout(PATIENCE_MS)
        if signed_in:
            _let_in(context, at)
        visitor = Visitor(context.new_page(), at, dark=dark)
        visitors.append(visitor)
        if path:
            visitor.go(path)
        return visitor

    yield begin
    for visitor in visitors:
        visitor.page.context.close()
    assert [problem for visitor in visitors for problem in visitor.problems] == []


def _let_in(context: BrowserContext, place: Served) -> None:
    """Give a browser what it would have got for a one-time link, without the view that a link leads to."""
    session = place.browsers.enter(place.browsers.code())
    assert session is not None
    name = cookie_name(place.address.port)
    context.add_cookies([{"name": name, "value": session.cookie, "domain": HOST, "path": "/"}])
    context.add_init_script(f"localStorage.setItem('phantasm.csrf', '{session.word}')")
