"""Can a person find a record, see why it is held, and change it without losing anything?"""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.sample import CONSTRAINTS, FACTS, about
from tests.conftest import Project
from tests.fixtures.serving import Served


def rows(page: Page, name: str = "Records") -> Locator:
    """Return the rows of a table, without its head."""
    return page.get_by_role("table", name=name).locator("tbody tr")


def test_narrows_by_facets_with_their_counts(visit: Visit, memory: Project) -> None:
    page = visit("/records").page
    facets = memory.get("list", profile="cli", everywhere=True, facets=True)["facets"]
    kinds = page.get_by_role("group", name="Kind", exact=True)
    expect(kinds.get_by_role("button", name="Decision")).to_contain_text(str(facets["kind"]["decision"]))
    kinds.get_by_role("button", name="Constraint").click()
    expect(rows(page)).to_have_count(len(CONSTRAINTS))
    page.get_by_role("group", name="In question").get_by_role("button", name="Stale").press("Enter")
    expect(rows(page)).to_have_count(1)
    expect(page).to_have_url(re.compile(r"kind=constraint&marks=stale"))
    page.reload()
    expect(rows(page)).to_have_count(1)
    expect(kinds.get_by_role("button", name="Constraint")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Clear the filters").click()
    expect(rows(page)).to_have_count(memory.get("list", profile="cli", everywhere=True)["total"])
    page.get_by_label("Subject begins with").fill("payments.")
    expect(rows(page)).to_have_count(2)
    page.get_by_label("Subject begins with").fill("nothing.of.the.kind")
    expect(page.get_by_text("No record is like that")).to_be_visible()


def test_finds_by_words_and_opens_by_keys(visit: Visit) -> None:
    page = visit("/records").page
    page.get_by_role("searchbox", name="Find by words").fill("report server port")
    found = rows(page, "Records that were found")
    expect(found.first).to_contain_text(FACTS["report.server.port"])
    expect(page).to_have_url(re.compile(r"q=report"))
    found.first.get_by_role("link").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(FACTS["report.server.port"])
    expect(heading).to_be_focused()


def test_shows_what_was_held_at_another_moment(visit: Visit, memory: Project) -> None:
    before = about(memory, "storage.hours", "superseded")
    page = visit(f"/records?subject=storage.hours&known_at={before['recorded_at']}").page
    expect(rows(page)).to_have_count(1)
    rows(page).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hours stay in a CSV file")
    expect(page.get_by_text("As the store knew it on")).to_be_visible()
    expect(page.get_by_role("button", name="Revise")).to_have_count(0)
    page.get_by_role("link", name="See it as it is now").click()
    expect(page.get_by_text("No longer held since")).to_be_visible()


def test_tells_where_a_record_comes_from(visit: Visit, memory: Project) -> None:
    cited = about(memory, "tally.entry")
    page = visit(f"/records/{cited['handle']}").page
    expect(page.get_by_role("region", name="Why it is held", exact=True)).to_contain_text(
        "by claude_code with ingest"
    )
    evidence = page.get_by_role("region", name="Evidence", exact=True)
    evidence.get_by_role("button", name="Show the whole text").click()
    expect(page.get_by_role("region", name="The whole text of the evidence")).to_contain_text(
        "Said in the meeting"
    )
    code = page.get_by_role("region", name="Cited in the code")
    expect(code.get_by_role("region", name=re.compile("As it was at"))).to_contain_text("HOURLY_RATE")
    expect(code.get_by_role("region", name=re.compile("As it is now"))).to_contain_text("rate_of(customer)")
    expect(page.get_by_role("region", name="Connected with")).to_contain_text("symbol:src/tally.py#invoices")
    page.get_by_role("link", name="Decide in the inbox").click()
    expect(page).to_have_url(re.compile(r"/inbox\?kind=stale&id=rev_"))


def test_draws_lineage_and_decay_with_their_tables(visit: Visit, memory: Project) -> None:
    visitor = visit(f"/records/{about(memory, 'storage.hours')['handle']}")
    page = visitor.page
    lineage = page.get_by_role("region", name="Life cycle and lineage")
    versions = lineage.get_by_role("link", name=re.compile(r"^Version \d of 2"))
    expect(versions).to_have_count(2)
    expect(versions.last).to_have_attribute("aria-current", "true")
    expect(lineage.locator("ins").first).to_be_visible()
    visitor.picture("record")
    lineage.get_by_role("button", name="Show table").click()
    expect(lineage.get_by_role("table", name="States over time")).to_contain_text("superseded")
    fades = page.get_by_role("region", name="How it fades", exact=True)
    fades.get_by_role("button", name="Show table").click()
    expect(fades.get_by_role("row")).to_have_count(26)
    lineage.get_by_role("button", name="Show chart").click()
    versions.first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hours stay in a CSV file")


def test_revises_in_place_after_a_dry_run(visit: Visit, memory: Project) -> None:
    before = about(memory, "report.layout")
    page = visit(f"/records/{before['handle']}").page
    page.keyboard.press("e")
    page.get_by_role("textbox", name="Statement").fill("Reports group hours by month first.")
    page.get_by_role("button", name="Try the new version").click()
    dialog = page.get_by_role("dialog", name="Revise this record?")
    expect(dialog).to_contain_text("changes:")
    assert about(memory, "report.layout")["id"] == before["id"], "a dry run changes nothing"
    dialog.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("textbox", name="Statement")).to_have_value("Reports group hours by month first.")
    page.get_by_role("button", name="Try the new version").click()
    dialog.get_by_label("Why").fill("the office asked for it")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Reports group hours by month first.")
    after = about(memory, "report.layout")
    assert (after["statement"], after["supersedes"]) == ("Reports group hours by month first.", before["id"])
    done = memory.get("history", profile="cli", id=after["id"])["events"][-1]
    assert done["reason"] == "the office asked for it"


