"""How long does a real browser take until a page of the operator's view can be used?

Run: python benchmarks/page_browser.py [--store FOLDER] [--records N] [--sessions N] [--rounds N] [--json]

Debian's Chromium asks `phantasm serve` over loopback, as a person's browser does. Counted is from the start
of a navigation, with everything still to be asked for, until the view says that it has what it needs and two
more frames were drawn. Bound: a second, with 100,000 records and 10,000 sessions (issue 10). The store is
that of `page_stores`, in a copy: a server that runs brings indexes up to date.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import sync_playwright

from benchmarks.figures import Figure, report
from benchmarks.page_questions import known_to
from benchmarks.page_stores import filled
from phantasm.runtime.bootstrap import open_project

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from benchmarks.page_questions import Known

INTERACTIVE_MS = 1_000.0
"""Until when a page is to be usable (issue 10)."""
READY = 'main[data-ready="true"]'
_LINK = re.compile(r"(http://[^/\s]+)/login#\S+")
# Seen from inside: whoever looks from outside looks every half second.
_USABLE = """(ready) => new Promise(usable => {
    const drawn = () => requestAnimationFrame(() => requestAnimationFrame(() => usable(performance.now())));
    const look = () => document.querySelector(ready) && (changes.disconnect(), drawn());
    const changes = new MutationObserver(look);
    changes.observe(document, {subtree: true, childList: true, attributes: true});
    look();
})"""
_ARGUMENTS = "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update".split()


class Server(NamedTuple):
    """Where the page is, and a way in."""

    url: str
    link: str


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    """Run the server on a free port, and end it."""
    command = [str(Path(sys.executable).with_name("phantasm")), "serve", "--port", "0"]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            found = next(filter(None, map(_LINK.search, process.stderr)))
            yield Server(found[1], found[0])
        finally:
            process.terminate()


def addresses(known: Known) -> dict[str, str]:
    """Return every page, and views of it that a link leads to, by name."""
    words, moment = "+".join(known.statement.split()[1:9]), quote(known.middle)
    return {
        "overview": "/",
        "inbox": "/inbox",
        "inbox, one kind": "/inbox?kind=stale",
        "records": "/records",
        "records, one kind": "/records?kind=decision",
        "records, found": f"/records?q={words}",
        "records, half a year ago": f"/records?known_at={moment}",
        "record": f"/records/{known.revised}",
        "record that cites code": f"/records/{known.citing}",
        "timeline": "/timeline",
        "timeline, half a year ago": f"/timeline?at={moment}",
        "timeline, held then": f"/timeline?at={moment}&show=held",
        "graph": "/graph",
        "graph, profile": "/graph?view=profile",
        "graph, around a record": f"/graph?view=net&root={known.revised}",
        "compile": "/compile",
        "compile, a task": f"/compile?task={words}",
        "search": "/search",
        "search, a question": f"/search?q={words}",
        "search, arms": f"/search?q={words}&view=arms",
        "procedures": "/procedures",
        "operations": "/operations",
        "operations, one write": f"/operations/{known.operation}",
        "operations, background work": "/operations?tab=work",
        "backups": "/backups",
        "clients": "/clients",
        "doctor": "/doctor",
    }


def time_to_use(page: Page, address: str) -> float:
    """Go to an address as a bookmark does; the milliseconds until it can be used."""
    page.goto("about:blank")
    page.goto(address, wait_until="commit")
    return float(page.evaluate(_USABLE, READY))


def measure(folder: Path, known: Known, rounds: int) -> Iterator[tuple[str, list[float]]]:
    """Visit every address in turn, once to warm up; yield its name and the milliseconds of each round."""
    with served(folder) as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=_ARGUMENTS)
        page = browser.new_page()
        page.goto(server.link)
        page.wait_for_selector(READY)
        for name, path in addresses(known).items():
            taken = [time_to_use(page, server.url + path) for _ in range(rounds + 1)]
            yield name, taken[1:]
        browser.close()


def main() -> int:
    """Visit everything, and say whether the bound is kept."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--store", type=Path, help="where the store is kept between runs")
    parser.add_argument("--records", type=int, default=10_000)
    parser.add_argument("--sessions", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    numbers: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory(prefix="phantasm-page-") as temporary:
        kept = chosen.store or Path(temporary) / "store"
        filled(kept, chosen.records, chosen.sessions, lambda line: print(line, file=sys.stderr))
        folder = Path(shutil.copytree(kept, Path(temporary) / "project"))
        with open_project(folder) as runtime:
            known = known_to(runtime)
        for name, taken in measure(folder, known, chosen.rounds):
            numbers[name] = {"least": min(taken), "p50": statistics.median(taken), "most": max(taken)}
            if not chosen.json:
                print(f"{name:28}" + "".join(f"{value:8.0f}" for value in numbers[name].values()), flush=True)
    figures = [
        Figure(f"{name}, ms", one["p50"], INTERACTIVE_MS, at_most=True) for name, one in numbers.items()
    ]
    print()
    return report(figures, chosen.json, numbers)


if __name__ == "__main__":
    sys.exit(main())
