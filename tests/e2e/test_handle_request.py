"""An agent speaks JSON to a process and gets JSON back, whatever it sends."""

import json
import re
import subprocess

import pytest

from tests.e2e.processes import Place


def _request(operation: str, *, number: int = 1, **params: object) -> str:
    request = {
        "api_version": "v1",
        "operation": operation,
        "request_id": f"req-{number}",
        "client": {"profile": "claude_code"},
        "idempotency_key": f"key-{number}",
        "params": params,
    }
    return json.dumps(request)


def test_answers_from_every_source(project_place: Place) -> None:
    request = _request("list")
    (project_place.root / "request.json").write_text(request, encoding="utf-8")
    answers = [
        project_place.run("handle-request", request),
        project_place.run("handle-request", "--stdin", text=request.encode()),
        project_place.run("handle-request", "--file", "request.json"),
        project_place.run("handle-request", "--file=request.json"),
        project_place.run("--project", ".", "handle-request", request),
        project_place.run("handle-request", "--stream", text=request.encode()),
    ]
    assert {answer.status for answer in answers} == {0}
    assert len({answer.out for answer in answers}) == 1
    assert answers[0].json["data"] == {"records": [], "total": 0, "withheld": 0, "withdrawn": []}
    pretty = project_place.run("handle-request", "--pretty", request)
    assert json.loads(pretty.out) == answers[0].json
    assert pretty.out.count("\n") > 10


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "exactly one source"),
        (("{}", "--stdin"), "exactly one source"),
        (("{}", "{}"), "more than one request"),
        (("--wrong",), "unknown option --wrong"),
        (("--file",), "--file needs a path"),
        (("--file", "nowhere.json"), "nowhere.json"),
        (("not json",), "not valid JSON"),
        (("[1]",), "not a JSON object"),
        (('{"operation": 1e999}',), "not finite"),
    ],
)
def test_wrong_use_is_answered_in_json(place: Place, arguments: tuple[str, ...], message: str) -> None:
    ended = place.run("handle-request", *arguments)
    assert ended.status == 2
    assert ended.json["error"]["code"] == "invalid_request"
    assert message in ended.json["error"]["message"]


def test_a_name_that_an_object_has_twice_is_refused(place: Place) -> None:
    for text in (
        '{"operation": "describe", "operation": "erase", "params": {}}',
        '{"operation": "describe", "params": {"a": 1, "a": 1}}',
    ):
        ended = place.run("handle-request", "--stdin", text=text.encode())
        assert ended.json["error"]["code"] == "invalid_request"
        assert "stands twice in one object" in ended.json["error"]["message"]


def test_bytes_that_are_no_text_are_refused(place: Place) -> None:
    ended = place.run("handle-request", "--stdin", text=b'{"operation": "\xff"}')
    assert "not valid UTF-8" in ended.json["error"]["message"]


def test_discovery_needs_no_project_and_everything_else_says_what_to_do(place: Place) -> None:
    described = place.run("handle-request", '{"operation": "describe", "params": {"target": "list"}}')
    assert described.status == 0
    assert described.json["data"]["operations"][0]["name"] == "list"
    refused = place.run("handle-request", _request("list"))
    assert refused.status == 5
    assert refused.json["error"]["code"] == "not_bootstrapped"
    assert refused.json["request_id"] == "req-1"
    assert refused.json["remediation"][0]["command"] == "phantasm bootstrap"


def test_discovery_works_beside_a_project_that_cannot_be_opened(project_place: Place) -> None:
    (project_place.root / ".phantasm" / "phantasm.toml").write_text("colour = 1\n", encoding="utf-8")
    assert project_place.run("handle-request", '{"operation": "templates"}').status == 0
    refused = project_place.run("handle-request", _request("list"))
    assert (refused.status, refused.json["error"]["code"]) == (2, "config_invalid")


def test_replay_is_identical_in_bytes(project_place: Place) -> None:
    request = _request("ingest", record_kind="fact", statement="Größe 3 → 日本")
    first, again = project_place.run("handle-request", request), project_place.run("handle-request", request)
    assert "Größe 3 → 日本" not in first.out  # a write does not repeat what it was told
    assert again.json["replayed"] is True
    assert json.dumps(again.json["data"]) == json.dumps(first.json["data"])
    conflict = project_place.run("handle-request", _request("ingest", record_kind="fact", statement="other"))
    assert (conflict.status, conflict.json["error"]["code"]) == (4, "idempotency_conflict")


def test_stream_goes_on_after_a_broken_line(project_place: Place) -> None:
    lines = [
        _request("ingest", number=1, record_kind="fact", statement="one"),
        "garbage",
        "",
        "   ",
        '{"operation": 7}',
        '"\\ud800"',
        _request("list", number=2),
    ]
    text = "\n".join(lines).encode() + b"\n\xff\xfe\n" + _request("health", number=3).encode()
    ended = project_place.run("handle-request", "--stream", text=text)
    answers = [json.loads(line) for line in ended.out.splitlines()]
    assert ended.status == 0
    assert [answer["status"] for answer in answers] == ["ok", "error", "error", "error", "ok", "error", "ok"]
    assert answers[4]["data"]["total"] == 1


def test_stream_answers_each_line_before_the_next_is_written(project_place: Place) -> None:
    process = project_place.start(
        "handle-request", "--stream", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(3):
            process.stdin.write(_request("health", number=number).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["request_id"] == f"req-{number}"
        process.stdin.close()
        assert process.wait(timeout=30) == 0


def test_light_ways_stay_light(place: Place) -> None:
    """What must be fast imports nothing that is slow."""
    heavy = {"fastapi", "mcp", "sqlalchemy", "alembic", "numpy", "pydantic", "phantasm.runtime.bootstrap"}
    people = {"typer", "click", "rich"}
    once = {"sqlalchemy", "alembic", "numpy", "detect_secrets", "tomlkit", "difflib", "sqlite3", "email"}
    unwanted: dict[tuple[str, ...], set[str]] = {
        ("--version",): heavy | people | {"json", "dataclasses", "pathlib", "typing", "phantasm.config"},
        ("--help",): heavy,
        ("backup", "--help"): heavy - {"pydantic"},  # Typer reads a group's options with it
        ("handle-request", '{"operation": "templates"}'): people | once,
    }
    for arguments, names in unwanted.items():
        ended = place.run(*arguments, PYTHONPROFILEIMPORTTIME="1")
        loaded = set(re.findall(r"^import time:.*\| +(\S+)$", ended.err, re.MULTILINE))
        assert "phantasm.surfaces.cli.entry" in loaded
        assert not loaded & names, (arguments, loaded & names)
