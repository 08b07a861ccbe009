"""Can a person decide what waits: with keys alone, one by one or many at once, and take it back?"""

import re
from datetime import timedelta
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.sample import suggest
from tests.browser.visitor import Visitor
from tests.conftest import Project
from tests.fixtures.serving import Served
from tests.sessions import statements

CHOSEN = ".queue li[data-chosen=true] a"
SUGGESTIONS = "/inbox?kind=suggestion"
DUPLICATES = "/inbox?kind=duplicate"
PLAN = "aaradareaa"
"""What is done with ten items, one after the other: accept, reject, edit, defer."""
FOCUSED = f"document.activeElement.matches('{CHOSEN}') ? document.activeElement.lastChild.textContent : null"
OUTCOMES = {"a": "accepted", "r": "rejected", "e": "accepted", "d": "deferred"}


def chosen(page: Page) -> Locator:
    """Return the row of the item that is looked at."""
    return page.locator(CHOSEN)


def title(page: Page) -> str:
    """Return what the item says that is looked at."""
    return chosen(page).locator(".clamp").inner_text()


def words(page: Page) -> Locator:
    """Return the field in which an item is said in other words."""
    return page.get_by_label("In other words")


def status(page: Page) -> Locator:
    """Return the line that says what happened last."""
    return page.get_by_role("region", name="The last decision").get_by_role("status")


def press(visitor: Visitor, key: str) -> str:
    """Press a key that leads to another item; return what the one before says."""
    before = title(visitor.page)
    visitor.page.keyboard.press(key)
    gone(visitor, before)
    return before


def gone(visitor: Visitor, said: str) -> None:
    """Wait until another item is looked at, with the focus on it."""
    visitor.wait_until(lambda: visitor.page.evaluate(FOCUSED) not in {None, said})


def states(project: Project, *kinds: str) -> dict[str, str]:
    """Return what became of the reviews: how each was resolved, else its state, by what it says."""
    every = {"states": ["open", "deferred", "resolved"], "limit": 200, "look": False}
    found = project.get("review_queue", profile="cli", kinds=list(kinds), **every)
    return {
        one["records"][0]["record"]["statement"]: one["resolution"]
        if one["state"] == "resolved"
        else one["state"]
        for one in found["items"]
    }


def hold_twins(project: Project) -> dict[str, str]:
    """Hold the same twice, in as good as the same words; return the records' ids by what they say."""
    said = [f"The nightly export runs at two in the morning{end}" for end in ".!"]
    return {one: project.hold(one, subject_key=f"export.{number}") for number, one in enumerate(said)}


