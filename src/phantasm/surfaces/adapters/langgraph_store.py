"""How does a LangGraph program use a project as its store? Items are notes, `search` is the project's own.

    from phantasm.surfaces.adapters.langgraph_store import PhantasmStore

    with PhantasmStore(profile="claude_code") as store:
        store.put(("users", "7"), "food", {"text": "likes pizza"})
        store.search(("users",), query="what do they eat?")

Any thread and any event loop may use one store: a thread of its own does the work. Items do not expire by
themselves (`supports_ttl` is false), because reading must not write.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from phantasm.surfaces.adapters import extras, store_operations
from phantasm.surfaces.adapters.store_operations import Plan, Wanted
from phantasm.surfaces.python.own_thread import ProjectThread

try:
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        Item,
        ListNamespacesOp,
        PutOp,
        SearchItem,
        SearchOp,
        get_text_at_path,
        validate_op_namespace,
    )
except ImportError as problem:
    raise extras.missing("langgraph", problem) from problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path
    from types import TracebackType

    from langgraph.store.base import Op, Result

    from phantasm.surfaces.adapters.store_items import Stored
    from phantasm.surfaces.python.project import Project


class PhantasmStore(BaseStore):
    """A LangGraph store whose items are records of a project."""

    supports_ttl = False

    def __init__(
        self,
        path: str | Path | None = None,
        *,
        profile: str | None = None,
        session_id: str | None = None,
        fields: Sequence[str] | None = None,
    ) -> None:
        """Open the project of a folder; `fields` are the paths in a value that are searched, else all."""
        super().__init__()
        self._fields = fields
        self._thread = ProjectThread(path, profile=profile, session_id=session_id, name="langgraph")
        try:
            self._thread.do(extras.require_writing)
        except BaseException:
            self._thread.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the project and end its thread."""
        self._thread.close()

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out operations: reads see what was there before, of two writes of an item the last counts."""
        asked = _checked(ops)
        return self._thread.do(lambda project: self._carry_out(project, asked))

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out operations while the event loop goes on."""
        asked = _checked(ops)
        return await self._thread.do_async(lambda project: self._carry_out(project, asked))

    def _carry_out(self, project: Project, asked: list[Op]) -> list[Result]:
        results: list[Result] = []
        plan = Plan()
        for one in asked:
            match one:
                case GetOp():
                    stored = store_operations.get(project, one.namespace, one.key)
                    results.append(_item(stored) if stored else None)
                case SearchOp():
                    results.append(_search(project, one))
                case ListNamespacesOp():
                    results.append(_namespaces(project, one))
                case PutOp():
                    plan.put(one.namespace, one.key, one.value, self._texts(one))
                    results.append(None)
        store_operations.carry_out(project, plan)
        return results

    def _texts(self, one: PutOp) -> list[str] | None:
        """Return what an item is found by; None when it is not to be found."""
        if one.index is False or one.value is None:
            return None
        paths = one.index if one.index is not None else self._fields
        if paths is None or "$" in paths:
            return store_operations.all_texts(one.value)
        return [text for path in paths for text in get_text_at_path(one.value, path)]


def _checked(ops: Iterable[Op]) -> list[Op]:
    asked = list(ops)
    for one in asked:
        if not isinstance(one, GetOp | SearchOp | ListNamespacesOp | PutOp):
            raise TypeError(f"Unknown operation type: {type(one)}")
        validate_op_namespace(one)
        if isinstance(one, PutOp) and one.ttl is not None:
            raise NotImplementedError("TTL is not supported: items of a project do not expire by themselves")
    return asked


def _item(stored: Stored) -> Item:
    created_at, updated_at = stored.moments()
    return Item(
        value=stored.value,
        key=stored.key,
        namespace=stored.namespace,
        created_at=created_at,
        updated_at=updated_at,
    )


def _search(project: Project, one: SearchOp) -> list[SearchItem]:
    wanted = Wanted(one.namespace_prefix, one.filter or {}, one.offset, one.limit)
    found = (
        store_operations.search(project, wanted, one.query)
        if one.query
        else [(stored, None) for stored in store_operations.listed(project, wanted)]
    )
    shown = []
    for stored, score in found:
        created_at, updated_at = stored.moments()
        item = SearchItem(stored.namespace, stored.key, stored.value, created_at, updated_at, score)
        shown.append(item)
    return shown


def _namespaces(project: Project, one: ListNamespacesOp) -> list[tuple[str, ...]]:
    conditions = [(condition.match_type, condition.path) for condition in one.match_conditions or ()]
    found = store_operations.namespaces(project, conditions, one.max_depth)
    return found[one.offset : one.offset + one.limit]
