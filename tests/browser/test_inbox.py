"""Can a person decide what waits: with keys alone, one by one or many at once, and take it back?"""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from phantasm.config.paths import Paths
from phantasm.contracts.kinds import TokenScope
from tests.browser.conftest import PHONE, Visit
from tests.browser.sample import suggest
from tests.conftest import Project
from tests.fixtures.projects import lay_out_state
from tests.fixtures.serving import served

CHOSEN = ".queue li[data-chosen=true] a"
PLAN = "aaradareaa"
"""What is done with ten items, one after the other: accept, reject, edit, defer."""


def chosen(page: Page) -> Locator:
    """Return the row of the item that is looked at."""
    return page.locator(CHOSEN)


def title(page: Page) -> str:
    """Return what the item says that is looked at."""
    return chosen(page).locator(".clamp").inner_text()


def gone(page: Page, said: str) -> None:
    """Wait until another item is looked at, with the focus on it."""
    expect(chosen(page).locator(".clamp")).not_to_have_text(said)
    expect(chosen(page)).to_be_focused()


def status(page: Page) -> Locator:
    """Return the line that says what happened last."""
    return page.get_by_role("region", name="The last decision").get_by_role("status")


def states(project: Project, **wanted: object) -> dict[str, str]:
    """Return what became of the reviews: how each was resolved, else its state, by what it says."""
    every = ["open", "deferred", "resolved"]
    found = project.get("review_queue", profile="cli", states=every, limit=200, look=False, **wanted)
    return {
        one["records"][0]["record"]["statement"]: one["resolution"]
        if one["state"] == "resolved"
        else one["state"]
        for one in found["items"]
    }


def _import_hours(project: Project, office: str, *, days_ago: int, proven: bool) -> None:
    """Let a session import the hours of an office; unproven, nothing shows that it worked."""
    turns: list[dict[str, Any]] = [{"role": "user", "text": f"Import the hours of office {office}."}]
    for act in ("fetch", "check", "load"):
        done: dict[str, Any] = {"text": "done"} | ({"exit_code": 0} if proven else {})
        turns += [
            {
                "role": "assistant",
                "tool": "Bash",
                "command": f"python -m importer {act} {office}",
                "call": act,
            },
            {"role": "tool", "call": act} | done,
        ]
    turns.append({"role": "user", "text": "It works, thanks."})
    began = project.clock.now() - timedelta(days=days_ago)
    told = [
        turn | {"id": str(number), "at": (began + timedelta(seconds=number)).isoformat()}
        for number, turn in enumerate(turns)
    ]
    project.get("session_append", session_id=f"import-{office}", turns=told)
    project.get("session_end", session_id=f"import-{office}")


def held(project: Project) -> set[str]:
    """Return every statement that is held."""
    found = project.get("list", profile="cli", everywhere=True, limit=1000)
    return {record["statement"] for record in found["records"] if "statement" in record}


def test_decides_fifty_items_with_keys_alone(visit: Visit, memory: Project) -> None:
    suggest(memory, 50, topic="fifty")
    page = (visitor := visit()).page
    visitor.go("/inbox?kind=suggestion")
    expect(page.get_by_text("56 items wait for a decision")).to_be_visible()
    decided: dict[str, str] = {}
    said = ""
    for key in PLAN * 5:
        said = title(page)
        page.keyboard.press(key)
        if key == "e":
            words = f"{said.removesuffix('.')}, said better."
            expect(page.get_by_label("In other words")).to_be_focused()
            page.keyboard.press("Control+A")
            page.keyboard.type(words)
            page.keyboard.press("Control+Enter")
        elif key == "d":
            expect(page.get_by_role("button", name="Tomorrow")).to_be_focused()
            page.keyboard.press("Enter")
        decided[said] = {"a": "accepted", "r": "rejected", "e": "accepted", "d": "deferred"}[key]
        gone(page, said)
    expect(page.get_by_text("6 items wait for a decision")).to_be_visible()
    # An item goes at once; the line says when it is written.
    expect(status(page)).to_have_text(re.compile(f"^Accepted “{re.escape(said[:40])}"))
    found = states(memory, kinds=["suggestion"])
    assert len(decided) == 50
    assert {said: found[said] for said in decided} == decided
    better = {said for said in held(memory) if said.endswith(", said better.")}
    assert len(better) == PLAN.count("e") * 5


