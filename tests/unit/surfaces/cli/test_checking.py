"""What holds takes a line; what does not shows the difference, the memory behind it and where to look."""

import shlex
from typing import Any

import typer

from phantasm.contracts.model import JsonObject
from phantasm.runtime.checks.format import FILTERS, Check, command_of
from phantasm.surfaces.cli.app import app
from phantasm.surfaces.cli.checking import verdicts
from tests.unit.surfaces.cli.rendering import printed

GOOD: JsonObject = {
    "name": "the rule\x1b[31m is known",
    "holds": True,
    "match": "strong_match",
    "tokens": 412,
    "unmet": [],
    "notes": [],
    "command": "phantasm compile --explain",
}
BAD: JsonObject = {
    "name": "payments",
    "holds": False,
    "match": "weak_match",
    "tokens": 90,
    "unmet": [
        {
            "rule": "includes",
            "expected": '"never matched"',
            "message": "is not in the context",
            "line": "sometimes matched",
            "handle": "k3v9qd2a",
            "segments": [
                {"side": "old", "text": "never"},
                {"side": "new", "text": "sometimes"},
                {"side": "same", "text": " matched"},
            ],
        },
        {"rule": "excludes", "expected": '"matched"', "message": "is in the context", "line": "is matched"},
    ],
    "notes": ["excludes_records: nothing here is called 'x'"],
    "command": "phantasm compile 'may I match payments by their amount, or by what else?' --explain",
}


def _data(*checks: JsonObject) -> JsonObject:
    failed = sum(not one["holds"] for one in checks)
    return {"checks": len(checks), "failed": failed, "files": [{"path": "a.toml", "checks": list(checks)}]}


def test_what_holds_takes_a_line() -> None:
    assert printed(verdicts(_data(GOOD))).splitlines() == [
        "a.toml",
        "  ok    the rule is known  strong match, 412 tokens",
        "1 check, all hold",
    ]


def test_what_does_not_hold_is_shown_word_by_word() -> None:
    assert printed(verdicts(_data(GOOD, BAD))).splitlines() == [
        "a.toml",
        "  ok    the rule is known  strong match, 412 tokens",
        "  FAIL  payments",
        "        note: excludes_records: nothing here is called 'x'",
        '        includes: "never matched" — is not in the context',
        "        nearest, [-expected-] {+compiled+}: [-never-]{+sometimes+} matched",
        "        see: phantasm why k3v9qd2a",
        '        excludes: "matched" — is in the context',
        "        line: is matched",
        f"        see: {BAD['command']}",
        "2 checks, 1 failed",
    ]


def test_a_long_line_stays_under_the_name() -> None:
    lines = printed(verdicts(_data(BAD)), width=60).splitlines()
    assert lines[-3:-1] == [
        "        see: phantasm compile 'may I match payments by their",
        "        amount, or by what else?' --explain",
    ]


def test_looks_closer_with_options_that_compile_has() -> None:
    # Of every type that a parameter has, the option is called alike.
    lists = {"tiers", "kinds", "origins"}
    filters: JsonObject = {name: ["x"] if name in lists else "x" for name in FILTERS} | {"everywhere": True}
    check = Check(
        name="all",
        query="-x y",
        token_budget=1,
        size="hook",
        focus_subjects=["a", "b.*"],
        model="plain",
        now="2026-11-01",
        filters=filters,
    )
    command: Any = typer.main.get_command(app)
    options = {name for parameter in command.commands["compile"].params for name in parameter.opts}
    words = shlex.split(command_of(check))
    assert words[-2:] == ["--", "-x y"]
    assert {word for word in words[:-2] if word.startswith("--")} <= options
    assert command_of(Check(name="small", size="full")) == "phantasm compile --explain"


def test_shows_how_to_begin() -> None:
    shown = printed(verdicts({"checks": 0, "failed": 0, "files": []}))
    assert shown.startswith("there are no checks yet")
    assert "[[check]]" in shown
