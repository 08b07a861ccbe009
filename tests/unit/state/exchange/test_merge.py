"""The three-way merge of one lineage, case by case."""

import pytest

from phantasm.state.exchange.lines import Numbered, RecordLine
from phantasm.state.exchange.merge import (
    Decision,
    Diverged,
    ErasedHere,
    KeepOurs,
    New,
    TakeTheirs,
    Unchanged,
    Version,
    Waiting,
    WithdrawnHere,
    decide,
    in_order,
    said,
)
from phantasm.state.model import Content, Draft, Quality, State


def draft(statement: str) -> Draft:
    return Draft("fact", Content(statement), "user", valid_from="2026-01-01T00:00:00.000000Z")


def theirs(name: str, statement: str, *previous: str) -> RecordLine:
    return RecordLine(name, "v1", "handle00", draft(statement), previous)


def ours(name: str, statement: str | None, state: State = "live", *seen: str) -> Version:
    return Version(name, state, None if statement is None else said(draft(statement)), seen)


CASES: list[tuple[str, RecordLine, list[Version], Decision]] = [
    ("unknown lineage", theirs("v1", "a"), [], New()),
    ("the same version", theirs("v1", "a"), [ours("v1", "a")], Unchanged("v1")),
    (
        "both came to say the same",
        theirs("v2b", "b", "v1"),
        [ours("v1", "a", "superseded"), ours("v2", "b")],
        Unchanged("v2"),
    ),
    ("they went on", theirs("v2", "b", "v1"), [ours("v1", "a")], TakeTheirs("v1")),
    ("they went on twice", theirs("v3", "c", "v1", "v2"), [ours("v1", "a")], TakeTheirs("v1")),
    (
        "they went back to what it was",
        theirs("v3", "a", "v1", "v2"),
        [ours("v1", "a", "superseded"), ours("v2", "b")],
        TakeTheirs("v2"),
    ),
    ("edited in the file", theirs("v1", "b"), [ours("v1", "a")], TakeTheirs("v1", edited=True)),
    ("we went on", theirs("v1", "a"), [ours("v1", "a", "superseded"), ours("v2", "b")], KeepOurs("v2")),
    (
        "an edit that was taken over and gone on from",
        theirs("v1", "b"),
        [ours("v1", "a", "superseded"), ours("v2", "b", "superseded"), ours("v3", "c")],
        KeepOurs("v3"),
    ),
    (
        "we went on from what another store had",
        theirs("v1", "a"),
        [ours("v2", "b", "live", "v1")],
        KeepOurs("v2"),
    ),
    (
        "both went on",
        theirs("v2b", "c", "v1"),
        [ours("v1", "a", "superseded"), ours("v2", "b")],
        Diverged("v2"),
    ),
    (
        "an old version edited in the file",
        theirs("v1", "x"),
        [ours("v1", "a", "superseded"), ours("v2", "b")],
        Diverged("v2"),
    ),
    (
        "theirs waits here",
        theirs("v2b", "c", "v1"),
        [ours("v2", "b"), ours("v2b", "c", "suggested")],
        Waiting("v2b"),
    ),
    (
        "theirs was turned down here",
        theirs("v2b", "c", "v1"),
        [ours("v2", "b"), ours("v2b", "c", "archived")],
        KeepOurs("v2"),
    ),
    (
        "theirs was taken back here",
        theirs("v2", "b", "v1"),
        [ours("v1", "a"), ours("v2", "b", "archived")],
        KeepOurs("v1"),
    ),
    ("another proposal waits here", theirs("v1", "b"), [ours("v1", "a", "suggested")], Diverged("v1")),
    (
        "withdrawn here",
        theirs("v1", "a"),
        [ours("v1", "a", "archived")],
        WithdrawnHere("v1", changed_there=False),
    ),
    (
        "withdrawn here, changed there",
        theirs("v2", "b", "v1"),
        [ours("v1", "a", "archived")],
        WithdrawnHere("v1", changed_there=True),
    ),
    ("erased here", theirs("v1", "a"), [ours("v1", None, "tombstoned")], ErasedHere("v1")),
    (
        "erased here, changed there",
        theirs("v2", "b", "v1"),
        [ours("v1", None, "tombstoned")],
        ErasedHere("v1"),
    ),
    (
        "an erased version beside a live one",
        theirs("v1", "a"),
        [ours("v1", None, "tombstoned"), ours("v2", "b")],
        ErasedHere("v1"),
    ),
]


@pytest.mark.parametrize(
    ("line", "versions", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_decides(line: RecordLine, versions: list[Version], expected: Decision) -> None:
    assert decide(line, versions) == expected


def test_an_origin_in_a_file_changes_nothing() -> None:
    held = draft("a")
    assert said(held._replace(origin="web")) == said(held)


def test_a_verification_is_no_new_version_but_a_confidence_is() -> None:
    held = draft("a")
    assert said(held._replace(quality=Quality(verified_at="2026-01-01"))) == said(held)
    assert said(held._replace(quality=Quality(confidence=0.1))) != said(held)


def test_what_others_go_on_from_comes_behind_them_and_nothing_twice() -> None:
    old, new = theirs("v1", "a"), theirs("v2", "b", "v1")
    ordered = in_order([Numbered(2, old), Numbered(4, new), Numbered(6, old)])
    assert [one.number for one in ordered] == [4, 2]
