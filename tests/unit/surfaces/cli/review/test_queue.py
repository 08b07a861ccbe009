"""What waits is found by review and by record, and remembered once while a person walks through it."""

from pathlib import Path

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.surfaces.cli.review import queue
from phantasm.surfaces.cli.review.progress import Made, Progress
from phantasm.surfaces.cli.review.queue import Chosen
from phantasm.surfaces.cli.tables import objects
from tests.conftest import Project


def _suggest(project: Project, *statements: str) -> list[str]:
    """Suggest some facts and return the ids of the reviews."""
    for statement in statements:
        project.get("ingest", record_kind="fact", statement=statement, review_required=True)
    return [str(item["id"]) for item in project.get("review_queue")["items"]]


def _ids(data: dict[str, object] | None) -> list[object]:
    return [item["id"] for item in objects(data or {}, "items")]


def test_finds_reviews_by_id_and_by_record(project: Project) -> None:
    one, two, _ = _suggest(project, "Builds start at two.", "The port is 8400.", "Sarah reviews payments.")
    record = project.get("review_queue")["items"][1]["records"][0]["record"]["handle"]
    found = queue.named(project.root, [record, one, one], Chosen())
    assert sorted(map(str, _ids(found.data))) == sorted([one, two])
    assert (found.data or {})["total"] == 2
    with pytest.raises(PhantasmError) as refused:
        queue.named(project.root, ["rev_nothing"], Chosen())
    assert refused.value.code is Code.NOT_FOUND


def test_follows_pages_to_their_end(project: Project) -> None:
    ids = _suggest(project, "Builds start at two.", "The port is 8400.", "Sarah reviews payments.")
    walk = Progress(project.root, Chosen(limit=1))
    seen = []
    while walk.look_again() is None and walk.position < len(walk.items):
        seen.append(walk.current["id"])
        walk.forward()
    assert seen == ids
    assert walk.look_again() is None
    assert len(walk.items) == 3


def test_leaves_out_what_another_decision_has_settled() -> None:
    items: list[dict[str, object]] = [{"id": f"rev_{number}"} for number in range(3)]
    walk = Progress(Path(), None, items=items)
    walk.made.append(Made(0, "accepted", "op_1", frozenset({"rev_1"})))
    walk.forward()
    assert (walk.position, walk.title) == (2, "3 of 3")
    assert (walk.decided(0), walk.decided(1)) == ("accepted", "settled by another decision")
    assert walk.summary() == "1 accepted"
