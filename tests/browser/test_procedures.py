"""Do the procedures show what is known of how things are done, and take a person's word for it?"""

import re

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.conftest import Project
from tests.fixtures.serving import Served


def learned(memory: Project) -> dict[str, object]:
    """Return the procedure that was learned from the sample's sessions."""
    told = memory.get("procedures", profile="cli", with_outcomes=True, with_skill=True)["procedures"]
    return next(one for one in told if one["steps"])


def test_shows_what_is_done_and_what_speaks_for_it(visit: Visit, memory: Project) -> None:
    procedure = memory.get("procedures", profile="cli", with_skill=True)["procedures"][0]
    visitor = visit("/procedures")
    page = visitor.page
    page.get_by_role("link", name=procedure["title"]).focus()
    visitor.accessible()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"/procedures/{procedure['handle']}$"))
    expect(page.get_by_role("heading", level=1)).to_have_text(procedure["title"])
    steps = page.get_by_role("region", name="Steps").get_by_role("listitem")
    expect(steps).to_have_count(len(procedure["steps"]))
    expect(page.get_by_role("region", name="When it applies")).to_contain_text("git push")
    expect(page.get_by_role("region", name="What differs")).to_contain_text("{version}")
    expect(page.get_by_role("region", name="Sessions")).to_contain_text("release-3")
    expect(page.get_by_role("region", name="Preview of")).to_have_text(procedure["skill"]["text"].strip())
    visitor.accessible()


def test_counts_a_use_that_somebody_reports(visit: Visit, memory: Project) -> None:
    handle = learned(memory)["handle"]
    for outcome in ("success", "success", "partial"):
        memory.get("report_outcome", used=[handle], outcome=outcome)
    visitor = visit(f"/procedures/{handle}")
    page = visitor.page
    uses = page.get_by_role("region", name="How its uses went")
    expect(uses.locator("tbody tr")).to_have_count(3)
    page.get_by_label("How it went").select_option("failure")
    page.get_by_label("What shows it").fill("the tag existed already")
    page.get_by_role("button", name="Report").click()
    expect(page.get_by_role("status").filter(has_text="worked 2 times and failed 1 time")).to_be_visible()
    expect(uses.locator("tbody tr")).to_have_count(4)
    expect(uses.locator("tbody tr").first).to_contain_text("67 %")
    assert learned(memory)["failures"] == 1
    entry = memory.get("audit", profile="cli", operation_name="report_outcome", limit=1)["entries"][0]
    assert entry["reason"] == "the tag existed already"
    uses.get_by_role("button", name="Show table").click()
    expect(uses.locator(".chart tbody tr")).to_have_count(4)
    uses.get_by_role("button", name="Show chart").click()
    visitor.accessible()
    visitor.picture("procedures", top=320)  # the steps and the curve


def test_shows_an_export_before_it_writes(visit: Visit, memory: Project, place: Served) -> None:
    skill = learned(memory)["skill"]
    assert isinstance(skill, dict)
    visitor = visit(f"/procedures/{learned(memory)['handle']}")
    page = visitor.page
    panel = page.get_by_role("region", name="As a skill")
    panel.get_by_role("button", name="What would an export write?").click()
    expect(panel.get_by_role("status")).to_contain_text("created")
    expect(panel.locator(".unified")).to_contain_text(f'+name: "{skill["name"]}"')
    written = place.root / str(skill["path"])
    assert not written.exists()
    visitor.accessible()
    panel.get_by_role("button", name="Write it").click()
    expect(page.get_by_role("status").filter(has_text="1 file written")).to_be_visible()
    assert written.read_text(encoding="utf-8") == skill["text"]
    panel.get_by_role("button", name="What would an export write?").click()
    expect(panel.get_by_role("status")).to_contain_text("unchanged")
    expect(panel.get_by_role("button", name="Write it")).to_have_count(0)


def test_leads_a_candidate_to_the_inbox(visit: Visit, memory: Project) -> None:
    memory.get(
        "ingest",
        profile="generic_mcp",
        record_kind="procedure",
        statement="To deploy: make deploy.",
        subject_key="procedure.deploy",
    )
    page = visit("/procedures").page
    page.get_by_role("group", name="Standing").get_by_role("button", name="Demoted").click()
    expect(page.get_by_role("main")).to_contain_text("No procedure is like that")
    page.get_by_role("group", name="Standing").get_by_role("button", name="Demoted").click()
    page.get_by_role("group", name="Standing").get_by_role("button", name="Candidate").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    page.reload()
    page.get_by_role("link", name="To deploy").click()
    expect(page.get_by_role("heading", name="As a skill")).to_be_visible()
    expect(page.get_by_role("region", name="As a skill")).to_contain_text("it is not live")
    expect(page.get_by_role("button", name="Report")).to_have_count(0)
    page.get_by_role("link", name="Decide in the inbox").click()
    expect(page).to_have_url(re.compile(r"/inbox\?kind=procedure$"))


def test_offers_a_reader_nothing_that_writes(visit: Visit, reading: Served) -> None:
    visitor = visit("/procedures", at=reading, size=PHONE, dark=True)
    page = visitor.page
    visitor.fits()
    page.get_by_role("link", name="Release version").click()
    expect(page.get_by_role("region", name="As a skill")).to_be_visible()
    expect(page.get_by_role("button", name="Report")).to_have_count(0)
    expect(page.get_by_role("button", name="What would an export")).to_have_count(0)
    visitor.fits()
    visitor.accessible()
