"""What becomes of an operation of a LangGraph store? It is asked of the project, or read from its notes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.model import JsonObject
from phantasm.surfaces.adapters import keyed_notes, store_items
from phantasm.surfaces.adapters.store_items import PREFIX, Namespace, Stored
from phantasm.surfaces.python.project import Project

# What `search` gives at once, and what `inspect` takes.
_PAGE_HITS = 1_000
_PAGE_IDS = 200
# One write is one transaction; so many items hold the lock for a fraction of a second.
_ITEMS_AT_ONCE = 500
_KEPT = frozenset({"created", "superseded", "refined", "duplicate"})


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which items, and which part of the list."""

    prefix: Namespace
    filter: Mapping[str, object]
    offset: int
    limit: int

    def accepts(self, stored: Stored) -> bool:
        """Tell whether an item lies in the namespace and matches the filter."""
        inside = stored.namespace[: len(self.prefix)] == tuple(self.prefix)
        return inside and all(
            store_items.matches(stored.value.get(key), expected) for key, expected in self.filter.items()
        )


@dataclass(slots=True)
class Plan:
    """The writes of one batch; of two of the same item the last counts."""

    puts: dict[tuple[Namespace, str], JsonObject | None] = field(default_factory=dict)

    def put(
        self, namespace: Namespace, key: str, value: Mapping[str, object] | None, texts: list[str] | None
    ) -> None:
        """Note that an item is to be stored, or with None to be erased."""
        made = store_items.fields(namespace, key, value, texts=texts) if value is not None else None
        # A key that comes again takes the later place: what is written last is newest.
        self.puts.pop((namespace, key), None)
        self.puts[namespace, key] = made


def get(project: Project, namespace: Namespace, key: str) -> Stored | None:
    """Return one item."""
    note = keyed_notes.find(project, store_items.subject_key(namespace, key))
    return store_items.read(note) if note else None


def listed(project: Project, wanted: Wanted) -> list[Stored]:
    """Return items of a namespace, the last written first."""
    store_items.check_filter(wanted.filter)
    found = [stored for stored in _all(project) if wanted.accepts(stored)]
    return found[wanted.offset : wanted.offset + wanted.limit]


def search(project: Project, wanted: Wanted, query: str) -> list[tuple[Stored, float]]:
    """Return the items of a namespace by how well they answer a question, with their scores."""
    store_items.check_filter(wanted.filter)
    fitting = ((stored, score) for stored, score in _answers(project, query) if wanted.accepts(stored))
    return list(islice(fitting, wanted.offset, wanted.offset + wanted.limit))


def namespaces(
    project: Project, conditions: Sequence[tuple[str, Namespace]], max_depth: int | None
) -> list[Namespace]:
    """Return every namespace with an item in it, cut to a depth, in order."""
    known = {stored.namespace for stored in _all(project)}
    fitting = {name for name in known if all(_fits(name, kind, path) for kind, path in conditions)}
    return sorted({name[:max_depth] for name in fitting})


def carry_out(project: Project, plan: Plan) -> None:
    """Store and erase what a batch says."""
    known = {place: get(project, *place) for place in plan.puts}
    gone = [stored.note for place, stored in known.items() if stored and plan.puts[place] is None]
    if gone:
        keyed_notes.erase(project, gone, reason="langgraph: delete")
    items = []
    for place, made in plan.puts.items():
        before = known[place]
        if made is not None:
            items.append(store_items.created_at(made, before.created_at) if before else made)
    request_id = project.new_id("req")
    for start in range(0, len(items), _ITEMS_AT_ONCE):
        params = {"items": items[start : start + _ITEMS_AT_ONCE], "on_conflict": "supersede"}
        _refuse_unkept(project.send("ingest", params, request_id=request_id).data or {})


def all_texts(value: Mapping[str, object]) -> list[str]:
    """Return everything that a value says."""
    return list(store_items.told(value))


def _all(project: Project) -> Iterator[Stored]:
    for note in keyed_notes.starting_with(project, PREFIX):
        stored = store_items.read(note)
        if stored is not None:
            yield stored


def _answers(project: Project, query: str) -> Iterator[tuple[Stored, float]]:
    cursor: str | None = None
    seen: set[str] = set()
    while True:
        params = {"query": query, "kinds": [keyed_notes.KIND], "limit": _PAGE_HITS, "cursor": cursor}
        page = project.send("search", params).data or {}
        hits = page.get("hits")
        ours = [hit for hit in hits if _is_ours(hit, seen)] if isinstance(hits, list) else []
        for start in range(0, len(ours), _PAGE_IDS):
            yield from _read(project, ours[start : start + _PAGE_IDS])
        cursor = str(page["next_cursor"]) if page.get("next_cursor") else None
        if cursor is None:
            return


def _is_ours(hit: JsonObject, seen: set[str]) -> bool:
    """Tell whether a hit is an item that did not come before; a long one may be found in several parts."""
    name = str(hit["id"])
    if name in seen or not str(hit.get("subject_key", "")).startswith(PREFIX):
        return False
    seen.add(name)
    return True


def _read(project: Project, hits: Sequence[JsonObject]) -> Iterator[tuple[Stored, float]]:
    notes = {note.id: note for note in keyed_notes.named(project, [str(hit["id"]) for hit in hits])}
    for hit in hits:
        note = notes.get(str(hit["id"]))
        stored = store_items.read(note) if note else None
        if stored is not None and stored.is_searched:
            yield stored, float(str(hit["score"]))


def _fits(name: Namespace, kind: str, path: Namespace) -> bool:
    if len(name) < len(path):
        return False
    part = name[: len(path)] if kind == "prefix" else name[len(name) - len(path) :]
    return all(wanted in {"*", label} for label, wanted in zip(part, path, strict=True))


def _refuse_unkept(data: JsonObject) -> None:
    results = data.get("results")
    for one in results if isinstance(results, list) else ():
        if one["outcome"] not in _KEPT:
            raise PhantasmError(
                Code.CONFLICT_UNRESOLVED,
                f"an item was not stored: {one['outcome']} ({', '.join(one['reasons']) or one['handle']})",
                remediation=(
                    Remediation("A person has changed or frozen this item.", command="phantasm review"),
                ),
            )
