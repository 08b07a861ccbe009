"""Can a person make, prove and bring back a backup from the page?"""

import re
import shutil

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.conftest import Project
from tests.fixtures.serving import Served


def test_makes_a_backup_with_its_reason(visit: Visit, memory: Project) -> None:
    page = visit("/backups").page
    expect(page.get_by_role("row")).to_have_count(2)
    page.get_by_label("Why").fill("before the migration")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="before the migration")).to_be_visible()
    kept = memory.get("backup_list", profile="cli")["backups"]
    assert [backup["reason"] for backup in kept] == ["before the migration", "on request"]
    expect(page.get_by_label("Why")).to_have_value("")
    page.get_by_role("link", name="on request").press("Enter")
    expect(page).to_have_url(re.compile(rf"/backups\?id={kept[1]['id']}$"))
    page.reload()
    expect(page.locator("tr[aria-current]")).to_contain_text("on request")


def test_proves_a_backup_by_a_trial_restore(visit: Visit, memory: Project) -> None:
    visitor = visit("/backups")
    page = visitor.page
    [backup] = memory.get("backup_list", profile="cli")["backups"]
    page.get_by_role("button", name="Restore drill").click()
    expect(page.get_by_text("It can be restored.")).to_be_visible()
    expect(page.locator(".proof")).to_contain_text(f"{backup['rows']:,}")
    visitor.picture("backups")
    [proven] = memory.get("backup_list", profile="cli")["backups"]
    assert proven["verified_at"] > backup["verified_at"]
    page.get_by_role("button", name="Verify digests").click()
    expect(page.get_by_text("Every digest is right.")).to_be_visible()
    visitor.accessible()


def test_brings_a_backup_back_after_a_preview(visit: Visit, memory: Project) -> None:
    late = memory.hold("Said after the backup.", subject_key="late")
    visitor = visit("/backups")
    page = visitor.page
    page.get_by_role("button", name="Restore…").click()
    dialog = page.get_by_role("dialog", name="Restore this backup?")
    expect(dialog).to_contain_text("bak_")
    expect(dialog).to_contain_text(re.compile("[0-9]+ writes since then will only be in the safety backup"))
    expect(dialog).not_to_contain_text("Nothing in the store would change")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert memory.get("inspect", ids=[late])["records"]
    page.get_by_role("button", name="Restore…").click()
    visitor.confirm("Restore this backup?", why="the import went wrong", name="Sarah")
    done = page.get_by_text(re.compile("Restored as of write"))
    expect(done).to_be_visible()
    assert memory.fail("inspect", ids=[late]) == "not_found"
    safety = page.locator(".proof").get_by_role("link").inner_text()
    assert safety in {backup["id"] for backup in memory.get("backup_list", profile="cli")["backups"]}
    page.locator(".proof").get_by_role("link").click()
    expect(page.locator("tr[aria-current]")).to_contain_text("was restored")


def test_tells_what_is_wrong_with_them(visit: Visit, memory: Project) -> None:
    [backup] = memory.get("backup_list", profile="cli")["backups"]
    shutil.rmtree(memory.paths.backups / backup["id"])
    visitor = visit("/backups")
    expect(visitor.page.get_by_text("1 backup is in the journal and not in")).to_be_visible()
    expect(visitor.page.get_by_text("there is none")).to_be_visible()
    visitor.go("/backups?id=bak_gone")
    expect(visitor.page.get_by_text("There is no such backup")).to_be_visible()
    visitor.accessible()


def test_offers_nothing_that_the_session_may_not_do(visit: Visit, reading: Served) -> None:
    page = visit("/backups", at=reading).page
    expect(page.get_by_text("This session may not check backups.")).to_be_visible()
    for name in ("Back up now", "Restore drill", "Restore…"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)


def test_fits_a_phone_and_the_dark(visit: Visit) -> None:
    visitor = visit("/backups", size=PHONE, dark=True)
    visitor.fits()
    visitor.accessible()
