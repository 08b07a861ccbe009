"""A person decides what waits: with single keys at a terminal, or by id, and can take every decision back."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.processes import Ended, Place

MENU = "[q] quit > "


def _seed(place: Place, *asked: tuple[str, str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Send requests as some profiles through one process, and return their data."""
    lines = [
        json.dumps(
            {
                "api_version": "v1",
                "operation": operation,
                "request_id": f"seed-{number}",
                "idempotency_key": f"seed-{number}",
                "client": {"profile": profile},
                "params": params,
            }
        )
        for number, (profile, operation, params) in enumerate(asked)
    ]
    ended = place.run("handle-request", "--stream", text="\n".join(lines).encode())
    answers = [json.loads(line) for line in ended.out.splitlines()]
    assert [answer.get("error") for answer in answers] == [None] * len(asked)
    return [answer["data"] for answer in answers]


def _suggest(*statements: str) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        ("generic_mcp", "ingest", {"record_kind": "fact", "statement": statement}) for statement in statements
    ]


def _conflict() -> list[tuple[str, str, dict[str, Any]]]:
    port: dict[str, Any] = {"record_kind": "fact", "subject_key": "api.port"}
    return [
        ("claude_code", "ingest", port | {"statement": "The API listens on port 8400."}),
        (
            "claude_code",
            "ingest",
            port | {"statement": "The API listens on port 9000.", "on_conflict": "conflict"},
        ),
    ]


def _doubtful(place: Place) -> str:
    """Let a record rest on another one that is revised; returns its handle."""
    facts = [
        ("claude_code", "ingest", {"record_kind": "fact", "statement": "Staging has 40 connections."}),
    ]
    base = str(_seed(place, *facts)[0]["results"][0]["record_id"])
    resting = {
        "record_kind": "fact",
        "statement": "The load test uses 40 workers.",
        "links": [{"type": "depends_on", "target": base}],
        "raw_evidence": [{"text": "workers = 40", "source": "load.toml"}],
    }
    ended = place.run(
        "call", "ingest", *(f"{name}={json.dumps(value)}" for name, value in resting.items()), "--json"
    )
    place.run("call", "revise", f"id={base}", "statement=Staging has 80 connections.")
    return str(ended.json["data"]["results"][0]["handle"])


def _walk(
    place: Place, *keys: str | tuple[str, str], arguments: tuple[str, ...] = (), **variables: str
) -> Ended:
    """Press keys, each at the menu unless it names the question it answers."""
    answers = tuple((MENU, key) if isinstance(key, str) else key for key in keys)
    return place.type("review", *arguments, answers=answers, **variables)


def _states(place: Place) -> dict[str, str]:
    records = place.run("list", "--all", "--json").json["data"]["records"]
    return {record["statement"]: record["state"] for record in records}


def _waiting(place: Place) -> list[dict[str, Any]]:
    return list(place.run("review", "--list", "--json").json["data"]["items"])


def test_accepts_and_rejects_with_one_key_each(project_place: Place) -> None:
    _seed(project_place, *_suggest("Builds start at two.", "Builds end at three."))
    ended = _walk(project_place, "a", "r", arguments=("--reason", "looked at"))
    assert ended.status == 0, ended.out
    assert "1 of 2" in ended.out
    assert "2 of 2" in ended.out
    assert "1 accepted, 1 rejected; 0 still wait for a decision" in ended.out
    assert _states(project_place) == {"Builds start at two.": "live", "Builds end at three.": "archived"}
    entries = project_place.run("audit", "--operation", "review", "--json").json["data"]["entries"]
    assert [entry["reason"] for entry in entries] == ["looked at"] * 2
    assert {entry["profile"] for entry in entries} == {"cli"}


def test_edits_in_the_editor_and_accepts_that(project_place: Place) -> None:
    _seed(project_place, *_suggest("Builds start at two."))
    editor = project_place.root / "editor"
    editor.write_text("#!/bin/sh\nsed -i 's/two/four/' \"$2\"\n", encoding="utf-8")
    editor.chmod(0o755)
    ended = _walk(project_place, "e", EDITOR=f"{editor} --wait")
    assert "1 edited and accepted" in ended.out
    assert _states(project_place)["Builds start at four."] == "live"
    assert "live" not in _states(project_place)["Builds start at two."]


def test_edits_on_a_line_where_there_is_no_editor(project_place: Place) -> None:
    _seed(project_place, *_suggest("Builds start at two."))
    ended = _walk(
        project_place, "e", ("keeps the old one", "\n"), "e", ("keeps the old one", "Builds start at five.\n")
    )
    assert "1 edited and accepted" in ended.out, ended.out
    assert _states(project_place)["Builds start at five."] == "live"


@pytest.mark.parametrize(
    ("answers", "wake"),
    [
        ((("until  t", "t"), ("until when", "2031-01-02\n")), {"until": "2031-01-02T00:00:00.000000Z"}),
        ((("until  t", "o"), ("which operation", "backup_create\n")), {"operation": "backup_create"}),
    ],
    ids=["time", "operation"],
)
def test_puts_off(project_place: Place, answers: tuple[tuple[str, str], ...], wake: dict[str, str]) -> None:
    _seed(project_place, *_suggest("Builds start at two."))
    ended = _walk(project_place, "d", *answers)
    assert "1 deferred; 0 still wait" in ended.out
    (item,) = _waiting(project_place)
    assert (item["state"], item["wake"]) == ("deferred", wake)
    assert "nothing waits for a decision" in project_place.type("review").out
    assert "1 of 1" in _walk(project_place, "q", arguments=("--all",)).out


