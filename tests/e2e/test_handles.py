"""Every handle that a command prints opens with `show` and `why`; an unknown one says where to look."""

import json
import re

import pytest

from tests.e2e.processes import Place

TURNS = [
    {"id": "1", "role": "user", "text": "The invoice export crashes with KeyError currency. Please fix it."},
    {
        "id": "2",
        "role": "tool",
        "command": "pytest tests/export",
        "exit_code": 1,
        "text": "KeyError: currency",
    },
    {
        "id": "3",
        "role": "assistant",
        "text": "I fixed the invoice export: the currency comes from the country.",
    },
    {"id": "4", "role": "tool", "command": "pytest tests/export", "exit_code": 0, "text": "3 passed"},
]


@pytest.fixture
def remembering(project_place: Place) -> Place:
    """Return a project with records, a suggestion, and a session that has ended."""
    requests = [
        ("ingest", {"record_kind": "decision", "statement": "The invoice export reads the currency itself."}),
        ("ingest", {"record_kind": "fact", "statement": "Tabs are eight wide.", "review_required": True}),
        ("session_start", {"session_id": "sess-1", "title": "Mend the export"}),
        ("session_append", {"session_id": "sess-1", "turns": TURNS}),
        ("session_end", {"session_id": "sess-1"}),
    ]
    for number, (operation, params) in enumerate(requests):
        request = {
            "api_version": "v1",
            "operation": operation,
            "request_id": f"r{number}",
            "idempotency_key": f"k{number}",
            "client": {"profile": "claude_code"},
            "params": params,
        }
        ended = project_place.run("handle-request", json.dumps(request))
        assert ended.status == 0, ended.out
    return project_place


def test_every_handle_that_is_printed_opens(remembering: Place) -> None:
    compiled = remembering.run("compile", "why does the invoice export crash?").out
    cited = re.findall(r"\[[a-z]:[0-9a-z]{8}\]", compiled)
    assert {one[1] for one in cited} == {"m", "e", "s"}
    found = remembering.run("search", "invoice export currency").out
    hits = re.findall(r"^ +\d+  \d\.\d\d  (\S+)", found, re.MULTILINE)
    assert [hit for hit in hits if hit.startswith("s:")] != []
    listed = re.findall(r"^([0-9a-z]{8}) ", remembering.run("list").out, re.MULTILINE)
    episodes = re.findall(r"\[s:\w+\]", remembering.run("episodes").out)
    sessions = re.findall(r"^(sess-\d)", remembering.run("sessions").out, re.MULTILINE)
    reviews = re.findall(r"rev_\w+", remembering.run("review", "--list").out)
    operations = re.findall(r"op_\w+", remembering.run("why", listed[0]).out)
    lists = (cited, hits, listed, episodes, sessions, reviews, operations)
    assert all(lists), lists
    bare = [one.strip("[]")[2:] for one in episodes]
    for name in dict.fromkeys([*(name for names in lists for name in names), *bare]):
        for command in ("show", "why"):
            ended = remembering.run(command, name)
            assert ended.status == 0, (command, name, ended.err)
            assert ended.out.strip(), (command, name)


def test_a_session_says_how_it_went_and_why(remembering: Place) -> None:
    shown = remembering.run("show", "sess-1").out
    assert "Mend the export" in shown
    assert "pytest tests/export" in shown
    assert "4 turns" in remembering.run("why", "sess-1").out
    placed = remembering.run("why", "sess-1", "--query", "invoice export").out
    assert "The search does not find it" not in placed


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("m:aaaaaaaa", "phantasm list"),
        ("[s:aaaaaaaa]", "phantasm sessions"),
        ("e:aaaaaaaa", "phantasm search WORDS --tier evidence"),
        ("rev_1", "phantasm review"),
        ("op_1", "phantasm audit"),
    ],
)
@pytest.mark.parametrize("command", ["show", "why"])
def test_an_unknown_name_says_where_such_names_stand(
    project_place: Place, command: str, name: str, step: str
) -> None:
    ended = project_place.run(command, name)
    assert ended.status == 4
    assert ended.out == ""
    assert ended.err.startswith(f"error: nothing has the id or handle '{name}'\n")
    assert f"    {step}\n" in ended.err
