"""Can a person see what was done, check that nobody touched the journal, and take things back?"""

import re
import sqlite3
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Locator, Page, expect

from phantasm.config.paths import Paths
from phantasm.contracts.kinds import TokenScope
from phantasm.runtime.party import Party
from tests.browser.conftest import PHONE, Visit
from tests.conftest import Project
from tests.fixtures.serving import Served, served

REVISED = "Hours move to SQLite; the office gets an export."
ORIGINAL = "Hours stay in a CSV file because the office edits them in a spreadsheet."


def rows(page: Page) -> Locator:
    """Return the entries that are listed."""
    return page.get_by_role("table", name="Writes, newest first").locator("tbody tr")


def newest(memory: Project, operation: str) -> dict[str, str]:
    """Return the newest entry of an operation."""
    entry: dict[str, str] = memory.get("audit", operation_name=operation, limit=1)["entries"][0]
    return entry


def statement(memory: Project, subject_key: str) -> str:
    """Return what is held about something."""
    found = memory.get("list", profile="cli", subject_key=subject_key, everywhere=True)["records"]
    return str(found[0]["statement"])


def revision(memory: Project) -> str:
    """Return the address of the write that revised the hours."""
    made = memory.get("audit", operation_name="revise")["entries"]
    return next(f"/operations/{one['id']}" for one in made if one["reason"] == "the file grew too large")


def _run(memory: Project, name: str) -> None:
    """Let a run of maintenance learn from a session: all that it writes has the run's name."""
    turns = [
        {"id": "1", "role": "user", "text": "From now on always round hours to quarters."},
        {"id": "2", "role": "assistant", "text": "I will."},
    ]
    memory.get("session_append", session_id="rounding", turns=turns)
    memory.get("session_end", session_id="rounding")
    asked = memory.request("consolidate", profile="scheduler", run_id=name, passes=["episodes", "claims"])
    client = {"profile": "scheduler", "session_id": name}
    assert memory.runtime.handle(asked | {"client": client}, Party()).error is None


def test_lists_every_write_and_narrows_it_in_the_address(visit: Visit, memory: Project) -> None:
    written = memory.get("audit", limit=500)["entries"]
    page = (visitor := visit()).page
    visitor.go("/operations")
    expect(rows(page)).to_have_count(30)
    page.get_by_role("button", name="Load more").click()
    expect(rows(page)).to_have_count(len(written))
    visitor.accessible()
    visitor.picture("operations")
    page.get_by_label("Operation", exact=True).select_option("revise")
    expect(rows(page)).to_have_count(2)
    expect(rows(page).last).to_contain_text("Why: the file grew too large")
    page.get_by_label("Profile").fill("codex")
    expect(page.get_by_text("No write is like that")).to_be_visible()
    page.get_by_role("link", name="Clear every filter").click()
    expect(rows(page)).to_have_count(30)
    page.get_by_label("Profile").fill("codex")
    expect(rows(page)).to_have_count(sum(one["profile"] == "codex" for one in written))
    page.reload()
    expect(page.get_by_label("Profile")).to_have_value("codex")
    expect(rows(page)).to_have_count(sum(one["profile"] == "codex" for one in written))
    moment = written[9]["occurred_at"]
    visitor.go(f"/operations?before={quote(moment)}&operation=backup_create")
    expect(page.get_by_text("No write is like that")).to_be_visible()
    record = memory.get("list", profile="cli", subject_key="storage.hours")["records"][0]
    visitor.go(f"/operations?object={record['handle']}")
    expect(rows(page)).to_have_count(1)
    rows(page).first.get_by_role("link").press("Enter")
    expect(page.get_by_role("heading", level=1, name="revise")).to_be_focused()


def test_shows_one_write_word_by_word_with_the_way_to_its_records(visit: Visit, memory: Project) -> None:
    page = (visitor := visit(dark=True)).page
    visitor.go(revision(memory))
    change = page.get_by_role("region", name="In what is held")
    expect(change.get_by_role("region", name="Before").locator("del").first).to_be_visible()
    expect(change.get_by_role("region", name="After")).to_contain_text(REVISED)
    facts = page.get_by_role("complementary", name="Facts")
    expect(facts).to_contain_text("the file grew too large")
    expect(facts).to_contain_text("allow")
    expect(page.get_by_role("region", name="Every change").get_by_role("listitem")).to_have_count(2)
    visitor.accessible()
    visitor.picture("operation")
    handle = memory.get("list", profile="cli", subject_key="storage.hours")["records"][0]["handle"]
    expect(change.get_by_role("link", name=f"m:{handle}")).to_have_attribute("href", f"/records/{handle}")
    facts.get_by_role("link", name=re.compile("^req-")).click()
    expect(rows(page)).to_have_count(1)
    visitor.go("/operations/op_nothing")
    expect(page.get_by_text("The journal has no such entry")).to_be_visible()