def import_hours(project: Project, office: str, *, days_ago: int, proven: bool) -> None:
    """Let a session import the hours of an office; unproven, nothing shows that it worked."""
    done: dict[str, Any] = {"text": "done"} | ({"exit_code": 0} if proven else {})
    turns: list[dict[str, Any]] = [{"role": "user", "text": f"Import the hours of office {office}."}]
    for act in ("fetch", "check", "load"):
        command = f"python -m importer {act} {office}"
        turns += [
            {"role": "assistant", "tool": "Bash", "command": command, "call": act},
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


def test_decides_fifty_items_with_keys_alone(visit: Visit, memory: Project) -> None:
    suggest(memory, 50, topic="fifty")
    visitor = visit(SUGGESTIONS)
    page = visitor.page
    expect(page.get_by_text("56 items wait for a decision")).to_be_visible()
    decided: dict[str, str] = {}
    said = ""
    for key in PLAN * 5:
        said = title(page)
        page.keyboard.press(key)
        if key == "e":
            expect(words(page)).to_be_focused()
            page.keyboard.press("Control+A")
            page.keyboard.type(f"{said.removesuffix('.')}, said better.")
            page.keyboard.press("Control+Enter")
        elif key == "d":
            expect(page.get_by_role("button", name="Tomorrow")).to_be_focused()
            page.keyboard.press("Enter")
        decided[said] = OUTCOMES[key]
        gone(visitor, said)
    expect(page.get_by_text("6 items wait for a decision")).to_be_visible()
    # An item goes at once; the line says when it is written.
    expect(status(page)).to_have_text(re.compile(f"^Accepted “{re.escape(said[:40])}"))
    found = states(memory, "suggestion")
    assert len(decided) == 50
    assert {said: found[said] for said in decided} == decided
    better = {said for said in statements(memory) if said.endswith(", said better.")}
    assert len(better) == PLAN.count("e") * 5


def test_takes_decisions_back_one_after_the_other(visit: Visit, memory: Project) -> None:
    visitor = visit(SUGGESTIONS)
    page = visitor.page
    first, second = press(visitor, "a"), press(visitor, "r")
    expect(status(page)).to_have_text(f"Rejected “{second}”")
    assert (states(memory)[first], states(memory)[second]) == ("accepted", "rejected")
    page.keyboard.press("u")
    expect(status(page)).to_have_text(f"Undone: Rejected “{second}”")
    expect(chosen(page)).to_contain_text(second)
    page.get_by_role("button", name="Undo").click()
    expect(chosen(page)).to_contain_text(first)
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    assert (states(memory)[first], states(memory)[second]) == ("open", "open")


def test_decides_many_at_once_and_takes_them_back(visit: Visit, memory: Project) -> None:
    visitor = visit("/inbox")
    page = visitor.page
    page.keyboard.press("b")
    expect(status(page)).to_have_text("Closed “The report server listens on port 9999.”")
    assert states(memory, "conflict") == {"The report server listens on port 9999.": "resolved"}
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
    for title_of, count in (("Left out", 1), ("Still holds", 1), ("Accept", 3)):
        listed = dialog.get_by_role("region", name=title_of).get_by_role("listitem")
        expect(listed).to_have_count(count)
    visitor.accessible()
    page.keyboard.press("Enter")
    expect(status(page)).to_have_text("Accepted 3 items")
    found = list(states(memory).values())
    assert (found.count("accepted"), found.count("confirmed")) == (3, 1)
    page.keyboard.press("u")
    expect(status(page)).to_have_text("Undone: Accepted 3 items")
    assert "accepted" not in states(memory).values()


def test_rejects_everything_that_is_selected(visit: Visit, memory: Project) -> None:
    page = visit(SUGGESTIONS).page
    page.get_by_role("button", name="Select all").click()
    page.keyboard.press("Shift+R")
    page.get_by_role("button", name="Decide 6 items").click()
    expect(page.get_by_text("Nothing of the kind “suggestion”")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(status(page)).to_have_text("Rejected 6 items")
    assert set(states(memory, "suggestion").values()) == {"rejected"}


def test_picks_the_winner_of_a_conflict_after_showing_what_changes(visit: Visit, memory: Project) -> None:
    visitor = visit("/inbox?kind=conflict")
    page = visitor.page
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
    assert "The report server listens on port 8500." in statements(memory)
    page.keyboard.press("a")
    page.keyboard.press("a")  # an impatient person asks once
    expect(dialog.get_by_label("Why")).to_be_focused()
    page.keyboard.type("measured it")
    page.keyboard.press("Tab")
    page.keyboard.type("Sarah")
    page.keyboard.press("Enter")
    expect(status(page)).to_contain_text("Decided: “The report server listens on port 9999.”")
    assert "The report server listens on port 9999." in statements(memory)
    assert "The report server listens on port 8500." not in statements(memory)


def test_confirms_revises_and_withdraws_what_may_no_longer_hold(visit: Visit, memory: Project) -> None:
    visitor = visit("/inbox?kind=doubtful")
    page = visitor.page
    expect(page.get_by_role("region", name="How the doubt came here").locator("ins")).to_have_text("NATS")
    page.keyboard.press("a")
    expect(page.get_by_text("Nothing of the kind “doubtful”")).to_be_visible()
    expect(status(page)).to_contain_text("Confirmed")
    visitor.go("/inbox?kind=stale")
    expect(page.get_by_text("something that it cites in the repository has changed")).to_be_visible()
    expect(page.get_by_role("region", name="Cited in the code")).to_be_visible()
    revised = title(page)
    page.get_by_role("button", name="Edit").click()
    words(page).fill("Payments are matched by reference only.")
    page.get_by_role("button", name="Revise").click()
    gone(visitor, revised)
    withdrawn = title(page)
    page.keyboard.press("r")
    expect(page.get_by_text("Nothing of the kind “stale”")).to_be_visible()
    expect(status(page)).to_contain_text("Archived")
    assert states(memory, "doubtful") == {"Mail workers acknowledge after sending.": "confirmed"}
    assert "Payments are matched by reference only." in statements(memory)
    assert not {revised, withdrawn} & statements(memory).keys()


def test_merges_duplicates_that_nobody_had_noticed(visit: Visit, memory: Project) -> None:
    twins = hold_twins(memory)
    visitor = visit(DUPLICATES)
    page = visitor.page
    expect(page.get_by_text("Nothing of the kind “duplicate”")).to_be_visible()
    page.get_by_label("Also look for what nobody has noticed yet").check()
    expect(page).to_have_url(re.compile("look=1"))
    expect(page.get_by_text("found just now, and written down nowhere yet")).to_be_visible()
    expect(page.get_by_role("button", name="Defer")).to_have_count(0)
    page.keyboard.press("a")
    expect(page.get_by_role("dialog").get_by_text(re.compile(r"\d changes?"))).to_be_visible()
    visitor.confirm("Merge these into one?", why="the same", name="Sarah")
    expect(status(page)).to_contain_text("Merged")
    assert len(twins.keys() & statements(memory).keys()) == 1


def test_merges_duplicates_into_the_one_that_is_chosen(visit: Visit, memory: Project) -> None:
    twins = hold_twins(memory)
    memory.get("record_findings", profile="scheduler", kinds=["duplicate"])
    [item] = memory.get("review_queue", profile="cli", kinds=["duplicate"])["items"]
    place, kept = next(
        (place, one["record"])
        for place, one in enumerate(item["records"])
        if one["record"]["id"] != item["preferred"]
    )
    visitor = visit(DUPLICATES)
    page = visitor.page
    question = f"Merge into m:{kept['handle']}"
    expect(page.get_by_role("button", name=question)).to_be_visible()
    visitor.accessible()
    page.keyboard.press(str(place + 1))
    visitor.confirm(f"{question}?", why="the shorter key", name="Sarah")
    expect(page.get_by_text("Nothing of the kind “duplicate”")).to_be_visible()
    expect(status(page)).to_contain_text("Merged")
    assert twins.keys() & statements(memory).keys() == {kept["statement"]}
    [other] = memory.get("inspect", ids=[item["preferred"]])["records"]
    assert other["state"] == "superseded"
    assert set(states(memory, "duplicate").values()) == {"merged"}


def test_keeps_apart_what_only_looks_alike(visit: Visit, memory: Project) -> None:
    twins = hold_twins(memory)
    memory.get("record_findings", profile="scheduler", kinds=["duplicate"])
    page = visit(DUPLICATES).page
    expect(page.get_by_role("button", name="Keep apart")).to_be_visible()
    page.keyboard.press("r")
    expect(page.get_by_text("Nothing of the kind “duplicate”")).to_be_visible()
    expect(status(page)).to_contain_text("Closed")
    assert twins.keys() <= statements(memory).keys()
    assert set(states(memory, "duplicate").values()) == {"resolved"}
    # What was decided is not brought up again.
    with page.expect_response("**/v1/review_queue") as answer:
        page.get_by_label("Also look for what nobody has noticed yet").check()
    answer.value.finished()
    expect(page.get_by_text("Nothing of the kind “duplicate”")).to_be_visible()
    assert memory.get("review_queue", profile="cli", kinds=["duplicate"])["items"] == []


def test_defers_until_a_moment_or_a_change(visit: Visit, memory: Project) -> None:
    visitor = visit(SUGGESTIONS)
    page = visitor.page
    first = title(page)
    page.keyboard.press("d")
    visitor.accessible()
    page.get_by_label("Another moment").fill("2031-05-04T09:30")
    page.get_by_role("button", name="Defer until then").click()
    gone(visitor, first)
    expect(status(page)).to_contain_text("until 2031-05-04 09:30")
    second = title(page)
    page.keyboard.press("d")
    page.get_by_role("button", name=re.compile("^Until m:.* changes")).click()
    gone(visitor, second)
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
    visitor = visit(SUGGESTIONS)
    page = visitor.page
    press(visitor, "j")
    second = press(visitor, "ArrowDown")
    press(visitor, "k")
    expect(page).to_have_url(re.compile("id=rev_"))
    page.reload()
    expect(chosen(page)).to_contain_text(second)
    # What was decided can still be looked at by its address.
    assert press(visitor, "r") == second
    expect(status(page)).to_contain_text("Rejected")
    every = memory.get("review_queue", profile="cli", states=["resolved"])["items"]
    rejected = next(one for one in every if one.get("resolution") == "rejected")
    visitor.go(f"/inbox?id={rejected['id']}")
    expect(page.get_by_text(re.compile(r"Decided on .*: rejected\."))).to_be_visible()
    expect(page.get_by_role("group", name="Decide")).to_have_count(0)


def test_loses_nothing_when_the_server_is_away(visit: Visit, memory: Project) -> None:
    visitor = visit(SUGGESTIONS)
    page = visitor.page
    first = title(page)
    visitor.forgive("ERR_INTERNET_DISCONNECTED")
    page.context.set_offline(True)
    page.keyboard.press("a")
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
    page.get_by_role("button", name="Look at it again").click()
    expect(chosen(page)).to_contain_text(first)
    page.keyboard.press("e")
    expect(words(page)).to_be_focused()
    page.keyboard.type(" Or better.")
    page.keyboard.press("Control+Enter")
    expect(status(page)).to_have_text("Not done, and nothing has changed.")
    expect(words(page)).to_have_value(re.compile("Or better."))
    assert states(memory)[first] == "open"
    page.context.set_offline(False)
    page.get_by_role("button", name="Accept in these words").click()
    expect(status(page)).to_contain_text("Accepted in other words")
    assert any(said.endswith(" Or better.") for said in statements(memory))


def test_keeps_what_is_typed_when_somebody_else_decides(visit: Visit, memory: Project) -> None:
    visitor = visit(SUGGESTIONS)
    page = visitor.page
    first = title(page)
    page.keyboard.press("e")
    page.keyboard.press("r")  # typed too early: it is no answer any more
    expect(words(page)).to_be_focused()
    page.keyboard.type("Half a thought, ")
    review = memory.get("review_queue", profile="cli", kinds=["suggestion"])["items"][0]
    memory.get("review", profile="cli", action="reject", ids=[review["id"]])
    expect(page.locator(".queue").get_by_text(first)).to_have_count(0)
    expect(words(page)).to_have_value(re.compile("Half a thought, "))
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("alert")).to_contain_text("was decided on")
    expect(words(page)).to_have_value(re.compile("Half a thought, "))


def test_shows_one_thing_at_a_time_on_a_phone(visit: Visit, memory: Project) -> None:
    visitor = visit("/inbox", size=PHONE, has_touch=True)
    page = visitor.page
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
        import_hours(memory, office, days_ago=3 - number, proven=number < 2)
    memory.get("learn_procedures", profile="scheduler")
    visitor = visit("/inbox?kind=procedure", dark=True)
    page = visitor.page
    steps = page.get_by_role("region", name="Steps").get_by_role("listitem")
    expect(steps).to_have_count(3)
    expect(steps.first).to_contain_text("python -m importer fetch {name}")
    visitor.accessible()
    page.get_by_text("What “Accept” would change").click()
    expect(page.get_by_text("2 changes:")).to_be_visible()
    assert list(states(memory, "procedure").values()) == ["open"]
    page.keyboard.press("a")
    expect(page.get_by_text("Nothing of the kind “procedure”")).to_be_visible()
    expect(status(page)).to_contain_text("Accepted")
    assert list(states(memory, "procedure").values()) == ["accepted"]


def test_offers_nothing_to_those_who_may_only_look(visit: Visit, reading: Served) -> None:
    visitor = visit("/inbox", at=reading)
    page = visitor.page
    expect(page.get_by_text("This session (scope read) may look at it, but not decide it.")).to_be_visible()
    expect(page.get_by_role("group", name="Decide")).to_have_count(0)
    page.keyboard.press("a")
    press(visitor, "j")
    expect(page.locator(".queue li")).to_have_count(10)


def test_says_when_nothing_waits(visit: Visit, fresh: Served) -> None:
    visitor = visit("/inbox", at=fresh)
    expect(visitor.page.get_by_text("Nothing waits for a decision")).to_be_visible()
    visitor.accessible()
