"""Can a person see what was done, check that nobody touched the journal, and take things back?"""

import re
import sqlite3
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Locator, Page, expect

from phantasm.config.paths import Paths
from phantasm.runtime.ledger import noting
from phantasm.runtime.party import Party
from phantasm.storage import jobs
from tests.browser.conftest import PHONE, Visit
from tests.browser.sample import DECISIONS, about
from tests.conftest import Project
from tests.fixtures.serving import Served
from tests.sessions import statements

REVISED = "Hours move to SQLite; the office gets an export."
RULE = "From now on always round hours to quarters."


def rows(page: Page) -> Locator:
    """Return the entries that are listed."""
    return page.get_by_role("table", name="Writes, newest first").locator("tbody tr")


def newest(memory: Project, operation: str) -> dict[str, str]:
    """Return the newest entry of an operation."""
    entry: dict[str, str] = memory.get("audit", operation_name=operation, limit=1)["entries"][0]
    return entry


def within(memory: Project, session: str, operation: str, **params: Any) -> str:
    """Write something as a part of a session, or of a run; return the operation's id."""
    profile = params.pop("profile", "claude_code")
    client = {"profile": profile, "session_id": session}
    answer = memory.runtime.handle(memory.request(operation, **params) | {"client": client}, Party())
    assert answer.error is None, answer.error
    return str(answer.provenance.operation_id)


def revision(memory: Project) -> str:
    """Return the address of the write that revised the hours."""
    made = memory.get("audit", operation_name="revise")["entries"]
    return next(f"/operations/{one['id']}" for one in made if one["reason"] == "the file grew too large")


def learn(memory: Project, run: str) -> None:
    """Let a run of maintenance learn from a session: all that it writes has the run's name."""
    turns = [{"id": "1", "role": "user", "text": RULE}, {"id": "2", "role": "assistant", "text": "I will."}]
    memory.get("session_append", session_id="rounding", turns=turns)
    memory.get("session_end", session_id="rounding")
    within(memory, run, "consolidate", profile="scheduler", run_id=run, passes=["episodes", "claims"])


def park(memory: Project, reason: str) -> str:
    """Let the job that waits fail until nobody tries it again; return its id."""
    [job] = memory.get("jobs", states=["queued"])["jobs"]
    for _ in range(job["max_attempts"]):
        with noting(memory.runtime.environment, "test") as work:
            lease = jobs.claim(work, "a worker", lease_seconds=60)
            assert lease is not None
            jobs.fail(work, lease, reason)
            work.run("UPDATE jobs SET available_at = created_at")
    return str(job["id"])


def test_lists_every_write_and_narrows_it_in_the_address(visit: Visit, memory: Project) -> None:
    written = memory.get("audit", limit=500)["entries"]
    visitor = visit("/operations")
    page = visitor.page
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
    visitor = visit(revision(memory), dark=True)
    page = visitor.page
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
    visitor = visit(revision(memory))
    page = visitor.page
    page.get_by_role("button", name="Undo").click()
    dialog = page.get_by_role("dialog", name="Take this operation back?")
    expect(dialog.get_by_text(re.compile(r"\d changes"))).to_be_visible()
    visitor.accessible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert about(memory, "storage.hours")["statement"] == REVISED
    page.get_by_role("button", name="Undo").click()
    visitor.confirm("Take this operation back?", why="the office wants its file")
    expect(page.get_by_role("heading", level=1)).to_have_text("undo")
    expect(page.get_by_role("complementary", name="Facts")).to_contain_text("the office wants its file")
    assert about(memory, "storage.hours")["statement"] == DECISIONS["storage.hours"]
    assert newest(memory, "undo")["reason"] == "the office wants its file"
    page.get_by_role("button", name="Undo the undo").click()
    visitor.confirm("Bring back what this undo took away?", why="after all")
    expect(page.get_by_role("complementary", name="Facts")).to_contain_text("after all")
    assert about(memory, "storage.hours")["statement"] == REVISED


def test_says_why_something_does_not_go_back(visit: Visit, memory: Project) -> None:
    visitor = visit(f"/operations/{newest(memory, 'usage_report')['id']}")
    page = visitor.page
    visitor.forgive("status of 422")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("alert")).to_contain_text("changed nothing that can go back")
    # A backup is about the whole store: an undo is not even offered.
    visitor.go(f"/operations/{newest(memory, 'backup_create')['id']}")
    expect(page.get_by_role("link", name=re.compile("^bak_"))).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)


