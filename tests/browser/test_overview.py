"""Does the overview tell how memory is, and lead to where something can be done?"""

import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Locator, Page, expect

from phantasm.storage.evaluations import EvaluationRun, Figure, keep
from phantasm.storage.lock import WriteLock
from tests.browser.conftest import PHONE, Visit
from tests.conftest import Project
from tests.fixtures.serving import Served


def panel(page: Page, title: str) -> Locator:
    """Return the section under that heading."""
    return page.get_by_role("region", name=title)


def test_tells_what_needs_a_person_and_leads_there(visit: Visit, memory: Project) -> None:
    visitor = visit("/")
    page = visitor.page
    expect(page.get_by_role("heading", level=1)).to_have_text("Overview")
    summary = memory.get("inspect", profile="cli")["project"]
    held = page.locator(".figures > div", has_text="Records held")
    expect(held.get_by_role("link")).to_have_text(str(summary["by_state"]["live"]))
    waiting = panel(page, "Waits for a decision")
    expect(waiting.get_by_role("listitem")).to_have_count(5)
    expect(panel(page, "Newest sessions").get_by_role("row")).to_have_count(1 + summary["sessions"])
    visitor.accessible()
    visitor.picture("overview")
    panel(page, "Needs attention").get_by_role("link", name="Inbox").click()
    expect(page).to_have_url(re.compile(r"/inbox\?kind=conflict$"))


def test_goes_through_the_year_by_keys(visit: Visit, memory: Project) -> None:
    page = visit("/").page
    figure = page.get_by_role("figure", name="Writes in the last year")
    counted = {
        one["start"]: one["writes"] for one in memory.get("metrics", profile="cli", range="365d")["writes"]
    }
    today = datetime.now(UTC).date()
    figure.get_by_role("button", name="Show table").focus()
    page.keyboard.press("Tab")
    expect(figure.get_by_role("link", name=re.compile(f"^{today}: "))).to_be_focused()
    page.keyboard.press("ArrowLeft")
    before = (today - timedelta(days=7)).isoformat()
    expected = f"{before}: {counted.get(before, 0)} write{'' if counted.get(before) == 1 else 's'}"
    expect(figure.get_by_role("link", name=expected)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(rf"/operations\?after={before}T00:00:00.000Z&before="))
    page.go_back()
    page.get_by_role("figure", name="Writes").get_by_role("button", name="Show table").click()
    rows = page.get_by_role("region", name="Writes in the last year, as a table").get_by_role("row")
    expect(rows).to_have_count(1 + len(counted))


def test_draws_every_plot_with_its_table(visit: Visit, memory: Project) -> None:
    paths = memory.paths
    for day, value in ((10, 0.62), (14, 0.71)):
        figures = [
            Figure(set="own", arm="hybrid", name="R@10", value=value, low=value - 0.05, high=value + 0.05),
            Figure(set="own", arm="hybrid", name="MRR", value=value / 2),
        ]
        run = EvaluationRun(
            at=f"2026-11-{day}T12:00:00Z", measured="retrieval", version="0.1.0", figures=figures
        )
        keep(paths.evaluations, run, WriteLock(paths.lock))
    visitor = visit("/?view=plots")
    page = visitor.page
    page.get_by_label("Over the last").select_option("Everything")
    expect(page).to_have_url(re.compile(r"range=all"))
    for title in ("Records over time", "Evidence over time", "Episodes over time", "Tokens in and out"):
        page.get_by_role("figure", name=title).get_by_role("button", name="Show table").click()
        expect(page.get_by_role("region", name=re.compile(f"^{title}.*as a table"))).to_be_visible()
    metrics = memory.get("metrics", profile="cli", range="all", bucket="week")
    records = page.get_by_role("region", name="Records over time, as a table").get_by_role("row")
    expect(records.nth(len(metrics["growth"]))).to_contain_text(str(metrics["growth"][-1]["records"]))
    expect(page.get_by_role("figure", name="Retrieval: R@10")).to_be_visible()
    page.get_by_label("Measure").select_option("Retrieval: MRR")
    expect(page.get_by_role("figure", name="Retrieval: MRR")).to_be_visible()
    page.reload()
    expect(page.get_by_role("figure", name="Retrieval: MRR")).to_be_visible()
    expect(page.get_by_role("figure", name="Recency left in the ranking")).to_be_visible()
    visitor.accessible()


def test_predicts_what_a_cache_would_hit(visit: Visit) -> None:
    page = visit("/?view=plots").page
    cache = panel(page, "Cache-hit prediction")
    cache.get_by_role("button", name="The last 8 days").press("Enter")
    expect(cache.get_by_text("of the tokens would have been hit")).to_be_visible()
    expect(page).to_have_url(re.compile(r"cache=day"))
    cache.get_by_role("button", name="Show table").click()
    rows = cache.get_by_role("row")
    expect(rows).to_have_count(1 + 8)
    shares = [float(row.split("\t")[1]) for row in rows.all_inner_texts()[1:]]
    assert all(0 <= share <= 1 for share in shares)


def test_follows_what_happens(visit: Visit, memory: Project) -> None:
    page = visit("/").page
    held = page.locator(".figures > div", has_text="Records held").get_by_role("link")
    before = int(held.inner_text())
    memory.hold("The archive is kept for ten years.", subject_key="archive.years")
    expect(held).to_have_text(str(before + 1))


def test_says_so_where_nothing_happened_yet(visit: Visit, fresh: Served) -> None:
    visitor = visit("/", at=fresh)
    page = visitor.page
    expect(page.get_by_text("Nothing: the inbox is empty.")).to_be_visible()
    expect(page.get_by_text("No session was told yet")).to_be_visible()
    visitor.accessible()
    visitor.go("/?view=plots")
    expect(page.get_by_text("No client reported tokens")).to_be_visible()
    expect(page.get_by_text("Nothing was measured here yet")).to_be_visible()
    visitor.accessible()


def test_fits_a_phone_and_the_dark(visit: Visit) -> None:
    visitor = visit(size=PHONE, dark=True)
    for address in ("/", "/?view=plots"):
        visitor.go(address)
        visitor.fits()
        visitor.accessible()