def test_keeps_what_was_typed_when_somebody_was_quicker(visit: Visit, memory: Project) -> None:
    record = about(memory, "payments.import")
    page = visit(f"/records/{record['handle']}").page
    page.get_by_role("button", name="Revise").click()
    page.get_by_role("textbox", name="Statement").fill("Payments are imported at noon.")
    memory.get("revise", profile="cli", id=record["id"], statement="Payments are imported every evening.")
    page.get_by_role("button", name="Try the new version").click()
    expect(page.get_by_role("alert")).to_contain_text("stale_target")
    expect(page.get_by_role("textbox", name="Statement")).to_have_value("Payments are imported at noon.")
    page.get_by_role("link", name="Open the newer version").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Payments are imported every evening.")


def test_verifies_freezes_archives_and_restores(visit: Visit, memory: Project) -> None:
    record = about(memory, "payments.matching")
    visitor = visit(f"/records/{record['handle']}")
    page = visitor.page
    page.keyboard.press("v")
    expect(page.get_by_text("Verified: it still holds")).to_be_visible()
    before = record["freshness"].get("verified_at", "")
    assert about(memory, "payments.matching")["freshness"]["verified_at"] > before
    page.get_by_role("button", name="Freeze").click()
    expect(page.get_by_role("button", name="Unfreeze")).to_be_visible()
    assert about(memory, "payments.matching")["frozen"]
    page.get_by_role("button", name="Archive").click()
    visitor.confirm("Archive this record?")
    expect(page.get_by_text("No longer held since")).to_be_visible()
    assert about(memory, "payments.matching", "archived")["id"] == record["id"]
    page.get_by_role("button", name="Restore").click()
    visitor.confirm("Restore this record?")
    expect(page.get_by_text("Restored: it is held again")).to_be_visible()
    assert about(memory, "payments.matching")["id"] == record["id"]


def test_erases_only_after_a_clear_warning(visit: Visit, memory: Project) -> None:
    record = about(memory, "build.python")
    visitor = visit(f"/records/{record['handle']}")
    page = visitor.page
    page.get_by_role("button", name="Erase").click()
    dialog = page.get_by_role("dialog", name="Erase this record for good?")
    expect(dialog).to_contain_text("No undo and no restored backup brings it back")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert about(memory, "build.python")["state"] == "live"
    page.get_by_role("button", name="Erase").click()
    visitor.confirm("Erase this record for good?")
    expect(page.get_by_text("tombstoned", exact=True).first).to_be_visible()
    assert "statement" not in memory.get("inspect", profile="cli", ids=[record["id"]])["records"][0]


