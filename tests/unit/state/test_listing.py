"""A page of the past: the same as going through every record with the journal in hand."""

from itertools import product

import pytest

from phantasm.state.filters import Filter
from phantasm.state.listing import EVERY_STATE, everything, page
from phantasm.state.model import State
from phantasm.state.timeline import Point
from tests.conftest import Project

STATES: tuple[tuple[State, ...], ...] = (("live",), ("suggested", "archived"), ("superseded",), EVERY_STATE)
WORLD = (None, "2026-03-01T00:00:00.000000Z", "2026-12-01T00:00:00.000000Z")


@pytest.fixture
def eventful(project: Project) -> Project:
    """Return a project whose records went through every state, some of them twice."""
    names = [
        project.hold(
            f"Service number {word} uses Redis", subject_key=f"{word}.cache", valid_from="2026-01-01"
        )
        for word in ("alpha", "beta", "gamma", "delta", "epsilon")
    ]
    suggestion = {"record_kind": "fact", "statement": "Service number zeta uses Kafka", "subject_key": "zeta"}
    project.get("ingest", profile="generic_mcp", **suggestion)
    project.get("revise", id=names[0], statement="Service number alpha uses Valkey", valid_from="2026-06-01")
    archived = project.ask("set_state", ids=[names[1]], action="archive").provenance.operation_id
    project.get("set_state", profile="cli", ids=[names[2]], action="freeze")
    project.get("verify", ids=[names[3]])
    project.get("undo", operations=[archived])
    project.get("set_state", ids=[names[1]], action="retract")
    waiting = project.get("review_queue")["items"][0]["id"]
    project.get("review", profile="cli", action="accept", ids=[waiting])
    project.get("set_state", profile="cli", ids=[names[4]], action="tombstone")
    project.hold("Service number eta uses NATS", subject_key="eta")
    return project


def test_is_what_going_through_everything_gives(eventful: Project) -> None:
    with eventful.runtime.environment.snapshot() as work:
        assert work.head.seq > 14
        for seq, as_of, states in product(range(work.head.seq + 1), WORLD, STATES):
            at, chosen = Point(as_of, known_at=work.now, seq=seq), Filter(states=states)
            whole = list(everything(work, chosen, at))
            assert page(work, chosen, at, 100) == (whole, len(whole), False)
            for place, record in enumerate(whole):
                behind = chosen._replace(behind=(record.seq, record.ordinal))
                rest = whole[place + 1 :]
                assert page(work, behind, at, 2) == (rest[:2], len(whole), len(rest) > 2)


def test_leaves_out_what_a_filter_does(eventful: Project) -> None:
    with eventful.runtime.environment.snapshot() as work:
        for seq in range(work.head.seq + 1):
            at = Point(known_at=work.now, seq=seq)
            for chosen in (
                Filter(states=("live",), subject_key="alpha.cache"),
                Filter(states=("superseded", "archived"), subject_prefix="be"),
                Filter(states=EVERY_STATE, kind="decision"),
            ):
                whole = list(everything(work, chosen, at))
                assert page(work, chosen, at, 1) == (whole[:1], len(whole), len(whole) > 1)
