"""In a pipe: JSON that a program can read, lines that no window breaks, long statements cut short."""

import json

import pytest

from tests.e2e.processes import Place

LONG = "The invoice export reads the currency of the customer from the country table. " * 800


@pytest.mark.parametrize(
    "arguments",
    [
        ("describe",),
        ("describe", "target=ingest"),
        ("templates",),
        ("maintenance_plan",),
        ("procedures",),
        ("session_start", "session_id=s1", f"title={'long ' * 80}", "--dry-run"),
    ],
    ids=lambda arguments: " ".join(arguments)[:40],
)
def test_what_call_prints_as_json_is_json(project_place: Place, arguments: tuple[str, ...]) -> None:
    ended = project_place.run("call", *arguments)
    assert ended.status == 0, ended.err
    shown = json.loads(ended.out)
    assert shown == project_place.run("call", *arguments, "--json").json["data"]


def test_json_is_not_broken_by_a_window_either(project_place: Place) -> None:
    shown = project_place.type("call", "describe").out
    assert json.loads(shown)["api_version"] == "v1"


def test_a_dry_run_says_beside_the_json_what_it_would_do(project_place: Place) -> None:
    ended = project_place.run("call", "session_start", "session_id=s1", "--dry-run")
    assert json.loads(ended.out)["session"]["id"] == "s1"
    assert "would create session s1" in ended.err


def test_lists_tell_a_long_statement_by_its_beginning(project_place: Place) -> None:
    added = project_place.run("add", "--text", LONG, "--json").json["data"]["results"][0]
    for listing in (
        ("list",),
        ("diff", "0"),
        ("search", "currency of the customer"),
        ("profile",),
        ("frame",),
    ):
        shown = project_place.run(*listing).out
        assert len(shown.splitlines()) < 20, listing
    listed = project_place.run("list").out
    assert added["handle"] in listed
    assert "…" in listed
    assert LONG.strip() in project_place.run("show", added["handle"]).out
    changed = f"statement={LONG.replace('country', 'market', 1)}"
    project_place.run("call", "revise", f"id={added['handle']}", changed)
    compared = project_place.run("diff", "1").out
    assert "1 changed" in compared
    assert len(compared) < 1_000


def test_no_match_lists_no_hit_unless_that_is_wanted(project_place: Place) -> None:
    for text in ("Invoices are stored in PostgreSQL.", "Builds run on Jenkins."):
        project_place.run("add", "--text", text)
    question = "which zebra eats in the cafeteria on friday"
    found = project_place.run("search", question, "--json").json["data"]
    assert found["match"] == "no_match"
    assert found["hits"] != []
    ended = project_place.run("search", question)
    assert ended.status == 0
    assert ended.out == "no match: nothing here answers that\nwhat comes nearest all the same: --all\n"
    every = project_place.run("search", question, "--all").out
    assert all(hit["handle"] in every for hit in found["hits"])