def test_says_what_a_deferral_needs(project_place: Place) -> None:
    _seed(project_place, *_suggest("Builds start at two."))
    ended = _walk(
        project_place, "d", ("until  t", "t"), ("until when", "some day\n"), "d", ("until  t", "b"), "q"
    )
    assert "says no time to wait for" in ended.out
    assert "nothing decided; 1 still wait" in ended.out


def test_picks_a_winner_after_a_yes(project_place: Place) -> None:
    _seed(project_place, *_conflict())
    chosen = (("who wins", "2"), ("the others become", "a"))
    declined = _walk(project_place, "w", *chosen, ("[y/N]", "n\n"), "q")
    assert "declined" in declined.out
    assert _states(project_place)["The API listens on port 8400."] == "live"
    assert re.search(r"\[-8400-\].*\{\+9000\+\}", re.sub(r"\x1b\[[0-9;]*m", "", declined.out))
    ended = _walk(project_place, "w", *chosen, ("[y/N]", "y\n"))
    assert "1 picked" in ended.out, ended.out
    states = _states(project_place)
    assert states == {"The API listens on port 8400.": "archived", "The API listens on port 9000.": "live"}


def test_keeps_revises_or_withdraws_what_is_doubtful(project_place: Place) -> None:
    handle = _doubtful(project_place)
    ended = _walk(project_place, "k")
    assert "1 kept" in ended.out
    assert "workers = 40" in ended.out
    assert re.search(r"path: .*→.*" + handle, re.sub(r"\x1b\[[0-9;]*m", "", ended.out))
    assert _waiting(project_place) == []
    undo = re.search(r"phantasm undo (op_\w+)", ended.out)
    assert undo is not None
    assert project_place.type("undo", undo[1]).status == 0
    again = _walk(project_place, "e", ("keeps the old one", "The load test uses 80 workers.\n"))
    assert "1 revised" in again.out
    assert _waiting(project_place) == []


def test_moves_opens_explains_and_undoes(project_place: Place) -> None:
    _seed(project_place, *_suggest("One.", "Two."))
    ended = _walk(project_place, "s", "b", "?", "o", "a", "u", "r", "s")
    assert ended.status == 0
    assert "hold the suggestion from now on" in ended.out
    assert "events:" in ended.out
    assert "undone: op_" in ended.out
    assert "1 rejected; 1 still wait" in ended.out
    assert _states(project_place) == {"One.": "archived", "Two.": "suggested"}


@pytest.mark.parametrize(
    ("key", "status"), [("q", 0), ("\x04", 0), ("\x03", 130)], ids=["q", "eof", "interrupt"]
)
def test_leaving_keeps_what_was_decided(project_place: Place, key: str, status: int) -> None:
    _seed(project_place, *_suggest("One.", "Two."))
    ended = _walk(project_place, "a", key)
    assert ended.status == status
    assert "1 accepted; 1 still wait for a decision" in ended.out
    assert _states(project_place) == {"One.": "live", "Two.": "suggested"}


def test_merges_duplicates_that_were_only_found(project_place: Place) -> None:
    said = (
        "Reviewers look at the failing screenshots before the diff.",
        "Reviewers look at failing screenshots first and the diff afterwards.",
    )
    _seed(
        project_place,
        *(("claude_code", "ingest", {"record_kind": "fact", "statement": text}) for text in said),
    )
    ended = _walk(project_place, "m", ("keep which", "1"), arguments=("--kind", "duplicate"))
    assert "1 merged" in ended.out, ended.out
    assert sorted(_states(project_place).values()) == ["live", "superseded"]


def test_lists_without_a_terminal_and_decides_by_id_at_one(project_place: Place) -> None:
    _seed(project_place, *_suggest("One.", "Two."), *_conflict())
    listed = project_place.run("review")
    assert (listed.status, listed.out.count("rev_")) == (0, 3)
    assert "3 of 3: 1 conflict, 2 suggestion" in listed.out
    ids = {item["records"][0]["record"]["statement"]: item["id"] for item in _waiting(project_place)}
    full = project_place.run("review", ids["One."])
    assert "proposed" in full.out
    refused = project_place.run("review", ids["One."], "--accept", "--json")
    assert (refused.status, refused.json["error"]["code"]) == (3, "not_allowed")
    assert project_place.type("review", ids["One."], ids["Two."], "--accept").status == 0
    conflict = next(item for item in _waiting(project_place) if item["kind"] == "conflict")
    winner = conflict["records"][0]["record"]["id"]
    picked = project_place.type("review", conflict["id"], "--pick", winner, answers=(("[y/N]", "y\n"),))
    assert picked.status == 0, picked.out
    assert _waiting(project_place) == []


def test_wrong_decisions_are_explained(project_place: Place) -> None:
    for arguments, status in (
        (("review", "rev_nothing"), 4),
        (("review", "nothing0"), 4),
        (("review", "--kind", "conflct"), 2),
        (("review", "x", "--accept", "--reject"), 2),
        (("review", "x", "--defer", "whenever"), 2),
    ):
        ended = project_place.run(*arguments)
        assert (ended.status, ended.err[:7]) == (status, "error: "), (arguments, ended.err)


def test_hostile_text_does_not_steer_the_terminal(project_place: Place) -> None:
    _seed(project_place, *_suggest("evil \x1b]0;title\x07 \x1b[2J\u202e end"))
    ended = _walk(project_place, "e", ("keeps the old one", "\n"), "o", "q")
    assert "evil" in ended.out
    assert not re.search("\x1b\\]|\x07|\x1b\\[2J|\u202e", ended.out)


def test_leaves_no_text_behind_in_temporary_files(project_place: Place, tmp_path: Path) -> None:
    _seed(project_place, *_suggest("Builds start at two."))
    folder = tmp_path / "temporary"
    folder.mkdir()
    _walk(project_place, "e", "q", EDITOR="false", TMPDIR=str(folder))
    assert list(folder.iterdir()) == []
