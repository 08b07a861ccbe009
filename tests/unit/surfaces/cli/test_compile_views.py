"""A compiled context explains its lines, its near misses and its size; a replay says what is not the same."""

from typing import Any

from phantasm.surfaces.cli.compile_views import compiled, explained, handed_over, replayed
from tests.unit.surfaces.cli.rendering import printed


def _line(**more: Any) -> dict[str, Any]:
    line = {
        "id": "rec_1",
        "handle": "k3v9qd2a",
        "tier": "record",
        "section": "facts",
        "kind": "fact",
        "text": "Invoices are stored in PostgreSQL.",
        "tokens": 12,
        "score": 0.834,
        "reason": "it answers the task",
        "at": "2026-11-01T12:00:00.000000Z",
        "freshness": "unverified",
        "labels": [],
    }
    return line | more


def _context(**more: Any) -> dict[str, Any]:
    context = {
        "text": "<memory>\n",
        "match": "strong_match",
        "tokens": 250,
        "token_budget": 1000,
        "characters": 1234,
        "exact": True,
        "model": "openai",
        "format": "markdown",
        "sections": [
            {"name": "facts", "title": "Facts", "tokens": 200, "lines": 3},
            {"name": "quotes", "title": "Quotes", "tokens": 1, "lines": 1},
        ],
        "prefix": {"bytes": 321, "characters": 321, "tokens": 80, "hash": "00"},
        "lines": [_line()],
        "omitted": [],
        "findings": [],
        "withheld": 0,
    }
    return context | more


def test_says_why_each_line_is_there() -> None:
    lines = [
        _line(labels=["doubtful"]),
        _line(handle="w7m2xq4c", tier="evidence", section="quotes", tokens=1200, score=1, reason="said it"),
    ]
    shown = printed(explained(_context(lines=lines))).splitlines()
    assert (
        shown[0] == "handle      section  tokens  score  of          why it is there                freshness"
    )
    assert (
        shown[1]
        == "m:k3v9qd2a  facts        12   0.83  2026-11-01  doubtful; it answers the task  unverified"
    )
    assert shown[2] == "  Invoices are stored in PostgreSQL."
    assert (
        shown[3]
        == "e:w7m2xq4c  quotes    1,200   1.00  2026-11-01  said it                        unverified"
    )


def test_cuts_texts_to_the_window() -> None:
    said = "Invoices are stored in PostgreSQL. " * 10
    shown = printed(explained(_context(lines=[_line(text=said, reason=said)])), width=60).splitlines()
    assert max(map(len, shown)) == 60
    assert shown[1].endswith("…")
    assert shown[2].endswith("…")


def test_shows_no_control_characters() -> None:
    hostile = "a\x1b[31m\nb\x07"
    line = _line(text=hostile, reason=hostile, section=hostile, labels=[hostile])
    omitted = {"handle": hostile, "reason": hostile, "detail": hostile, "kind": hostile, "score": 0}
    finding = {"kind": hostile, "message": hostile}
    shown = printed(explained(_context(lines=[line], omitted=[omitted], findings=[finding])))
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert "a b" in shown


def test_says_what_came_near_and_was_left_out() -> None:
    omitted = {
        "id": "ev_1",
        "handle": "w7m2xq4c",
        "tier": "evidence",
        "kind": "turn",
        "reason": "budget",
        "detail": "takes 80 tokens, 20 are left",
        "score": 0.4,
    }
    shown = printed(explained(_context(omitted=[omitted]))).splitlines()
    assert shown[4] == "handle      kind  score  left out  because"
    assert shown[5] == "e:w7m2xq4c  turn   0.40  budget    takes 80 tokens, 20 are left"


def test_shows_how_much_of_the_budget_each_section_takes() -> None:
    shown = printed(explained(_context()))
    assert "facts        3     200  ████                 20.0%" in shown
    assert "quotes       1       1  ▏                    0.1%" in shown
    assert "strong match\n250 of 1,000 tokens, 1,234 characters, for openai as markdown" in shown


def test_tells_a_bound_from_a_count() -> None:
    assert "at most 250 of 1,000 tokens" in printed(explained(_context(exact=False)))


def test_says_what_a_prompt_cache_keeps() -> None:
    assert "stable beginning: 321 bytes, 80 tokens" in printed(explained(_context()))
    shown = printed(explained(_context(unchanged={"bytes": 1000, "tokens": 200})))
    assert "unchanged since the previous one: 1,000 bytes, 200 tokens" in shown


def test_tells_of_conflicts_and_of_what_is_withheld() -> None:
    finding = {"kind": "conflict", "record_ids": ["rec_1", "rec_2"], "message": "rec_1 contradicts rec_2"}
    shown = printed(explained(_context(findings=[finding], withheld=2)))
    assert "conflict: rec_1 contradicts rec_2" in shown
    assert "2 sensitive ones withheld" in shown


def test_explains_an_empty_context() -> None:
    shown = printed(explained(_context(match="standing", lines=[], sections=[], tokens=0)))
    assert shown.startswith("standing context: no task was given\n0 of 1,000 tokens")


def test_shows_the_text_when_nothing_is_explained() -> None:
    assert printed(compiled(_context(lines=[]))) == "<memory>\n"
    assert "why it is there" in printed(compiled(_context()))


def test_says_what_of_a_replay_is_not_the_same() -> None:
    assert replayed({"identical": True, "missing": [], "differs": []}) == []
    assert replayed(
        {
            "identical": False,
            "missing": [{"id": "ev_1", "why": "erased"}],
            "differs": [{"id": "rec_1", "line": 7}],
        }
    ) == ["ev_1 is missing: erased", "rec_1 differs, in line 7"]
    assert len(replayed({"identical": False, "missing": [], "differs": []})) == 1


def test_says_where_something_was_handed_over() -> None:
    manifest: dict[str, Any] = {
        "now": "2026-11-16",
        "lines": [
            {"text": "<memory>", "tokens": 3, "bytes": 9},
            {"id": "rec_1", "spans": [[0, 34]], "tokens": 12, "bytes": 50, "also": ["rec_2"]},
        ],
    }
    first = printed(handed_over(manifest, {"record": {"id": "rec_1"}}))
    assert first == "in the context of 2026-11-16:\n  line 2 of 2: 12 tokens, characters 0 to 34"
    assert "rec_1 says too" in printed(handed_over(manifest, {"record": {"id": "rec_2"}}))
    assert "not in the context" in printed(handed_over(manifest, {"evidence": [{"id": "ev_1"}]}))
    assert handed_over(manifest, {"operation": {"id": "op_1"}}) == []
    assert handed_over({}, {"record": {"id": "rec_1"}}) == []
