"""Does the compile preview show what an agent would be told, why, and what has changed since?"""

import json
import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.visitor import Visitor
from tests.conftest import Project
from tests.fixtures.serving import Served

TASK = "how are payments matched"
OTHER = "where are the hours stored"


def compiled(memory: Project, **params: Any) -> dict[str, Any]:
    """Return what the operation itself answers."""
    return memory.get("compile", profile="cli", explain=True, **params)


def text_of(page: Page) -> str:
    """Return the context as the view shows it."""
    lines = page.eval_on_selector_all(".context-text", "all => all.map((one) => one.textContent)")
    return "".join(f"{line}\n" for line in lines)


def ask(visitor: Visitor, task: str) -> None:
    """Type a task, compile it, and wait until it is there."""
    visitor.page.get_by_label("Task", exact=True).fill(task)
    with visitor.page.expect_response("**/v1/compile") as answer:
        visitor.page.keyboard.press("Control+Enter")
    answer.value.finished()
    expect(visitor.page.get_by_role("button", name="Compile", exact=True)).to_be_enabled()


def tab(visitor: Visitor, name: str) -> None:
    """Go to another view of the context."""
    visitor.page.get_by_role("tab", name=name).click()
    visitor.settle()


def test_shows_the_exact_text_and_why_each_line_is_there(visit: Visit, memory: Project) -> None:
    visitor = visit("/compile")
    page = visitor.page
    assert text_of(page) == compiled(memory)["text"], "without a task: the standing context"
    ask(visitor, TASK)
    told = compiled(memory, query=TASK)
    assert text_of(page) == told["text"]
    quoted = next(line for line in told["lines"] if line["tier"] == "evidence")
    record = next(line for line in told["lines"][1:] if line["evidence_ids"])
    why = page.get_by_role("complementary", name="Why the line is there")

    page.locator("button.context-number").first.focus()
    page.keyboard.press("End")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(why).to_contain_text(told["lines"][0]["reason"])
    page.locator("li", has_text=f"[m:{record['handle']}]").get_by_role("button").click()
    expect(why).to_contain_text(record["freshness"])
    expect(why.get_by_role("link", name=f"m:{record['handle']}")).to_be_visible()
    expect(why.locator("blockquote")).to_have_count(len(record["evidence_ids"]))
    page.locator("li", has_text=f"[e:{quoted['handle']}]").get_by_role("button").click()
    expect(why).to_contain_text(quoted["reason"])
    expect(why.get_by_role("table").get_by_role("row")).to_have_count(len(quoted["parts"]))
    visitor.accessible()
    visitor.picture("compile", top=340)  # the figures and the text
    page.reload()
    expect(why).to_contain_text(quoted["reason"])
    assert text_of(page) == told["text"]
    why.get_by_role("button", name="Close").click()
    expect(why).to_contain_text("Choose")


def test_fits_the_budget_the_model_and_the_moment(visit: Visit, memory: Project) -> None:
    visitor = visit(f"/compile?task={TASK}")
    page = visitor.page
    page.get_by_role("button", name="1,000").click()
    expect(page.get_by_label("Budget as a number")).to_have_value("1000")
    expect(page.locator(".figures")).to_contain_text("of 1,000")
    assert text_of(page) == compiled(memory, query=TASK, token_budget=1000)["text"]
    page.get_by_label("Budget", exact=True).press("ArrowRight")
    expect(page).to_have_url(re.compile("budget=1100"))
    page.get_by_label("Budget as a number").fill("700")
    page.keyboard.press("Enter")
    expect(page.locator(".figures")).to_contain_text("of 700")
    page.get_by_label("Model").select_option("openai")
    expect(page.locator(".figures")).to_contain_text("openai")
    assert text_of(page) == compiled(memory, query=TASK, token_budget=700, model="openai")["text"]

    visitor.forgive("status of 422")
    page.get_by_label("Budget as a number").fill("20")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("budget_too_small")
    expect(page.get_by_label("Task", exact=True)).to_have_value(TASK)

    old = next(
        one
        for one in memory.get("list", profile="cli", states=["superseded"])["records"]
        if one["subject_key"] == "mail.queue"
    )
    known = (datetime.fromisoformat(old["recorded_at"]) + timedelta(minutes=1)).isoformat()
    visitor.go(f"/compile?task=mail+queue&known_at={known.replace('+', '%2B')}")
    expect(page.locator(".context")).to_contain_text("RabbitMQ")
    page.get_by_text("More options 1 set").click()
    expect(page.get_by_label("Known to the store at")).not_to_have_value("")
    page.get_by_label("Known to the store at").fill("")
    expect(page.locator(".context")).to_contain_text("NATS")