def test_takes_decisions_back_one_after_the_other(visit: Visit, memory: Project) -> None:
    page = (visitor := visit()).page
    visitor.go("/inbox?kind=suggestion")
    first = title(page)
    page.keyboard.press("a")
    gone(page, first)
    second = title(page)
    page.keyboard.press("r")
    gone(page, second)
    expect(status(page)).to_have_text(f"Rejected “{second}”")
    assert states(memory)[first] == "accepted"
    page.keyboard.press("u")
    expect(status(page)).to_have_text(f"Undone: Rejected “{second}”")
    expect(chosen(page)).to_contain_text(second)
    page.get_by_role("button", name="Undo").click()
    expect(chosen(page)).to_contain_text(first)
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    assert {states(memory)[first], states(memory)[second]} == {"open"}


def test_decides_many_at_once_and_takes_them_back(visit: Visit, memory: Project) -> None:
    page = (visitor := visit()).page
    visitor.go("/inbox")
    page.keyboard.press("b")
    expect(status(page)).to_have_text("Closed “The report server listens on port 9999.”")
    assert states(memory, kinds=["conflict"]) == {"The report server listens on port 9999.": "resolved"}
    page.keyboard.press("u")
    expect(chosen(page)).to_contain_text("port 9999")
    page.keyboard.press("x")
    for _ in range(4):
        page.keyboard.press("j")
        page.keyboard.press("x")
    expect(page.get_by_text("5 items selected")).to_be_visible()
    page.keyboard.press("Shift+A")
    dialog = page.get_by_role("dialog", name="Yes to 4 items?")
    # A conflict needs a winner, a doubtful record is confirmed, suggestions are accepted.
    expect(dialog.get_by_role("region", name="Left out").get_by_role("listitem")).to_have_count(1)
    expect(dialog.get_by_role("region", name="Still holds").get_by_role("listitem")).to_have_count(1)
    expect(dialog.get_by_role("region", name="Accept").get_by_role("listitem")).to_have_count(3)
    visitor.accessible()
    page.keyboard.press("Enter")
    expect(status(page)).to_have_text("Accepted 3 items")
    found = list(states(memory).values())
    assert (found.count("accepted"), found.count("confirmed")) == (3, 1)
    page.keyboard.press("u")
    expect(status(page)).to_have_text("Undone: Accepted 3 items")
    assert "accepted" not in states(memory).values()


