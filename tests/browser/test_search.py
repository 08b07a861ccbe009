"""Does the search lab show what is found, in which place, and why?"""

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit
from tests.conftest import Project

QUESTION = "how are payments matched"


def found(memory: Project, query: str = QUESTION, **params: Any) -> dict[str, Any]:
    """Return what the operation itself answers."""
    return memory.get("search", profile="cli", query=query, explain=True, **({"limit": 20} | params))


def test_shows_hits_with_the_parts_of_their_scores(visit: Visit, memory: Project) -> None:
    visitor = visit("/search")
    page = visitor.page
    expect(page.get_by_role("main")).to_contain_text("Ask something")
    page.get_by_label("Question").fill(QUESTION)
    page.keyboard.press("Enter")
    told = found(memory)
    hits = page.get_by_role("list", name="Hits, best first").locator("> li")
    expect(hits).to_have_count(len(told["hits"]))
    expect(page.get_by_role("status").filter(has_text="strong match")).to_contain_text("payment")
    for place, hit in enumerate(told["hits"][:5]):
        expect(hits.nth(place)).to_contain_text(hit["text"])
        expect(hits.nth(place).locator(".hit-score strong")).to_have_text(f"{hit['score']:.3f}")
    hits.nth(1).get_by_text("Why it stands here").focus()
    page.keyboard.press("Enter")
    parts = told["hits"][1]["parts"]
    expect(hits.nth(1).get_by_role("table").get_by_role("row")).to_have_count(len(parts))
    expect(hits.nth(1).locator("blockquote")).to_be_visible()
    visitor.accessible()
    visitor.picture("search")

    page.get_by_role("button", name="Load more").click()
    expect(hits).to_have_count(len(found(memory, limit=40)["hits"]))
    page.reload()
    expect(hits.first).to_contain_text(told["hits"][0]["text"])
    hits.first.get_by_role("link", name=f"m:{told['hits'][0]['handle']}").click()
    expect(page).to_have_url(re.compile(f"/records/{told['hits'][0]['handle']}"))


def test_looks_for_texts_and_patterns_and_narrows(visit: Visit, memory: Project) -> None:
    visitor = visit("/search?q=payments")
    page = visitor.page
    page.get_by_label("How", exact=True).select_option("exact")
    marks = page.locator(".hit mark")
    expect(marks).to_have_count(len(found(memory, "payments", mode="exact")["hits"]))
    assert {text.lower() for text in marks.all_inner_texts()} == {"payments"}
    expect(page.get_by_label("Arms", exact=True)).to_have_count(0)
    page.get_by_text("More options").click()
    page.get_by_role("group", name="Kind of record").get_by_role("button", name="Decision").click()
    narrowed = found(memory, "payments", mode="exact", kinds=["decision"])["hits"]
    expect(page.locator(".hit")).to_have_count(len(narrowed))
    expect(page).to_have_url(re.compile("kinds=decision"))
    page.get_by_label("About", exact=True).fill("file:docs/payments.md")
    page.keyboard.press("Enter")
    expect(page.get_by_role("tabpanel")).to_contain_text("Nothing answers")

    visitor.forgive("status of 422")
    visitor.go("/search?q=pay(&mode=regex")
    expect(page.get_by_role("alert")).to_contain_text("invalid")
    expect(page.get_by_label("Question")).to_have_value("pay(")


def test_puts_the_arms_beside_each_other(visit: Visit, memory: Project) -> None:
    visitor = visit(f"/search?q={QUESTION}&view=arms")
    page = visitor.page
    arms = {arm: found(memory, arms=arm)["hits"] for arm in ("hybrid", "lexical", "dense")}
    rows = page.get_by_role("tabpanel").locator("tbody tr")
    expect(rows).to_have_count(len({hit["id"] for hits in arms.values() for hit in hits}))
    places = {hit["id"]: hit["rank"] for hit in arms["lexical"]}
    third = arms["hybrid"][2]
    expect(rows.nth(2).locator("td").nth(1)).to_contain_text(str(places[third["id"]]))
    visitor.accessible()
    page.get_by_label("Both (hybrid)").uncheck()
    page.get_by_label("Vectors (dense)").uncheck()
    expect(rows).to_have_count(len(arms["lexical"]))
    page.reload()
    expect(page.get_by_label("Vectors (dense)")).not_to_be_checked()
    page.get_by_label("How", exact=True).select_option("fuzzy")
    expect(page.get_by_role("tabpanel")).to_contain_text("One arm only")


def test_tells_why_a_record_is_not_found(visit: Visit, memory: Project) -> None:
    old = memory.get("list", profile="cli", states=["superseded"])["records"][0]
    visitor = visit(f"/search?q={QUESTION}&view=why")
    page = visitor.page
    page.get_by_label("Record", exact=True).fill(old["handle"])
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="The search does not find it")).to_be_visible()
    expect(page.get_by_role("region", name="The record itself")).to_contain_text("not held")
    visitor.accessible()
    hit = next(one for one in found(memory)["hits"] if one["type"] == "record")
    page.get_by_label("Record", exact=True).fill(f"m:{hit['handle']}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name=f"It is number {hit['rank']}")).to_contain_text("likeness")
    page.reload()
    expect(page.get_by_role("region", name="The record itself")).to_contain_text(hit["text"])


def test_works_on_a_phone_and_in_the_dark(visit: Visit) -> None:
    visitor = visit(size=PHONE, dark=True)
    for view in ("arms", "why", "hits"):
        visitor.go(f"/search?q={QUESTION}&view={view}&states=live&states=archived")
        visitor.fits()
    visitor.page.get_by_text("More options 1 set").click()
    visitor.fits()
    visitor.accessible()
