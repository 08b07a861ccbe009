"""Can a person come in, go anywhere by keys or by hand, choose how it looks, and leave?"""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.sample import FACTS
from tests.browser.visitor import Visitor
from tests.conftest import Project
from tests.fixtures.serving import Served
from tests.sessions import statements

NEWS = "**/v1/events"
LOCKED = "This page opens with a one-time link."


def test_a_link_lets_in_once_until_somebody_leaves(visit: Visit, place: Served) -> None:
    visitor = visit(signed_in=False)
    visitor.forgive("status of 401")
    page, link = visitor.page, place.link()
    visitor.page.goto(place.url + "/records")
    expect(page.get_by_text(LOCKED)).to_be_visible()
    visitor.accessible()
    page.goto(link)
    visitor.settle()
    expect(page.get_by_role("heading", level=1)).to_have_text("Overview")
    expect(page).to_have_url(f"{place.url}/")  # the code does not stay in the history
    visitor.go("/records")
    expect(page.get_by_role("heading", level=1)).to_have_text("Records")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_text(LOCKED)).to_be_visible()
    page.reload()
    expect(page.get_by_text(LOCKED)).to_be_visible()
    page.goto(link)
    expect(page.get_by_role("alert")).to_have_text("This link was used before or is too old.")


def test_goes_to_pages_by_keys_and_lists_the_keys(visit: Visit) -> None:
    visitor = visit("/doctor")
    page = visitor.page
    page.keyboard.press("g")
    page.keyboard.press("i")
    expect(page.get_by_role("heading", level=1)).to_have_text("Inbox")
    expect(page).to_have_url(re.compile("/inbox"))
    visitor.settle()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keyboard")
    expect(keys).to_contain_text("Go to Doctor")
    expect(keys).to_contain_text("Next item")
    visitor.accessible()
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)


def test_finds_pages_and_memory_from_anywhere(visit: Visit) -> None:
    visitor = visit("/backups")
    page = visitor.page
    page.get_by_label("Why").focus()  # also while somebody types
    page.keyboard.press("Control+K")
    palette = page.get_by_role("dialog", name="Search and go")
    options = palette.get_by_role("option")
    page.keyboard.type("time")
    expect(options.first).to_contain_text("Timeline")
    page.keyboard.press("Control+A")
    page.keyboard.type("report server port")
    expect(options.first).to_contain_text(FACTS["report.server.port"])
    expect(options.last).to_contain_text("Search for “report server port”")
    visitor.accessible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(palette).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text(FACTS["report.server.port"])


def test_keeps_the_colours_that_were_chosen(visit: Visit) -> None:
    visitor = visit("/clients")
    page = visitor.page
    page_itself = page.locator("html")
    light = page_itself.evaluate("(one) => getComputedStyle(one).backgroundColor")
    page.get_by_label("Theme").select_option("dark")
    expect(page_itself).not_to_have_css("background-color", light)
    page.reload()
    expect(page_itself).not_to_have_css("background-color", light)
    page.get_by_label("Theme").select_option("system")
    expect(page_itself).to_have_css("background-color", light)


def test_opens_the_navigation_on_a_phone(visit: Visit) -> None:
    visitor = visit("/clients", size=PHONE)
    page = visitor.page
    pages = page.get_by_role("navigation", name="Pages")
    expect(pages).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    expect(pages.get_by_role("link", name="Overview")).to_be_focused()
    visitor.accessible()
    page.keyboard.press("Escape")
    expect(pages).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    pages.get_by_role("link", name="Backups").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Backups")
    expect(pages).to_be_hidden()


def test_says_that_there_is_no_such_page(visit: Visit) -> None:
    visitor = visit("/nowhere")
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    visitor.page.get_by_role("main").get_by_role("link").first.click()
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Overview")


@pytest.fixture
def deaf(visit: Visit) -> Visitor:
    """Return a visitor whose line for news is cut."""
    visitor = visit()
    visitor.forgive("ERR_FAILED")
    visitor.page.route(NEWS, lambda route: route.abort())
    return visitor


def test_catches_up_with_what_was_written_while_the_line_was_cut(deaf: Visitor, memory: Project) -> None:
    page = deaf.page
    deaf.go("/records?subject=news.")
    live = page.get_by_role("banner").get_by_role("status")
    expect(live).to_have_text("Reconnecting")
    memory.hold("Something new.", subject_key="news.one")
    page.unroute(NEWS)
    expect(live).to_have_text("Live")
    expect(page.get_by_role("link", name="Something new.")).to_be_visible()


def test_shows_what_it_wrote_itself_though_the_line_is_cut(deaf: Visitor, memory: Project) -> None:
    record = statements(memory)[FACTS["report.server.port"]]
    deaf.go(f"/records/{record}")
    deaf.page.get_by_role("button", name="Freeze").click()
    expect(deaf.page.get_by_role("button", name="Unfreeze")).to_be_visible()
    assert memory.get("inspect", ids=[record])["records"][0]["frozen"]