def test_tells_what_is_there_and_what_was_left_out(visit: Visit, memory: Project) -> None:
    told = compiled(memory, query=TASK, token_budget=900)
    visitor = visit(f"/compile?task={TASK}&budget=900&view=lines")
    page = visitor.page
    rows = page.get_by_role("tabpanel").locator("tbody tr")
    expect(rows).to_have_count(len(told["lines"]))
    section = told["sections"][0]
    page.get_by_role("group", name="Section").get_by_role("button").first.click()
    expect(rows).to_have_count(section["lines"])
    visitor.accessible()
    rows.first.get_by_role("button").first.click()
    expect(page.get_by_role("tab", name="Text")).to_have_attribute("aria-selected", "true")
    expect(page.locator("li[aria-current=true]")).to_have_count(1)

    tab(visitor, "Left out")
    expect(rows).to_have_count(len(told["omitted"]))
    reason = told["omitted"][0]["reason"]
    alike = [one for one in told["omitted"] if one["reason"] == reason]
    spoken = reason.replace("_", " ").capitalize()
    page.get_by_role("group", name="Why it is left out").get_by_role("button", name=spoken).click()
    expect(rows).to_have_count(len(alike))
    expect(rows.first).to_contain_text(alike[0]["detail"])
    visitor.accessible()
    page.reload()
    expect(rows).to_have_count(len(alike))

    tab(visitor, "Worth a look")
    expect(page.get_by_role("tabpanel").get_by_role("listitem")).to_have_count(len(told["findings"]))
    visitor.accessible()


def test_compares_with_the_run_before(visit: Visit, memory: Project) -> None:
    visitor = visit(f"/compile?task={TASK}&budget=1200")
    page = visitor.page
    tab(visitor, "Compare")
    expect(page.get_by_role("tabpanel")).to_contain_text("Nothing to compare with yet")
    before = compiled(memory, query=TASK, token_budget=1200)
    ask(visitor, OTHER)
    now = compiled(memory, query=OTHER, token_budget=1200, previous=before["manifest"])
    share = f"{round(100 * now['unchanged']['tokens'] / now['tokens'])} %"
    cache = page.get_by_role("region", name="What a prompt cache would hit")
    expect(cache).to_contain_text(share)
    expect(page.locator(".figures")).to_contain_text(share)
    old, new = ({line["id"] for line in one["lines"]} for one in (before, now))
    moves = page.get_by_role("region", name="What came and what went")
    expect(moves.get_by_role("region", name="Came in").get_by_role("listitem")).to_have_count(len(new - old))
    expect(moves.get_by_role("region", name="Went out").get_by_role("listitem")).to_have_count(len(old - new))
    expect(page.locator(".context-diff ins").first).to_be_visible()
    expect(page.locator(".context-diff del").first).to_be_visible()
    cache.get_by_role("button", name="Show table").click()
    expect(cache.get_by_role("table")).to_contain_text("new")
    visitor.accessible()
    page.get_by_label("Compare with").select_option(index=1)
    expect(page.locator(".context-diff")).to_contain_text("Both texts are the same")


def test_writes_the_same_bytes_again_from_a_manifest(visit: Visit, memory: Project, tmp_path: Path) -> None:
    visitor = visit(f"/compile?task={TASK}&view=manifest")
    page = visitor.page
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    kept = tmp_path / download.value.suggested_filename
    download.value.save_as(kept)
    told = compiled(memory, query=TASK)
    assert json.loads(kept.read_text())["hash"] == told["manifest"]["hash"]

    page.get_by_label("From a file").set_input_files(kept)
    verdict = page.get_by_role("status").filter(has_text="identical")
    expect(verdict).to_contain_text("Every byte is as it was")
    expect(page.get_by_role("region", name="The context, written again")).to_have_text(told["text"].strip())
    visitor.accessible()
    erased = next(line["id"] for line in told["lines"] if line["tier"] == "record")
    memory.get("set_state", profile="cli", ids=[erased], action="tombstone", reason="asked for")
    expect(verdict).to_contain_text(f"erased {erased}")
    page.get_by_role("button", name="Compare with this context").click()
    went = page.get_by_role("region", name="Went out").get_by_role("listitem")
    expect(went.filter(has_text=erased)).to_have_count(1)

    tab(visitor, "Manifest")
    page.get_by_label("Or pasted").fill("no manifest")
    page.get_by_role("button", name="Replay it").click()
    expect(page.get_by_role("alert")).to_have_text("This is no JSON.")
    page.get_by_label("Or pasted").fill(json.dumps({"data": {"manifest": told["manifest"]}}))
    page.get_by_role("button", name="Replay it").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("heading", name="Replay of pasted")).to_be_visible()


def test_works_on_a_phone_and_in_the_dark(visit: Visit) -> None:
    visitor = visit(size=PHONE, dark=True)
    page = visitor.page
    for view in ("lines", "omitted", "findings", "compare", "manifest", "text"):
        visitor.go(f"/compile?task={TASK}&view={view}")
        visitor.fits()
    page.get_by_text("More options").click()
    visitor.fits()
    page.locator("button.context-number").first.click()
    expect(page.get_by_role("complementary", name="Why the line is there")).to_contain_text("Item")
    visitor.fits()
    visitor.accessible()


def test_says_so_where_nothing_is_remembered(visit: Visit, fresh: Served) -> None:
    visitor = visit(f"/compile?task={TASK}", at=fresh)
    page = visitor.page
    expect(page.locator(".figures")).to_contain_text("no match")
    tab(visitor, "Why each line")
    expect(page.get_by_role("tabpanel")).to_contain_text("No line")
    tab(visitor, "Left out")
    expect(page.get_by_role("tabpanel")).to_contain_text("Nothing was left out")
