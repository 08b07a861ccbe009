"""The laws that no step of maintenance may break, on a real store: what breaks one, and what may pass."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.learning.run_audit import require_lawful
from phantasm.state import keeping, store, withdrawal
from phantasm.state.learned import SESSION
from phantasm.state.model import Content, Draft, Quality, Record
from phantasm.storage.work import Caller, Work
from tests.conftest import Project

NOW = "2026-11-02T00:00:00.000000Z"


@contextmanager
def _step(project: Project) -> Iterator[Work]:
    """Write as a step of maintenance does, and leave nothing behind."""
    environment = project.runtime.environment
    with environment.database.write("test") as (connection, head):
        yield Work(connection, head, NOW, environment.ids, Caller("scheduler", frozenset()), dry_run=True)


def _broken(work: Work) -> str:
    with pytest.raises(PhantasmError) as caught:
        require_lawful(work, "consolidate", ["rec_before"])
    assert (caught.value.code, caught.value.field) == (Code.NOT_ALLOWED, "params.leave_alone")
    (way,) = caught.value.remediation
    assert way.request is not None
    params = way.request["params"]
    assert isinstance(params, dict)
    (name,) = set(params["leave_alone"]) - {"rec_before"}
    assert name in caught.value.message
    return caught.value.message


def _fact(project: Project, **fields: object) -> str:
    return project.hold("The export service listens on port 8123.", **fields)


def test_archives_only_what_maintenance_has_learned(project: Project) -> None:
    name = _fact(project)
    with _step(project) as work:
        withdrawal.archive(work, store.find(work, [name])[name])
        assert "maintenance did not learn it" in _broken(work)


def test_leaves_what_somebody_has_decided_about(project: Project) -> None:
    name = _fact(project, quality={"source_type": SESSION})
    with _step(project) as work:
        withdrawal.archive(work, store.find(work, [name])[name])
        assert "somebody has decided about it" in _broken(work)


def test_leaves_what_is_frozen(project: Project) -> None:
    name = _fact(project)
    project.get("set_state", profile="cli", action="freeze", ids=[name])
    with _step(project) as work:
        withdrawal.supersede(work, store.find(work, [name])[name], NOW)
        assert "is frozen" in _broken(work)


def test_erases_nothing(project: Project) -> None:
    name = _fact(project)
    with _step(project) as work:
        withdrawal.erase(work, store.find(work, [name])[name])
        assert "was erased" in _broken(work)


def test_brings_no_secret_in(project: Project) -> None:
    with _step(project) as work:
        key = "AKIA" + "Q7R2T9XW4ZK8M3NB"
        keeping.append(work, _draft(f"The key is {key}."), keeping.Place("live"))
        assert key not in _broken(work)


def _draft(statement: str, kind: str = "fact") -> Draft:
    quality = Quality(confidence=0.7, source_type=SESSION)
    return Draft(kind=kind, content=Content(statement), origin="agent", quality=quality)


@pytest.mark.parametrize(
    ("kind", "closed", "is_lawful"),
    [
        ("fact", withdrawal.archive, True),
        ("constraint", withdrawal.archive, False),
        ("constraint", withdrawal.retract, True),
    ],
)
def test_lets_no_constraint_fade(
    project: Project, kind: str, closed: Callable[[Work, Record], None], *, is_lawful: bool
) -> None:
    environment = project.runtime.environment
    with environment.database.write("test") as (connection, head):
        caller = Caller("scheduler", frozenset())
        work = Work(connection, head, "2026-10-01T00:00:00.000000Z", environment.ids, caller)
        record = keeping.append(work, _draft("Payments are never retried.", kind), keeping.Place("live"))
        work.changes.clear()
        later = Work(connection, head, NOW, environment.ids, caller)
        closed(later, record)
        if is_lawful:
            require_lawful(later, "consolidate", [])
        else:
            assert "does not fade" in _broken(later)
