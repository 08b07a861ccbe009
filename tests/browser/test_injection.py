"""Can what is remembered act on whoever looks? Every text in memory is hostile, every view is opened."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.browser import payloads
from tests.browser.conftest import PHONE, Visit, Visitor
from tests.conftest import Project
from tests.fixtures.serving import Served, served

# Reports whatever ran, or tried to, also in a view that was left again.
_WATCH = """
window.executed = 0;
document.addEventListener("securitypolicyviolation", (event) => {
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
});
"""
_OPEN_ALL = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
_VIEWS = (
    "/",
    "/inbox",
    "/inbox?kind=conflict",
    "/records",
    "/timeline",
    "/timeline?show=held",
    "/graph",
    "/graph?view=work",
    "/compile",
    "/search",
    "/procedures",
    "/operations",
    "/backups",
    "/clients",
    "/doctor",
)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project in which every text is hostile."""
    root = tmp_path_factory.mktemp("hostile") / "project"
    payloads.lay_out(root)
    return root


@pytest.fixture
def place(hostile: Path) -> Iterator[Served]:
    """Yield that project, being served; nothing here writes to it."""
    with served(hostile) as serving:
        yield serving


@pytest.fixture
def project(hostile: Path) -> Iterator[Project]:
    """Yield the same project, for asking what there is to be opened."""
    made = Project(hostile, first_key=100_000)
    yield made
    made.runtime.close()


def _harmless(visitor: Visitor) -> None:
    """Fail if anything ran, was fetched from elsewhere, or was made into an element."""
    page = visitor.page
    page.evaluate(_OPEN_ALL)
    page.mouse.move(300, 300)
    assert page.evaluate("window.executed") == 0, page.url
    assert page.evaluate("({}).executed") is None, page.url
    assert page.evaluate("document.querySelectorAll('iframe, object, embed, base, form[action]').length") == 0
    assert page.evaluate("document.querySelectorAll('[onerror], [onload], [onmouseover]').length") == 0
    assert (
        page.evaluate('document.querySelectorAll(\'a[href^="javascript:" i], a[href^="data:" i]\').length')
        == 0
    )
    outside = page.evaluate(
        "performance.getEntriesByType('resource').map((one) => one.name).filter("
        "(name) => !name.startsWith(location.origin) && !name.startsWith('data:'))"
    )
    assert outside == []


def _visitor(visit: Visit, **options: object) -> Visitor:
    visitor = visit(**options)
    visitor.page.add_init_script(_WATCH)
    return visitor


def test_shows_every_view_and_runs_nothing(visit: Visit) -> None:
    visitor = _visitor(visit)
    shown = 0
    for path in _VIEWS:
        visitor.go(path)
        _harmless(visitor)
        shown += payloads.MARK in visitor.page.inner_text("main")
    assert shown > len(_VIEWS) // 2  # it was there to be run


def test_shows_every_view_on_a_phone(visit: Visit) -> None:
    """A word of 480 letters does not widen it either."""
    visitor = _visitor(visit, size=PHONE)
    for path in _VIEWS:
        visitor.go(path)
        _harmless(visitor)
        visitor.fits()


def test_shows_every_record(visit: Visit, project: Project) -> None:
    visitor = _visitor(visit)
    records = project.get("list", profile="cli", limit=200)["records"]
    assert len(records) > len(payloads.CORPUS)
    for record in records:
        visitor.go(f"/records/{record['handle']}")
        _harmless(visitor)


def test_shows_everything_that_waits(visit: Visit, project: Project) -> None:
    visitor = _visitor(visit)
    for item in project.get("review_queue", profile="cli", limit=60)["items"]:
        visitor.go(f"/inbox?kind={item['kind']}&id={item['id']}")
        _harmless(visitor)


def test_shows_every_session(visit: Visit, project: Project) -> None:
    visitor = _visitor(visit)
    for session in project.get("sessions", limit=100)["sessions"]:
        visitor.go(f"/timeline?session={session['id']}")
        _harmless(visitor)


def test_shows_every_operation(visit: Visit, project: Project) -> None:
    visitor = _visitor(visit)
    entries = project.get("audit", profile="cli", limit=60)["entries"]
    for entry in entries:
        visitor.go(f"/operations/{entry['id']}")
        _harmless(visitor)


def test_shows_every_procedure(visit: Visit, project: Project) -> None:
    visitor = _visitor(visit)
    for procedure in project.get("procedures", profile="cli")["procedures"]:
        visitor.go(f"/procedures/{procedure['handle'].removeprefix('m:')}")
        _harmless(visitor)


@pytest.mark.parametrize("name", sorted(payloads.CORPUS))
def test_an_address_is_hostile_too(visit: Visit, name: str) -> None:
    """A link that somebody sends: each query and each path with the text in it."""
    visitor = _visitor(visit)
    said = quote(payloads.text(name), safe="")
    for path in (
        f"/search?q={said}",
        f"/compile?task={said}",
        f"/records?q={said}&state={said}&kind={said}",
        f"/inbox?kind={said}&id={said}",
        f"/timeline?session={said}",
        f"/timeline?show={said}&at={said}",
        f"/graph?view=net&root={said}",
        f"/operations?profile={said}&after={said}",
        f"/clients?profile={said}",
        f"/?theme={said}#{said}",
    ):
        visitor.go(path)
        _harmless(visitor)
