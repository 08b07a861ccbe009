"""A wish, and the store to which it is put."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from phantasm.context.reading.wish import Wish
from phantasm.contracts.kinds import Right
from phantasm.retrieval.filters import Filter
from phantasm.state.scopes import Standpoint
from phantasm.state.timeline import NOW
from phantasm.storage.inspection import reader
from phantasm.storage.work import Caller, Work
from tests.conftest import Project

TODAY = "2026-11-01"
AGENT = Caller("claude_code", frozenset({Right.READ}))
PEOPLE = frozenset({"cli"})
PERSON = Caller("cli", frozenset(Right))


def wish(query: str | None = None, **fields: Any) -> Wish:
    """Return a wish of an agent that stands nowhere in particular."""
    sensitive = bool(fields.get("sensitive", False))
    here = Standpoint()
    usual: dict[str, Any] = {
        "focus": (),
        "chosen": Filter(seen_from=here, sensitive=sensitive),
        "seen_from": here,
        "at": NOW,
        "today": TODAY,
        "least_confidence": 0.0,
        "nearest": False,
        "sensitive": sensitive,
        "people": PEOPLE,
    }
    return Wish(query=query, **(usual | fields))


@contextmanager
def reading(project: Project, caller: Caller = AGENT) -> Iterator[Work]:
    """Yield a look at the store."""
    with project.runtime.environment.database.read() as (connection, head):
        yield replace(reader(connection, head), caller=caller)