def test_adds_and_ends_a_link(visit: Visit, memory: Project) -> None:
    record, other = about(memory, "report.layout"), about(memory, "storage.invoices")
    visitor = visit(f"/records/{record['handle']}")
    page = visitor.page
    net = page.get_by_role("region", name="Connected with")
    net.get_by_role("button", name="Add a link").click()
    net.get_by_label("Which record or reference").fill("invoices stored in SQLite")
    net.get_by_role("button", name=re.compile(other["statement"])).click()
    net.get_by_role("button", name="Link", exact=True).click()
    visitor.confirm("Add this link?")
    node = net.get_by_role("link", name=re.compile(other["statement"]))
    expect(node).to_be_visible()
    found = memory.get("relationships", profile="cli", root_id=record["id"], direction="out")
    assert [one["type"] for one in found["relations"]] == ["depends_on"]
    net.get_by_text("1 link of its own").click()
    net.get_by_role("button", name="End it").click()
    visitor.confirm("End this link?")
    expect(node).to_have_count(0)
    assert memory.get("relationships", profile="cli", root_id=record["id"])["relations"] == []


def test_adds_a_record_by_hand(visit: Visit, memory: Project) -> None:
    visitor = visit("/records")
    page = visitor.page
    page.get_by_role("link", name="New record").click()
    page.get_by_label("Kind").select_option("task")
    expect(page).to_have_url(re.compile(r"/records/new\?kind=task"))
    page.get_by_role("textbox", name="Statement").fill("Print <b>the</b> logo.")
    page.get_by_role("textbox", name="Subject").fill("task.logo")
    page.get_by_label("What it rests on, word for word").fill("Sarah asked for it")
    page.get_by_text("Scope, confidence, details").click()
    page.get_by_label("Details as JSON").fill("{")
    expect(page.get_by_role("button", name="Try it")).to_be_disabled()
    page.get_by_label("Details as JSON").fill('{"status": "open"}')
    page.get_by_role("button", name="Try it").click()
    visitor.confirm("Keep this task?")
    expect(page.get_by_role("heading", level=1)).to_have_text("Print <b>the</b> logo.")
    kept = about(memory, "task.logo")
    assert (kept["payload"], kept["origin"]) == ({"status": "open"}, "user")
    [piece] = memory.get("inspect", profile="cli", ids=kept["evidence_ids"])["evidence"]
    assert piece["text"] == "Sarah asked for it"


def test_shows_a_refusal_and_keeps_the_form(visit: Visit, memory: Project) -> None:
    visitor = visit("/records/new?kind=decision")
    page = visitor.page
    page.get_by_role("textbox", name="Statement").fill("Invoices are stored on paper.")
    page.get_by_role("textbox", name="Subject").fill("storage.invoices")
    page.get_by_role("button", name="Try it").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("textbox", name="Statement")).to_have_value("Invoices are stored on paper.")
    page.get_by_text("Scope, confidence, details").click()
    page.get_by_label("If the subject is held already").select_option("supersede")
    page.get_by_role("button", name="Try it").click()
    visitor.confirm("Keep this decision?")
    expect(page.get_by_role("heading", level=1)).to_have_text("Invoices are stored on paper.")
    assert about(memory, "storage.invoices")["statement"] == "Invoices are stored on paper."


def test_offers_nothing_that_the_session_may_not_do(visit: Visit, reading: Served, memory: Project) -> None:
    record = about(memory, "payments.import")
    visitor = visit(f"/records/{record['handle']}", at=reading)
    page = visitor.page
    expect(page.get_by_role("heading", level=1)).to_have_text(record["statement"])
    for name in ("Revise", "Still holds", "Freeze", "Archive", "Retract", "Erase", "Add a link"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    visitor.go("/records")
    expect(page.get_by_role("link", name="New record")).to_have_count(0)
    visitor.go("/records/new")
    expect(page.get_by_text("This session may not write")).to_be_visible()


def test_follows_what_others_write(visit: Visit, memory: Project) -> None:
    page = visit("/records?subject=news.").page
    expect(page.get_by_text("No record is like that")).to_be_visible()
    memory.hold("Something new.", subject_key="news.one")
    expect(rows(page)).to_have_count(1)


def test_is_usable_by_everybody(visit: Visit, memory: Project) -> None:
    record = about(memory, "tally.entry")
    views = ("/records", f"/records/{record['handle']}", "/records/new")
    visitor = visit()
    for path in views:
        visitor.go(path)
        visitor.accessible()
    visitor = visit(size=PHONE)
    for path in (*views, "/records?q=payments"):
        visitor.go(path)
        visitor.fits()
    visitor.accessible()
    visitor.page.get_by_role("button", name="Filters").click()
    expect(visitor.page.get_by_role("group", name="Kind", exact=True)).to_be_visible()
    visitor.fits()


def test_says_what_is_not_there(visit: Visit) -> None:
    visitor = visit()
    visitor.forgive("status of 404")
    visitor.go("/records/abcdefgh")
    expect(visitor.page.get_by_role("alert")).to_contain_text("not_found")
