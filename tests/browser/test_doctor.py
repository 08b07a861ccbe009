"""Does the page tell what is wrong, and with which command it is mended?"""

import re

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.conftest import Project


def test_tells_what_is_wrong_and_what_mends_it(visit: Visit, memory: Project) -> None:
    memory.paths.backups.chmod(0o755)
    visitor = visit("/doctor", permissions=["clipboard-read", "clipboard-write"])
    page = visitor.page
    wrong = page.get_by_role("region", name="To look at")
    expect(wrong.get_by_role("listitem")).to_have_count(1)
    expect(wrong).to_contain_text("Permissions")
    wrong.get_by_role("button", name="Copy phantasm doctor --fix").press("Enter")
    expect(page.get_by_text("Copied phantasm doctor --fix")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "phantasm doctor --fix"
    visitor.accessible()
    visitor.picture("doctor")
    memory.paths.backups.chmod(0o700)
    page.get_by_role("button", name="Examine again").click()
    expect(wrong).to_have_count(0)
    expect(page.get_by_text("Everything that was looked at is in order.")).to_be_visible()


def test_checks_deeply_when_asked(visit: Visit) -> None:
    page = visit("/doctor").page
    expect(page.get_by_text("every page")).to_have_count(0)
    page.get_by_role("button", name="Check deeply").click()
    expect(page).to_have_url(re.compile(r"deep=1"))
    fine = page.get_by_role("region", name="In order")
    expect(fine).to_contain_text("every page was checked")
    page.reload()
    expect(fine).to_contain_text("every page was checked")
    page.get_by_role("button", name="Examine again").click()
    expect(fine).not_to_contain_text("every page was checked")


def test_compares_citations_with_the_code(visit: Visit, memory: Project) -> None:
    page = visit("/doctor").page
    citations = page.get_by_role("region", name="Citations of the code")
    citations.get_by_role("button", name="Check").press("Enter")
    counts = memory.get("anchors_check", profile="cli")["counts"]
    changed = citations.get_by_role("row").filter(has_text="changed")
    expect(changed).to_have_count(counts["changed"])
    page.reload()
    expect(changed).to_have_count(counts["changed"])
    changed.first.get_by_role("link").click()
    expect(page).to_have_url(re.compile(r"/records/\w+$"))


def test_shows_what_runs_by_itself(visit: Visit, memory: Project) -> None:
    visitor = visit("/doctor")
    page = visitor.page
    [job] = memory.get("jobs", profile="cli", states=["queued"])["jobs"]
    expect(page.get_by_role("region", name="Background jobs").get_by_role("row")).to_contain_text(
        ["Job", f"{job['attempts']} of {job['max_attempts']}"]
    )
    page.get_by_role("button", name="Show the plan").click()
    plan = page.get_by_role("table", name="Passes of the next run")
    passes = memory.get("maintenance_plan", profile="cli")["passes"]
    expect(plan.get_by_role("row")).to_have_count(1 + len(passes))
    expect(page).to_have_url(re.compile(r"plan=1"))
    store = memory.get("health", profile="cli")["store"]
    expect(page.get_by_role("region", name="The store")).to_contain_text(store["store_id"])
    visitor.accessible()


def test_fits_a_phone_and_the_dark(visit: Visit) -> None:
    visitor = visit("/doctor?anchors=1&plan=1", size=PHONE, dark=True)
    visitor.fits()
    visitor.accessible()
