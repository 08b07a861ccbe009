"""The laws of exchange: import(export(x)) is x, and importing what is held already changes nothing."""

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phantasm.config.paths import Paths
from tests.conftest import Project
from tests.fixtures.projects import lay_out_state

PATH = ".phantasm/memory.jsonl"

WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=40).filter(
    lambda text: bool(text.strip())
)
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=5,
)
KINDS = st.sampled_from(["fact", "decision", "constraint", "convention", "task", "note", "dependency"])
RECORDS = st.fixed_dictionaries(
    {"record_kind": KINDS, "statement": WORDS},
    optional={
        "subject_key": st.sampled_from(["api.port", "storage", "tests.naming", "ünï"]),
        "payload": st.dictionaries(WORDS, JSON_VALUES, max_size=3),
        "provenance": st.dictionaries(WORDS, WORDS, max_size=2),
        "claim": st.fixed_dictionaries({"subject": WORDS, "predicate": WORDS, "object": WORDS}),
        "quality": st.fixed_dictionaries(
            {"confidence": st.floats(0, 1)},
            optional={"author": WORDS, "verified_at": st.just("2026-01-02T03:04:05Z")},
        ),
        "valid_from": st.sampled_from(["2024-01-01", "2025-06-30T12:00:00+02:00"]),
        "valid_to": st.just("2030-01-01"),
        "sensitivity": st.sampled_from(["normal", "sensitive"]),
        "scope": st.just("branch"),
        "scope_ref": st.just("feature/x"),
    },
).filter(lambda record: ("scope" in record) == ("scope_ref" in record))
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("ingest"), RECORDS, st.just(0)),
        st.tuples(st.just("revise"), WORDS, st.integers(0, 9)),
        st.tuples(
            st.sampled_from(["freeze", "archive", "retract", "tombstone"]), st.none(), st.integers(0, 9)
        ),
        st.tuples(st.sampled_from(["depends_on", "relates_to", "about"]), RECORDS, st.integers(0, 9)),
    ),
    min_size=1,
    max_size=12,
)


@contextmanager
def a_project() -> Iterator[Project]:
    """Yield a project of its own: one example's store is never the next one's."""
    folder = Path(tempfile.mkdtemp(prefix="phantasm-exchange-"))
    lay_out_state(Paths(folder))
    made = Project(folder)
    try:
        yield made
    finally:
        made.runtime.close()
        shutil.rmtree(folder)


def do(project: Project, held: list[str], step: tuple[str, Any, int]) -> None:
    """Carry out one step; one that makes no sense there is refused, which is fine."""
    action, value, place = step
    chosen = held[place % len(held)] if held else None
    if action == "ingest":
        response = project.ask("ingest", profile="cli", on_conflict="conflict", **value)
    elif chosen is None:
        return
    elif action == "revise":
        response = project.ask("revise", profile="cli", id=chosen, statement=value)
    elif action in {"depends_on", "relates_to", "about"}:
        target = "file:src/a.py" if action == "about" else chosen
        link = {"type": action, "target": target}
        response = project.ask("ingest", profile="cli", on_conflict="conflict", links=[link], **value)
    elif action == "tombstone":
        params = {"action": action, "ids": [chosen], "reason": "law"}
        project.confirm("set_state", {"action": action, "ids": [chosen]}, **params)
        return
    else:
        project.ask("set_state", profile="cli", action=action, ids=[chosen], reason="law")
        return
    data: dict[str, Any] = response.data or {}
    held += [str(one["record_id"]) for one in data.get("results", [])]
    held += [str(data["record_id"])] if "record_id" in data else []


def export(project: Project, **params: Any) -> bytes:
    project.get("memory_export", profile="cli", include_sensitive=True, **params)
    return (project.root / PATH).read_bytes()


def bring(project: Project, data: bytes, **params: Any) -> dict[str, Any]:
    target = project.root / PATH
    target.write_bytes(data)
    return project.get("memory_import", profile="cli", path=PATH, **params)


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=STEPS)
def test_importing_an_export_gives_the_same_memory(steps: list[tuple[str, Any, int]]) -> None:
    with a_project() as first, a_project() as second:
        held: list[str] = []
        for step in steps:
            do(first, held, step)
        exported = export(first)
        result = bring(second, exported)
        assert result["problems"] == []
        assert set(result["outcomes"]) <= {"created"}
        assert export(second) == exported


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=STEPS)
def test_importing_what_is_held_changes_nothing(steps: list[tuple[str, Any, int]]) -> None:
    with a_project() as project:
        held: list[str] = []
        for step in steps:
            do(project, held, step)
        exported = export(project)
        before = project.get("list", profile="cli", everywhere=True, states=["live", "suggested"], limit=1000)
        result = bring(project, exported)
        assert result["changed"] == 0
        assert set(result["outcomes"]) <= {"unchanged"}
        after = project.get("list", profile="cli", everywhere=True, states=["live", "suggested"], limit=1000)
        assert after == before
        assert export(project) == exported


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=STEPS, later=STEPS)
def test_a_later_export_is_a_fast_forward(
    steps: list[tuple[str, Any, int]], later: list[tuple[str, Any, int]]
) -> None:
    """A copy that did not change takes over what the original became, and then says just the same."""
    with a_project() as first, a_project() as second:
        held: list[str] = []
        for step in steps:
            do(first, held, step)
        bring(second, export(first))
        for step in later:
            if step[0] not in {"archive", "retract", "tombstone"}:  # what is absent says nothing
                do(first, held, step)
        exported = export(first)
        result = bring(second, exported)
        assert set(result["outcomes"]) <= {"created", "updated", "amended", "unchanged"}
        assert export(second) == exported


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=STEPS, here=STEPS, there=STEPS)
def test_an_import_replaces_only_what_it_goes_on_from(
    steps: list[tuple[str, Any, int]], here: list[tuple[str, Any, int]], there: list[tuple[str, Any, int]]
) -> None:
    """Whatever both sides did: what is live here stays so, or is followed by a version that knew it."""
    with a_project() as first, a_project() as second:
        held: list[str] = []
        for step in steps:
            do(first, held, step)
        bring(second, export(first))
        for project, later in ((first, there), (second, here)):
            known = list(held)
            for step in later:
                do(project, known, step)
        before, theirs = by_lineage(export(second)), by_lineage(export(first))
        bring(second, export(first))
        after = by_lineage(export(second))
        for lineage, line in before.items():
            if after[lineage]["id"] != line["id"]:
                assert after[lineage]["id"] == theirs[lineage]["id"]
                assert line["id"] in theirs[lineage]["previous"]
        again = bring(second, export(first))
        assert again["changed"] == 0, again


def by_lineage(exported: bytes) -> dict[str, dict[str, Any]]:
    lines = [json.loads(line) for line in exported.decode().split("\n")[1:] if line]
    return {line["lineage"]: line for line in lines}


def test_every_line_is_sorted_json_and_the_text_ends_with_one_newline() -> None:
    with a_project() as project:
        for number in range(20):
            project.hold(f"Service {number} has its own queue.", subject_key=f"queue.{19 - number:02}")
        text = export(project).decode()
    assert text.endswith("}\n")
    assert "\r" not in text
    lines = [json.loads(line) for line in text.split("\n") if line]
    assert lines[0] == {"format": "phantasm-memory", "version": 1}
    order = [(line["kind"], line.get("subject_key", ""), line["lineage"]) for line in lines[1:]]
    assert order == sorted(order)
    assert len(order) == 20
    assert all(list(line) == sorted(line) for line in lines)