def test_takes_a_write_back_and_brings_it_again(visit: Visit, memory: Project) -> None:
    page = (visitor := visit()).page
    visitor.go(revision(memory))
    page.get_by_role("button", name="Undo").click()
    dialog = page.get_by_role("dialog", name="Take this operation back?")
    expect(dialog.get_by_text(re.compile(r"\d changes"))).to_be_visible()
    visitor.accessible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert statement(memory, "storage.hours") == REVISED
    page.get_by_role("button", name="Undo").click()
    dialog.get_by_label("Why").fill("the office wants its file")
    dialog.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("undo")
    expect(page.get_by_role("complementary", name="Facts")).to_contain_text("the office wants its file")
    assert statement(memory, "storage.hours") == ORIGINAL
    assert newest(memory, "undo")["reason"] == "the office wants its file"
    page.get_by_role("button", name="Undo the undo").click()
    again = page.get_by_role("dialog", name="Bring back what this undo took away?")
    again.get_by_label("Why").fill("after all")
    again.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("complementary", name="Facts")).to_contain_text("after all")
    assert statement(memory, "storage.hours") == REVISED


def test_says_why_something_does_not_go_back(visit: Visit, memory: Project) -> None:
    page = (visitor := visit()).page
    visitor.go(f"/operations/{newest(memory, 'usage_report')['id']}")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("alert")).to_contain_text("changed nothing that can go back")
    visitor.problems.clear()  # the refusal
    # A backup is about the whole store: an undo is not even offered.
    visitor.go(f"/operations/{newest(memory, 'backup_create')['id']}")
    expect(page.get_by_role("link", name=re.compile("^bak_"))).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)


def test_verifies_the_chain_and_tells_where_it_is_broken(
    visit: Visit, place: Served, memory: Project
) -> None:
    page = (visitor := visit()).page
    visitor.go("/operations")
    chain = page.get_by_role("region", name="Chain")
    chain.get_by_role("button", name="Verify the chain").click()
    expect(chain).to_contain_text("unbroken")
    expect(chain).to_contain_text(f"{memory.get('audit', limit=1)['entries'][0]['seq']} entries checked")
    with sqlite3.connect(Paths(place.root).store) as connection:
        connection.execute("UPDATE operations SET profile = 'cli' WHERE seq = 2")
    chain.get_by_role("button", name="Verify the chain").click()
    expect(chain.get_by_text("broken", exact=True)).to_be_visible()
    expect(chain.get_by_role("listitem").first).to_contain_text("2")
    expect(chain).to_contain_text("phantasm backup list")
    visitor.accessible()


def test_shows_and_starts_work_in_the_background(visit: Visit, memory: Project) -> None:
    _run(memory, "run_browser")
    page = (visitor := visit()).page
    visitor.go("/operations")
    page.get_by_role("tab", name="Background work").click()
    expect(page).to_have_url(re.compile("tab=work"))
    jobs = page.get_by_role("table", name="Jobs").locator("tbody tr")
    expect(jobs).to_have_count(len(memory.get("jobs")["jobs"]))
    page.get_by_role("button", name="What would it do?").click()
    expect(page.get_by_role("table", name="Passes of the next run").locator("tbody tr")).to_have_count(7)
    before = len(memory.get("jobs")["jobs"])
    page.get_by_role("button", name="Ask for a run").click()
    expect(page.get_by_text("A run is asked for")).to_be_visible()
    expect(jobs).to_have_count(before + 1)
    assert len(memory.get("jobs")["jobs"]) == before + 1
    visitor.accessible()
    runs = page.get_by_role("table", name="Last runs, newest first").locator("tbody tr")
    expect(runs.first).to_contain_text("run_browser")
    expect(runs.first).to_contain_text("claims: 1")
    learned = newest(memory, "consolidate")
    runs.first.get_by_role("button", name="Undo").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Why").fill("too eager")
    dialog.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("undo")
    assert newest(memory, "undo")["seq"] > learned["seq"]


def test_fits_on_a_phone(visit: Visit, memory: Project) -> None:
    page = (visitor := visit(size=PHONE)).page
    for address in ("/operations", revision(memory), "/operations?tab=work&plan=1"):
        visitor.go(address)
        visitor.fits()
    visitor.accessible()
    visitor.go("/operations")
    expect(page.get_by_label("Profile")).to_be_hidden()
    page.get_by_role("button", name="Filters").click()
    page.get_by_label("Profile").fill("codex")
    expect(rows(page).first).to_contain_text("codex")
    visitor.fits()


def test_offers_nothing_to_those_who_may_only_look(visit: Visit, sample_project: Path) -> None:
    with served(sample_project, scope=TokenScope.READ, person=False) as place:
        page = (visitor := visit(at=place)).page
        visitor.go("/operations?operation=revise")
        rows(page).first.get_by_role("link").first.click()
        expect(page.get_by_role("heading", level=1, name="revise")).to_be_visible()
        expect(page.get_by_role("button", name="Undo")).to_have_count(0)
        visitor.go("/operations?tab=work")
        expect(page.get_by_role("button", name="Ask for a run")).to_have_count(0)
        page.context.close()
