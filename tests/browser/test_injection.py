"""Can what is remembered act on whoever looks? Every text in memory is hostile, every view is opened."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.browser import payloads
from tests.browser.conftest import DESKTOP, PHONE, Serve, Visit
from tests.browser.visitor import Visitor
from tests.conftest import Project
from tests.fixtures.serving import Served

# Reports whatever ran, or tried to, also in a view that was left again.
_WATCH = """
window.executed = 0;
document.addEventListener("securitypolicyviolation", (event) => {
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
});
"""
_OPEN_ALL = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
_DONE = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const names = performance.getEntriesByType("resource").map((one) => one.name);
  return {
    ran: window.executed,
    polluted: ({}).executed ?? null,
    made: all(
      "iframe, object, embed, base, form[action], [onerror], [onload], [onmouseover]," +
      "a[href^='javascript:' i], a[href^='data:' i]"
    ).length,
    outside: names.filter((name) => !name.startsWith(location.origin) && !name.startsWith("data:")),
  };
}"""
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
_ADDRESSES = (
    "/search?q=SAID",
    "/compile?task=SAID",
    "/records?q=SAID&state=SAID&kind=SAID",
    "/records/SAID",
    "/inbox?kind=SAID&id=SAID",
    "/timeline?session=SAID",
    "/timeline?show=SAID&at=SAID",
    "/graph?view=net&root=SAID",
    "/operations?profile=SAID&after=SAID",
    "/operations/SAID",
    "/procedures/SAID",
    "/clients?profile=SAID",
    "/?theme=SAID#SAID",
)
_REFUSED = "Failed to load resource: the server responded with a status of 4"

# Prime to the number of texts and of addresses, so that each of them has its turn.
some_or_every = pytest.mark.parametrize("step", [11, pytest.param(1, marks=pytest.mark.long)])
few_or_every = pytest.mark.parametrize("step", [37, pytest.param(1, marks=pytest.mark.long)])


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project in which every text is hostile."""
    root = tmp_path_factory.mktemp("hostile") / "project"
    payloads.lay_out(root)
    return root


@pytest.fixture
def place(serve: Serve, hostile: Path) -> Served:
    """Return that project, being served; nothing here writes to it."""
    return serve(hostile)


@pytest.fixture
def project(hostile: Path) -> Iterator[Project]:
    """Yield the same project, for asking what there is to be opened."""
    made = Project(hostile, first_key=100_000)
    yield made
    made.runtime.close()


def _harmless(visitor: Visitor) -> None:
    """Fail if anything ran, was fetched from elsewhere, or was made into an element."""
    visitor.page.evaluate(_OPEN_ALL)
    visitor.page.mouse.move(300, 300)
    assert visitor.page.evaluate(_DONE) == {"ran": 0, "polluted": None, "made": 0, "outside": []}, (
        visitor.page.url
    )


def _visitor(visit: Visit, **options: object) -> Visitor:
    visitor = visit(**options)
    visitor.page.add_init_script(_WATCH)
    return visitor


def test_shows_every_view_and_runs_nothing(visit: Visit) -> None:
    """Nor does a word of 480 letters widen it on a phone."""
    visitor = _visitor(visit)
    shown = 0
    for path in _VIEWS:
        visitor.page.set_viewport_size(DESKTOP)
        visitor.go(path)
        _harmless(visitor)
        shown += payloads.MARK in visitor.page.inner_text("main")
        visitor.page.set_viewport_size(PHONE)
        visitor.fits()
    assert shown > len(_VIEWS) // 2  # it was there to be run


@some_or_every
def test_shows_records(visit: Visit, project: Project, step: int) -> None:
    visitor = _visitor(visit)
    records = project.get("list", profile="cli", limit=200)["records"]
    assert len(records) > len(payloads.CORPUS)
    for record in records[::step]:
        visitor.go(f"/records/{record['handle']}")
        _harmless(visitor)


@some_or_every
def test_shows_what_waits(visit: Visit, project: Project, step: int) -> None:
    visitor = _visitor(visit)
    for item in project.get("review_queue", profile="cli", limit=100)["items"][::step]:
        visitor.go(f"/inbox?kind={item['kind']}&id={item['id']}")
        _harmless(visitor)


@some_or_every
def test_shows_sessions(visit: Visit, project: Project, step: int) -> None:
    visitor = _visitor(visit)
    for session in project.get("sessions", limit=100)["sessions"][::step]:
        visitor.go(f"/timeline?session={session['id']}")
        _harmless(visitor)


@some_or_every
def test_shows_operations(visit: Visit, project: Project, step: int) -> None:
    visitor = _visitor(visit)
    for entry in project.get("audit", profile="cli", limit=200)["entries"][:: step * 2]:
        visitor.go(f"/operations/{entry['id']}")
        _harmless(visitor)


@some_or_every
def test_shows_procedures(visit: Visit, project: Project, step: int) -> None:
    visitor = _visitor(visit)
    for procedure in project.get("procedures", profile="cli")["procedures"][::step]:
        visitor.go(f"/procedures/{procedure['handle'].removeprefix('m:')}")
        _harmless(visitor)


@few_or_every
def test_an_address_is_hostile_too(visit: Visit, step: int) -> None:
    """A link that somebody sends, with the text in its path or in its query."""
    visitor = _visitor(visit)
    # What is not there is refused, and the browser's console tells of every refusal.
    visitor.forgive(_REFUSED)
    said = [quote(payloads.text(name), safe="") for name in payloads.CORPUS]
    addresses = [form.replace("SAID", one) for one in said for form in _ADDRESSES]
    for address in addresses[::step]:
        if "%0A" in address.partition("?")[0].partition("#")[0]:  # a path of several lines is no page's
            continue
        visitor.go(address)
        _harmless(visitor)
