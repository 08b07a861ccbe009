"""Can a person see what happened, and what was held true at any moment of the past?"""

import re
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.conftest import Project

PROFILES = ("claude_code", "codex")


def days_ago(days: float) -> str:
    """Return a moment of the past as the page writes it."""
    moment = datetime.now(UTC) - timedelta(days=days)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def test_tells_sessions_and_changes_by_day(visit: Visit, memory: Project) -> None:
    visitor = visit("/timeline")
    page = visitor.page
    sessions = memory.get("sessions", profile="cli")["sessions"]
    for session in sessions[:2]:
        expect(page.get_by_role("link", name=session["title"])).to_be_visible()
    expect(page.get_by_text("got past it").first).to_be_visible()
    expect(page.get_by_role("link", name="The mail queue is NATS.")).to_be_visible()
    visitor.picture("timeline")
    page.get_by_role("group", name="What", exact=True).get_by_role("button", name="Sessions").click()
    expect(page.locator("[data-sort=session]")).to_have_count(len(sessions))
    expect(page.locator("[data-sort=changes]")).to_have_count(0)
    page.reload()
    expect(page.locator("[data-sort=session]")).to_have_count(len(sessions))
    page.get_by_label("Client").fill("codex")
    page.keyboard.press("Enter")
    expect(page.locator("[data-sort=session]")).to_have_count(1)
    page.get_by_role("button", name="Failure").click()
    expect(page.get_by_text("Nothing happened")).to_be_visible()


def test_pages_back_to_the_first_write(visit: Visit, memory: Project) -> None:
    for number in range(60):
        memory.hold(f"Row {number} of many.", subject_key=f"many.{number}", profile=PROFILES[number % 2])
    page = visit("/timeline").page
    [first] = memory.get("audit", profile="cli", limit=500)["entries"][-1:]
    more = page.get_by_role("button", name="Load more")
    for _ in range(6):
        if page.locator(f'a[href="/operations/{first["id"]}"]').count():
            break
        with page.expect_response("**/v1/audit"):
            more.click()
        expect(page.locator(".more .button[aria-busy=true]")).to_have_count(0)
    expect(page.locator(f'a[href="/operations/{first["id"]}"]')).to_have_count(1)
    expect(more).to_have_count(0)


def test_shows_one_session_in_full(visit: Visit) -> None:
    page = visit("/timeline").page
    page.get_by_role("link", name="Release 1.3.0").click()
    expect(page).to_have_url(re.compile(r"session=release-3"))
    session = page.get_by_role("region", name="Release 1.3.0")
    expect(session).to_contain_text("git push origin v1.3.0")
    expect(session).to_contain_text("exit 1")
    expect(session).to_contain_text("Outcome: success")
    page.reload()
    expect(session).to_contain_text("15 turns")
    session.get_by_role("button", name="Close the session").press("Enter")
    expect(session).to_have_count(0)


def test_scrubs_to_any_moment_by_keys(visit: Visit, memory: Project) -> None:
    page = visit("/timeline?show=held").page
    held = page.get_by_role("table", name=re.compile("^Records held"))
    now = memory.get("list", profile="cli", everywhere=True)["total"]
    expect(held.locator("tbody tr")).to_have_count(now)
    slider = page.get_by_role("slider", name="Moment")
    expect(slider).to_have_attribute("aria-valuetext", "now")
    slider.focus()
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile(r"at=20\d\d-"))
    [at] = parse_qs(urlsplit(page.url).query)["at"]
    then = memory.get("list", profile="cli", everywhere=True, known_at=at)["total"]
    assert 0 < then < now
    expect(held.locator("tbody tr")).to_have_count(then)
    page.reload()
    expect(held.locator("tbody tr")).to_have_count(then)
    page.get_by_role("button", name="Back to now").click()
    expect(held.locator("tbody tr")).to_have_count(now)


def test_tells_what_is_different_now(visit: Visit, memory: Project) -> None:
    visitor = visit("/timeline?show=differs")
    page = visitor.page
    expect(page.get_by_text("Choose an earlier moment above.")).to_be_visible()
    at = days_ago(9)
    visitor.go(f"/timeline?show=differs&at={at}")
    found = memory.get("diff", profile="cli", **{"from": {"known_at": at}, "everywhere": True})
    expect(page.get_by_text(f"{found['total']} differences between")).to_be_visible()
    changed = page.get_by_role("article", name="changed: The mail queue is NATS.")
    expect(changed.locator("del")).to_have_text("RabbitMQ")
    expect(changed.locator("ins")).to_have_text("NATS")
    page.get_by_label("Kind").select_option("decision")
    expect(changed).to_have_count(0)
    visitor.accessible()


def test_goes_from_a_change_to_what_was_held_then(visit: Visit) -> None:
    page = visit("/timeline?operation=revise").page
    page.get_by_role("link", name=re.compile("What was held after revise")).last.click()
    expect(page).to_have_url(re.compile("show=held&at="))
    held = page.get_by_role("table", name=re.compile("^Records held"))
    expect(held).to_contain_text("Hours move to SQLite")
    expect(held).to_contain_text("The mail queue is RabbitMQ.")
    held.get_by_role("link", name="The mail queue is RabbitMQ.").click()
    expect(page.get_by_text("As the store knew it on")).to_be_visible()


def test_is_usable_by_everybody(visit: Visit) -> None:
    views = ("/timeline", f"/timeline?show=held&at={days_ago(9)}")
    visitor = visit()
    for path in views:
        visitor.go(path)
        visitor.accessible()
    visitor = visit(size=PHONE)
    for path in (*views, f"/timeline?show=differs&at={days_ago(9)}", "/timeline?session=release-3"):
        visitor.go(path)
        visitor.fits()
    visitor.accessible()
    visitor.page.get_by_role("button", name="Show table").click()
    expect(visitor.page.get_by_role("table", name="Writes a day")).to_be_visible()
