"""Can a person see how things hang together, and walk through it with keys alone?"""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.sample import about
from tests.conftest import Project
from tests.fixtures.serving import Served


def nodes(page: Page, graph: str) -> Locator:
    """Return the nodes of a graph that lead somewhere."""
    return page.get_by_role("figure", name=graph).locator("[data-node]")


def wide(shown: Locator) -> int:
    """Return how wide something is drawn."""
    return int(shown.evaluate("one => one.clientWidth"))


def scrolled(box: Locator) -> int:
    """Return how far something is scrolled sideways."""
    return int(box.evaluate("one => one.scrollLeft"))


def test_draws_the_work_and_tells_the_same_as_a_table(visit: Visit, memory: Project) -> None:
    visitor = visit("/graph")
    page = visitor.page
    work = memory.get("work_graph", profile="cli", decisions=False, everywhere=True)
    expect(nodes(page, "Work")).to_have_count(len(work["items"]))
    expect(page.get_by_role("region", name="Waits for something")).to_contain_text(
        "Write the invoice template."
    )
    visitor.picture("graph")
    page.get_by_role("button", name="Show table").click()
    table = page.get_by_role("table", name="Relations")
    expect(
        table.get_by_role("row", name=re.compile("The logo is missing.*blocks.*Write the invoice"))
    ).to_be_visible()
    expect(table.get_by_role("row", name=re.compile("Which tax rate.*alone"))).to_be_visible()
    page.get_by_role("group", name="Status").get_by_role("button", name="Done").click()
    expect(page.get_by_text("No work is held")).to_be_visible()
    expect(page).to_have_url(re.compile("status=done"))


def test_draws_the_profile(visit: Visit) -> None:
    page = visit("/graph").page
    page.get_by_role("tab", name="Work").focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("view=profile"))
    expect(nodes(page, "Profile").filter(has_text="Sarah matches payments")).to_be_visible()
    expect(page.get_by_role("figure", name="Profile")).to_contain_text("file:docs/payments.md")


def test_walks_by_keys_and_puts_a_node_into_the_middle(visit: Visit, memory: Project) -> None:
    task = about(memory, "task.template")
    page = visit(f"/graph?view=net&root={task['handle']}").page
    net = nodes(page, "Net around the record")
    expect(net).to_have_count(3)
    middle = net.and_(page.locator("[tabindex='0']"))
    expect(middle).to_have_attribute("data-node", task["id"])
    middle.focus()
    page.keyboard.press("ArrowRight")
    goal = about(memory, "goal.invoices")
    expect(page.locator(f"[data-node='{goal['id']}']")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"root={goal['handle']}"))
    expect(page.get_by_role("region", name="Goal")).to_contain_text(goal["statement"])
    page.go_back()
    expect(page.get_by_role("region", name="Task")).to_contain_text(task["statement"])
    page.reload()
    expect(net).to_have_count(3)


def test_zooms_and_pans_by_keys_and_buttons(visit: Visit, memory: Project) -> None:
    visitor = visit(f"/graph?view=net&root={about(memory, 'task.template')['handle']}", size=PHONE)
    page = visitor.page
    graph = page.get_by_role("figure", name="Net around the record")
    shown = graph.locator("svg").first
    width = wide(shown)
    graph.get_by_role("button", name="Zoom in").click()
    visitor.wait_until(lambda: wide(shown) > width)
    graph.locator("[data-node][tabindex='0']").focus()
    page.keyboard.press("0")
    visitor.wait_until(lambda: wide(shown) < width)
    for _ in range(3):
        page.keyboard.press("+")
    box = graph.locator(".graph-scroll")
    before = scrolled(box)
    page.keyboard.press("Shift+ArrowRight")
    visitor.wait_until(lambda: scrolled(box) > before)


def test_looks_around_what_was_searched_for(visit: Visit, memory: Project) -> None:
    page = visit("/graph?view=net").page
    expect(page.get_by_text("No record is chosen")).to_be_visible()
    page.get_by_label("Look around").fill("mail workers acknowledge")
    page.get_by_role("button", name=re.compile("Mail workers acknowledge")).click()
    expect(nodes(page, "Net around the record")).to_have_count(2)
    page.get_by_role("group", name="Only these relations").get_by_role("button", name="Blocks").click()
    expect(nodes(page, "Net around the record")).to_have_count(1)
    page.get_by_label("Look around").fill("file:docs/payments.md")
    page.keyboard.press("Enter")
    page.get_by_role("group", name="Only these relations").get_by_role("button", name="Blocks").click()
    expect(page.get_by_role("region", name="Reference")).to_contain_text("file:docs/payments.md")
    expect(nodes(page, "Net around the record")).to_have_count(2)
    nodes(page, "Net around the record").filter(has_text="Payments are never").click()
    page.get_by_role("link", name="Open the record").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(about(memory, "payments.matching")["statement"])


def test_is_bounded_and_says_so(visit: Visit, memory: Project) -> None:
    hub = memory.hold("Everything hangs on this.", subject_key="hub")
    memory.get(
        "ingest",
        items=[
            {
                "record_kind": "fact",
                "statement": f"Spoke {number} hangs on the hub.",
                "subject_key": f"spoke.{number}",
                "links": [{"type": "depends_on", "target": hub}],
            }
            for number in range(80)
        ],
    )
    visitor = visit(f"/graph?view=net&root={hub}")
    page = visitor.page
    expect(nodes(page, "Net around the record")).to_have_count(60)
    expect(page.get_by_text("left out: there is room for no more")).to_be_visible()
    visitor.accessible()


def test_is_usable_by_everybody(visit: Visit, memory: Project) -> None:
    views = (
        "/graph",
        "/graph?view=profile",
        f"/graph?view=net&root={about(memory, 'task.template')['handle']}",
    )
    visitor = visit()
    for path in views:
        visitor.go(path)
        visitor.accessible()
    visitor = visit(size=PHONE)
    for path in views:
        visitor.go(path)
        visitor.fits()
    visitor.accessible()


def test_says_when_there_is_nothing_to_draw(visit: Visit, fresh: Served) -> None:
    visitor = visit(at=fresh)
    for path, said in (
        ("/graph", "No work is held"),
        ("/graph?view=profile", "No profile is held"),
        ("/timeline", "Nothing happened"),
        ("/records", "No record is like that"),
    ):
        visitor.go(path)
        expect(visitor.page.get_by_text(said)).to_be_visible()