def test_verifies_the_chain_and_tells_where_it_is_broken(
    visit: Visit, place: Served, memory: Project
) -> None:
    visitor = visit("/operations")
    page = visitor.page
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


def test_takes_back_everything_that_a_session_wrote(visit: Visit, memory: Project) -> None:
    before = statements(memory)
    mail, invoices = (before[said] for said in ("The mail queue is NATS.", DECISIONS["storage.invoices"]))
    wrote = within(memory, "s-wrong", "revise", id=mail, statement="The mail queue is a spreadsheet.")
    within(memory, "s-wrong", "ingest", record_kind="fact", statement="The office has closed.")
    within(memory, "s-right", "revise", id=invoices, statement="Invoices are stored in PostgreSQL.")
    visitor = visit(f"/operations/{wrote}")
    page = visitor.page
    page.get_by_role("button", name="Undo the whole session").click()
    question = "Take back everything that this session wrote?"
    expect(page.get_by_role("dialog", name=question)).to_contain_text("The office has closed.")
    assert "The office has closed." in statements(memory)
    visitor.confirm(question, why="it was the wrong project")
    expect(page.get_by_role("heading", level=1)).to_have_text("undo")
    expect(page.get_by_text("2 operations taken back")).to_be_visible()
    rest = before.keys() - {DECISIONS["storage.invoices"]}
    assert statements(memory).keys() == rest | {"Invoices are stored in PostgreSQL."}
    assert newest(memory, "undo")["reason"] == "it was the wrong project"


def test_tries_again_what_had_failed_for_good(visit: Visit, memory: Project) -> None:
    job = park(memory, "the disk is full")
    assert memory.get("jobs")["by_state"] == {"parked": 1}
    page = visit("/operations?tab=work").page
    row = page.get_by_role("table", name="Jobs").locator("tbody tr").filter(has_text="the disk is full")
    expect(row).to_contain_text("parked")
    row.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("It is tried again")).to_be_visible()
    expect(row).to_have_count(0)
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    [queued] = memory.get("jobs")["jobs"]
    assert (queued["id"], queued["state"], queued["attempts"]) == (job, "queued", 0)


def test_shows_and_starts_work_in_the_background(visit: Visit, memory: Project) -> None:
    learn(memory, "run_browser")
    visitor = visit("/operations")
    page = visitor.page
    page.get_by_role("tab", name="Background work").click()
    expect(page).to_have_url(re.compile("tab=work"))
    listed = page.get_by_role("table", name="Jobs").locator("tbody tr")
    before = len(memory.get("jobs")["jobs"])
    expect(listed).to_have_count(before)
    page.get_by_role("button", name="What would it do?").click()
    expect(page.get_by_role("table", name="Passes of the next run").locator("tbody tr")).to_have_count(7)
    page.get_by_role("button", name="Ask for a run").click()
    expect(page.get_by_text("A run is asked for")).to_be_visible()
    expect(listed).to_have_count(before + 1)
    assert len(memory.get("jobs")["jobs"]) == before + 1
    visitor.accessible()
    runs = page.get_by_role("table", name="Last runs, newest first").locator("tbody tr")
    expect(runs.first).to_contain_text("run_browser")
    expect(runs.first).to_contain_text("claims: 1")
    [learned] = [said for said in statements(memory) if "round hours to quarters" in said]
    runs.first.get_by_role("button", name="Undo").click()
    visitor.confirm("Take back the", why="too eager")
    expect(page.get_by_role("heading", level=1)).to_have_text("undo")
    assert learned not in statements(memory)
    assert newest(memory, "undo")["reason"] == "too eager"


def test_fits_on_a_phone(visit: Visit, memory: Project) -> None:
    visitor = visit(size=PHONE)
    page = visitor.page
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


def test_offers_nothing_to_those_who_may_only_look(visit: Visit, reading: Served) -> None:
    visitor = visit("/operations?operation=revise", at=reading)
    page = visitor.page
    rows(page).first.get_by_role("link").first.click()
    expect(page.get_by_role("heading", level=1, name="revise")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    visitor.go("/operations?tab=work")
    expect(page.get_by_role("button", name="Ask for a run")).to_have_count(0)
