"""Does the page tell who may do what, and what they did?"""

import re

from playwright.sync_api import expect

from phantasm.contracts.kinds import Right
from tests.browser import sample
from tests.browser.conftest import PHONE, Visit
from tests.conftest import Project
from tests.fixtures.serving import Served

_WIDER = """\
[profiles.helper]
inherits = "generic_mcp"
allow_authoritative_writes = true
"""


def test_shows_every_right_of_every_profile(visit: Visit, memory: Project) -> None:
    visitor = visit("/clients")
    page = visitor.page
    matrix = page.get_by_role("table", name="Which profile has which right")
    heads = [head.lower() for head in matrix.get_by_role("columnheader").all_inner_texts()]
    told = memory.get("clients", profile="cli")["profiles"]
    expect(matrix.get_by_role("row")).to_have_count(1 + len(told))
    for profile in told:
        row = matrix.get_by_role("row").filter(has=page.get_by_text(profile["name"], exact=True))
        cells = row.get_by_role("rowheader").or_(row.get_by_role("cell")).all_inner_texts()
        has = {right for right in Right if cells[heads.index(right.replace("_", " "))].startswith("●")}
        assert has == set(profile["rights"]), profile["name"]
    visitor.accessible()
    visitor.picture("clients")


def test_narrows_the_decisions(visit: Visit, memory: Project) -> None:
    page = visit("/clients?days=90").page
    decisions = page.get_by_role("table", name="Trust decisions")
    page.get_by_role("link", name="Any MCP client").click()
    expect(page).to_have_url(re.compile(r"days=90&profile=generic_mcp"))
    expect(decisions.get_by_role("row")).to_have_count(2)
    page.get_by_label("Profile", exact=True).select_option("Every profile")
    page.get_by_label("Verdict").select_option("Suggest")
    expect(decisions.get_by_role("row")).to_have_count(2)
    expect(decisions).to_contain_text("generic_mcp may suggest but not write")
    page.reload()
    expect(decisions.get_by_role("row")).to_have_count(2)
    [said] = memory.get("clients", profile="cli", verdict="suggest")["decisions"]
    decisions.get_by_role("link").press("Enter")
    expect(page).to_have_url(re.compile(said["operation_id"]))


def test_reads_the_decisions_page_by_page(visit: Visit, memory: Project) -> None:
    page = visit("/clients").page
    rows = page.get_by_role("table", name="Trust decisions").get_by_role("row")
    expect(rows).to_have_count(1 + 25)
    page.get_by_role("button", name="Load more").click()
    every = memory.get("clients", profile="cli", limit=200)["decisions"]
    expect(rows).to_have_count(1 + min(50, len(every)))
    sample.suggest(memory, 1, topic="later")
    expect(page.get_by_text("Something changed.")).to_be_visible()


def test_tells_what_waits_for_approval(visit: Visit, memory: Project) -> None:
    memory.paths.clients.write_text(_WIDER, encoding="utf-8")
    page = visit("/clients").page
    held = page.get_by_role("region", name="Held back")
    expect(held).to_contain_text("profiles.helper.allow_authoritative_writes")
    expect(held).to_contain_text("phantasm config approve")
    expect(page.get_by_text("custom, like generic_mcp")).to_be_visible()


def test_shows_the_session_and_never_a_token(visit: Visit, place: Served) -> None:
    secret = place.token()
    visitor = visit("/clients")
    session = visitor.page.get_by_role("region", name="This session")
    expect(session).to_contain_text("admin")
    expect(session).to_contain_text("sensitive export")
    expect(visitor.page.get_by_text("phantasm token add NAME --scope read")).to_be_visible()
    assert secret not in visitor.page.content()


def test_fits_a_phone_and_the_dark(visit: Visit) -> None:
    visitor = visit("/clients", size=PHONE, dark=True)
    visitor.fits()
    visitor.accessible()
