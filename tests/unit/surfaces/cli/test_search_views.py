"""Hits are shown with a verdict, what they are, what they say and, when asked for, why."""

import re
from typing import Any

from phantasm.surfaces.cli.search_views import answers
from tests.conftest import Project
from tests.unit.surfaces.cli.rendering import printed


def _hit(number: int = 1, **more: Any) -> dict[str, Any]:
    hit = {
        "type": "record",
        "id": f"rec_{number}",
        "handle": f"handle{number}",
        "score": 0.5,
        "text": f"Statement number {number}.",
        "kind": "fact",
        "state": "live",
        "at": "2026-11-16T02:51:18.304117Z",
        "found_by": ["words"],
    }
    return hit | more


def _answer(*hits: dict[str, Any], match: str = "strong_match", **more: Any) -> dict[str, Any]:
    return {"match": match, "hits": list(hits), "words": [], "dropped": [], "withheld": 0} | more


def test_shows_what_was_found(project: Project) -> None:
    project.hold("Invoices are stored in PostgreSQL.", subject_key="invoices.store")
    found = project.get("search", query="where are invoices stored?", arms="lexical")
    lines = printed(answers(found)).splitlines()
    assert lines[0].split(":")[0] in {"strong match", "weak match"}
    handle = found["hits"][0]["handle"]
    assert re.fullmatch(
        rf"  1  0\.\d\d  {handle}  fact  live  invoices.store  2026-11-01 12:00:\S+", lines[1]
    )
    assert lines[2] == " " * 11 + "Invoices are stored in PostgreSQL."


def test_explains_each_hit(project: Project) -> None:
    project.hold("Invoices are stored in PostgreSQL.")
    shown = printed(answers(project.get("search", query="invoices stored", arms="lexical", explain=True)))
    assert "found by words" in shown
    assert re.search(r"part +value\n +\w+ +\+\d\.\d{3}", shown)
    assert "+0.000" not in shown


def test_orders_parts_by_size() -> None:
    parts = {"small": 0.1, "against": -0.5, "large": 0.9, "none": 0.0}
    shown = printed(answers(_answer(_hit(parts=parts, found_by=["words", "vectors"]))))
    assert "found by words, vectors" in shown
    assert re.findall(r"(\w+) +([+-]\d\.\d{3})", shown) == [
        ("large", "+0.900"),
        ("against", "-0.500"),
        ("small", "+0.100"),
    ]


def test_says_plainly_that_nothing_answers() -> None:
    assert printed(answers(_answer(match="no_match"))) == "no match: nothing here answers that"
    nearest = printed(answers(_answer(_hit(), match="no_match")))
    assert nearest.startswith("no match: nothing here answers that; what comes nearest:\n  1  0.50  handle1")


def test_names_evidence_as_it_is_cited_and_its_session() -> None:
    seen = _hit(type="evidence", id="ev_7", handle="w7m2xq4c", kind="turn", state=None, session="S1")
    assert "  e:w7m2xq4c  turn  2026-11-16 02:51:18Z  in S1" in printed(answers(_answer(seen)))


def test_goes_on_counting_on_the_next_page() -> None:
    shown = printed(answers(_answer(_hit(11), _hit(12), next_cursor="12"), before=10))
    assert re.findall(r"^ *(\d+)  0", shown, re.MULTILINE) == ["11", "12"]
    assert shown.endswith("there is more: --cursor 12")


def test_says_what_was_left_out() -> None:
    shown = printed(answers(_answer(_hit(), dropped=["server", "src\ue001app"], withheld=2)))
    assert "too common to be looked for: server\n" in shown
    assert "2 sensitive ones withheld" in shown


def test_keeps_to_the_window() -> None:
    shown = printed(answers(_answer(_hit(text="word " * 200, subject_key="k" * 200))), width=60)
    assert [len(line) for line in shown.splitlines()] == [12, 60, 60]


def test_sends_no_control_characters() -> None:
    assert "\x1b" not in printed(answers(_answer(_hit(text="\x1b[2J", session="\x1b[2J"))))