def test_rejects_everything_that_is_selected(visit: Visit, memory: Project) -> None:
    page = (visitor := visit()).page
    visitor.go("/inbox?kind=suggestion")
    page.get_by_role("button", name="Select all").click()
    page.keyboard.press("Shift+R")
    page.get_by_role("button", name="Decide 6 items").click()
    expect(page.get_by_text("Nothing of the kind “suggestion”")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(status(page)).to_have_text("Rejected 6 items")
    assert set(states(memory, kinds=["suggestion"]).values()) == {"rejected"}


def test_picks_the_winner_of_a_conflict_after_showing_what_changes(visit: Visit, memory: Project) -> None:
    page = (visitor := visit()).page
    visitor.go("/inbox?kind=conflict")
    expect(page.get_by_role("region", name="Held").locator("del")).to_have_text("8500")
    expect(page.get_by_role("region", name="Proposed").locator("ins")).to_have_text("9999")
    expect(page.get_by_text("Said in the meeting: The report server listens on port 8500.")).to_be_visible()
    visitor.accessible()
    visitor.picture("inbox")
    page.keyboard.press("a")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text(re.compile(r"\d changes"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert "The report server listens on port 8500." in held(memory)
    page.keyboard.press("a")
    page.keyboard.press("a")  # an impatient person asks once
    expect(dialog.get_by_label("Why")).to_be_focused()
    page.keyboard.type("measured it")
    page.keyboard.press("Tab")
    page.keyboard.type("Sarah")
    page.keyboard.press("Enter")
    expect(status(page)).to_contain_text("Decided: “The report server listens on port 9999.”")
    assert "The report server listens on port 9999." in held(memory)
    assert "The report server listens on port 8500." not in held(memory)


def test_confirms_revises_and_withdraws_what_may_no_longer_hold(visit: Visit, memory: Project) -> None:
    page = (visitor := visit()).page
    visitor.go("/inbox?kind=doubtful")
    expect(page.get_by_role("region", name="How the doubt came here").locator("ins")).to_have_text("NATS")
    page.keyboard.press("a")
    expect(page.get_by_text("Nothing of the kind “doubtful”")).to_be_visible()
    expect(status(page)).to_contain_text("Confirmed")
    visitor.go("/inbox?kind=stale")
    expect(page.get_by_text("something that it cites in the repository has changed")).to_be_visible()
    expect(page.get_by_role("region", name="Cited in the code")).to_be_visible()
    revised = title(page)
    page.get_by_role("button", name="Edit").click()
    page.get_by_label("In other words").fill("Payments are matched by reference only.")
    page.get_by_role("button", name="Revise").click()
    gone(page, revised)
    withdrawn = title(page)
    page.keyboard.press("r")
    expect(page.get_by_text("Nothing of the kind “stale”")).to_be_visible()
    expect(status(page)).to_contain_text("Archived")
    assert states(memory, kinds=["doubtful"]) == {"Mail workers acknowledge after sending.": "confirmed"}
    assert "Payments are matched by reference only." in held(memory)
    assert not {revised, withdrawn} & held(memory)


def test_merges_duplicates_that_nobody_had_noticed(visit: Visit, memory: Project) -> None:
    memory.hold("The nightly export runs at two in the morning.", subject_key="export.night")
    memory.hold("The nightly export runs at two in the morning!", subject_key="export.time")
    page = (visitor := visit()).page
    visitor.go("/inbox?kind=duplicate")
    expect(page.get_by_text("Nothing of the kind “duplicate”")).to_be_visible()
    page.get_by_label("Also look for what nobody has noticed yet").check()
    expect(page).to_have_url(re.compile("look=1"))
    expect(page.get_by_text("found just now, and written down nowhere yet")).to_be_visible()
    expect(page.get_by_role("button", name="Defer")).to_have_count(0)
    page.keyboard.press("a")
    dialog = page.get_by_role("dialog", name="Merge these into one?")
    expect(dialog.get_by_text(re.compile(r"\d changes?"))).to_be_visible()
    dialog.get_by_label("Why").fill("the same")
    dialog.get_by_label("Your name").fill("Sarah")
    dialog.get_by_role("button", name="Confirm").click()
    expect(status(page)).to_contain_text("Merged")
    assert len([said for said in held(memory) if said.startswith("The nightly export")]) == 1


def test_defers_until_a_moment_or_a_change(visit: Visit, memory: Project) -> None:
    page = (visitor := visit()).page
    visitor.go("/inbox?kind=suggestion")
    first = title(page)
    page.keyboard.press("d")
    visitor.accessible()
    page.get_by_label("Another moment").fill("2031-05-04T09:30")
    page.get_by_role("button", name="Defer until then").click()
    gone(page, first)
    expect(status(page)).to_contain_text("until 2031-05-04 09:30")
    second = title(page)
    page.keyboard.press("d")
    page.get_by_role("button", name=re.compile("^Until m:.* changes")).click()
    gone(page, second)
    expect(status(page)).to_contain_text(re.compile("until m:.* changes"))
    assert (states(memory)[first], states(memory)[second]) == ("deferred", "deferred")
    page.get_by_label("State").select_option(label="Deferred")
    expect(page).to_have_url(re.compile("state=deferred"))
    expect(page.get_by_text("2 items wait for later")).to_be_visible()
    expect(page.locator(".queue li")).to_have_count(2)
    page.reload()
    page.locator(".queue li", has_text=first).get_by_role("link").click()
    expect(page.get_by_text("comes back on 2031-05-04 09:30")).to_be_visible()


def test_keeps_the_view_in_the_address(visit: Visit, memory: Project) -> None:
    page = (visitor := visit()).page
    visitor.go("/inbox?kind=suggestion")
    first = title(page)
    page.keyboard.press("j")
    gone(page, first)
    second = title(page)
    page.keyboard.press("ArrowDown")
    gone(page, second)
    third = title(page)
    page.keyboard.press("k")
    gone(page, third)
    expect(page).to_have_url(re.compile("id=rev_"))
    page.reload()
    expect(chosen(page)).to_contain_text(second)
    # What was decided can still be looked at by its address.
    page.keyboard.press("r")
    gone(page, second)
    expect(status(page)).to_contain_text("Rejected")
    every = memory.get("review_queue", profile="cli", states=["resolved"])["items"]
    rejected = next(one for one in every if one.get("resolution") == "rejected")
    visitor.go(f"/inbox?id={rejected['id']}")
    expect(page.get_by_text(re.compile(r"Decided on .*: rejected\."))).to_be_visible()
    expect(page.get_by_role("group", name="Decide")).to_have_count(0)


def test_loses_nothing_when_the_server_is_away(visit: Visit, memory: Project) -> None:
    page = (visitor := visit()).page
    visitor.go("/inbox?kind=suggestion")
    first = title(page)
    page.context.set_offline(True)
    page.keyboard.press("a")
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
    page.get_by_role("button", name="Look at it again").click()
    expect(chosen(page)).to_contain_text(first)
    page.keyboard.press("e")
    expect(page.get_by_label("In other words")).to_be_focused()
    page.keyboard.type(" Or better.")
    page.keyboard.press("Control+Enter")
    expect(status(page)).to_have_text("Not done, and nothing has changed.")
    expect(page.get_by_label("In other words")).to_have_value(re.compile("Or better."))
    assert states(memory)[first] == "open"
    page.context.set_offline(False)
    page.get_by_role("button", name="Accept in these words").click()
    expect(status(page)).to_contain_text("Accepted in other words")
    assert any(said.endswith(" Or better.") for said in held(memory))
    # The browser itself says that it was away.
    assert all("ERR_INTERNET_DISCONNECTED" in problem for problem in visitor.problems)
    visitor.problems.clear()


def test_keeps_what_is_typed_when_somebody_else_decides(visit: Visit, memory: Project) -> None:
    page = (visitor := visit()).page
    visitor.go("/inbox?kind=suggestion")
    first = title(page)
    page.keyboard.press("e")
    page.keyboard.press("r")  # typed too early: it is no answer any more
    expect(page.get_by_label("In other words")).to_be_focused()
    page.keyboard.type("Half a thought, ")
    review = memory.get("review_queue", profile="cli", kinds=["suggestion"])["items"][0]
    memory.get("review", profile="cli", action="reject", ids=[review["id"]])
    expect(page.locator(".queue").get_by_text(first)).to_have_count(0)
    expect(page.get_by_label("In other words")).to_have_value(re.compile("Half a thought, "))
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("alert")).to_contain_text("was decided on")
    expect(page.get_by_label("In other words")).to_have_value(re.compile("Half a thought, "))
    visitor.problems.clear()  # the refusal


def test_shows_one_thing_at_a_time_on_a_phone(visit: Visit, memory: Project) -> None:
    page = (visitor := visit(size=PHONE, has_touch=True)).page
    visitor.go("/inbox")
    visitor.fits()
    expect(page.locator(".item")).to_be_hidden()
    page.get_by_role("link", name=re.compile("port 9999")).tap()
    expect(page.locator(".queue")).to_be_hidden()
    expect(page.get_by_role("heading", name="Which of these holds?")).to_be_visible()
    visitor.fits()
    visitor.accessible()
    page.go_back()
    expect(page.locator(".queue")).to_be_visible()
    page.get_by_role("link", name=re.compile("Convention 0")).tap()
    page.get_by_role("button", name="Reject").tap()
    expect(page.get_by_role("region", name="Proposed")).to_contain_text("Convention 1 of idea")
    expect(page.get_by_role("heading", name="Hold this from now on?")).to_be_focused()
    expect(status(page)).to_contain_text("Rejected")
    page.get_by_role("link", name="All items").tap()
    expect(page.locator(".queue")).to_be_visible()
    assert list(states(memory).values()).count("rejected") == 1


def test_accepts_a_procedure_by_its_steps(visit: Visit, memory: Project) -> None:
    for number, office in enumerate(("north", "south", "east")):
        _import_hours(memory, office, days_ago=3 - number, proven=number < 2)
    memory.get("learn_procedures", profile="scheduler")
    page = (visitor := visit(dark=True)).page
    visitor.go("/inbox?kind=procedure")
    steps = page.get_by_role("region", name="Steps").get_by_role("listitem")
    expect(steps).to_have_count(3)
    expect(steps.first).to_contain_text("python -m importer fetch {name}")
    visitor.accessible()
    page.get_by_text("What “Accept” would change").click()
    expect(page.get_by_text("2 changes:")).to_be_visible()
    assert list(states(memory, kinds=["procedure"]).values()) == ["open"]
    page.keyboard.press("a")
    expect(page.get_by_text("Nothing of the kind “procedure”")).to_be_visible()
    expect(status(page)).to_contain_text("Accepted")
    assert list(states(memory, kinds=["procedure"]).values()) == ["accepted"]


def test_offers_nothing_to_those_who_may_only_look(visit: Visit, sample_project: Path) -> None:
    with served(sample_project, scope=TokenScope.READ, person=False) as place:
        page = (visitor := visit(at=place)).page
        visitor.go("/inbox")
        expect(
            page.get_by_text("This session (scope read) may look at it, but not decide it.")
        ).to_be_visible()
        expect(page.get_by_role("group", name="Decide")).to_have_count(0)
        before = title(page)
        page.keyboard.press("a")
        page.keyboard.press("j")
        gone(page, before)
        expect(page.locator(".queue li")).to_have_count(10)
        page.context.close()


def test_says_when_nothing_waits(visit: Visit, tmp_path: Path) -> None:
    root = tmp_path / "fresh"
    root.mkdir()
    lay_out_state(Paths(root))
    with served(root) as place:
        page = (visitor := visit(at=place)).page
        visitor.go("/inbox")
        expect(page.get_by_text("Nothing waits for a decision")).to_be_visible()
        visitor.accessible()
        page.context.close()
