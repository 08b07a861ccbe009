"""What does each page of the operator's view ask? The operations, with the parameters it asks them with.

Every page also asks `health`, `doctor` or `inspect` of what several show: that is measured once.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from phantasm.contracts.envelope import API_VERSION
from phantasm.runtime.party import Party

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phantasm.contracts.model import JsonObject
    from phantasm.runtime.bootstrap import Runtime

_PERSON = Party(at_terminal=True, ask=lambda question: True)


class Question(NamedTuple):
    """What a page asks; `first` when the page cannot be used before it is answered."""

    page: str
    what: str
    operation: str
    params: JsonObject
    first: bool = True


class Known(NamedTuple):
    """Names of things that the store has, to ask about."""

    record: str
    revised: str
    citing: str
    session: str
    operation: str
    statement: str
    middle: str
    """A moment in the middle of what the store remembers."""


def ask(runtime: Runtime, operation: str, params: JsonObject) -> dict[str, Any]:
    """Send one request as a person, and return its data; a refusal ends the run."""
    request: JsonObject = {
        "api_version": API_VERSION,
        "operation": operation,
        "request_id": "page",
        "client": {"profile": "cli"},
        "params": params,
    }
    response = runtime.handle(request, _PERSON)
    if response.error is not None:
        raise SystemExit(f"{operation} was refused: {response.error}")
    return response.data or {}


def known_to(runtime: Runtime) -> Known:
    """Look up what the questions are about."""
    newest = ask(runtime, "list", {"limit": 1000, "everywhere": True})["records"]
    revised = next(record for record in newest if record.get("supersedes"))
    citing = next(record for record in newest if (record.get("freshness") or {}).get("anchors"))
    session = ask(runtime, "sessions", {"limit": 1})["sessions"][0]
    entry = ask(runtime, "audit", {"limit": 1, "operation_name": "revise"})["entries"][0]
    project = ask(runtime, "inspect", {})["project"]
    first, last = (datetime.fromisoformat(project[f"{end}_recorded_at"]) for end in ("first", "last"))
    return Known(
        record=newest[0]["id"],
        revised=revised["id"],
        citing=citing["id"],
        session=session["id"],
        operation=entry["id"],
        statement=newest[-1]["statement"],
        middle=(first + (last - first) / 2).isoformat(),
    )


def questions(runtime: Runtime, known: Known) -> Iterator[Question]:
    """Yield what every page asks."""
    yield from _overview()
    yield from _inbox(runtime)
    yield from _records(runtime, known)
    yield from _timeline(runtime, known)
    yield from _graph(known)
    yield from _compile_and_search(runtime, known)
    yield from _operations(runtime, known)
    yield from _others(runtime)


def _overview() -> Iterator[Question]:
    yield Question("overview", "health", "health", {})
    yield Question("overview", "counts", "inspect", {})
    yield Question("overview", "findings", "doctor", {})
    yield Question("overview", "heat map", "metrics", {"range": "365d", "bucket": "day", "growth": False})
    yield Question("overview", "newest writes", "audit", {"limit": 8})
    yield Question("overview", "what waits", "review_queue", {"limit": 5, "look": False})
    yield Question("overview", "newest sessions", "sessions", {"limit": 6})
    yield Question("overview", "all weeks", "metrics", {"range": "all", "bucket": "week"}, first=False)
    yield Question("overview", "evaluations", "evaluations", {}, first=False)
    yield Question("overview", "half-lives", "templates", {}, first=False)


def _inbox(runtime: Runtime) -> Iterator[Question]:
    first: JsonObject = {"states": ["open"], "look": False, "limit": 50}
    yield Question("inbox", "first page", "review_queue", first)
    cursor = ask(runtime, "review_queue", first).get("next_cursor")
    yield Question("inbox", "next page", "review_queue", first | {"cursor": cursor})
    yield Question("inbox", "counts beside a kind", "review_queue", {"states": ["open"], "limit": 1})
    for kind in ("suggestion", "conflict", "doubtful", "procedure", "stale", "duplicate"):
        yield Question("inbox", kind, "review_queue", first | {"kinds": [kind]})
    for kind in ("stale", "duplicate"):
        wanted: JsonObject = first | {"kinds": [kind], "look": True}
        yield Question("inbox", f"{kind}, looked for", "review_queue", wanted, first=False)


def _records(runtime: Runtime, known: Known) -> Iterator[Question]:
    first: JsonObject = {"states": ["live"], "limit": 50, "everywhere": True}
    every: JsonObject = {"states": ["suggested", "live", "superseded", "archived", "tombstoned"]}
    narrowed: dict[str, JsonObject] = {
        "first page": {},
        "every state": every,
        "a common kind": {"record_kind": "fact"},
        "a rare kind": {"record_kind": "blocker"},
        "superseded": {"states": ["superseded"]},
        "archived": {"states": ["archived"]},
        "a prefix": {"subject_prefix": "ba"},
        "a scope": {"scope": "branch"},
    }
    for what, narrowing in narrowed.items():
        wanted: JsonObject = first | narrowing
        yield Question("records", what, "list", wanted)
        yield Question("records", f"{what}: facets", "list", wanted | {"facets": True, "limit": 1})
    cursor = ask(runtime, "list", first).get("next_cursor")
    yield Question("records", "next page", "list", first | {"cursor": cursor})
    yield Question("records", "since half a year", "list", first | {"recorded_after": known.middle})
    for what, record in (("plain", known.record), ("revised", known.revised), ("citing", known.citing)):
        yield Question("record", what, "inspect", {"ids": [record], "excerpts": True})
        yield Question("record", f"{what}: why", "explain", {"id": record})
        yield Question("record", f"{what}: life", "history", {"id": record})
    around: JsonObject = {"root_id": known.revised, "depth": 1, "direction": "both", "max_nodes": 24}
    yield Question("record", "around it", "relationships", around | {"everywhere": True})


def _timeline(runtime: Runtime, known: Known) -> Iterator[Question]:
    past: JsonObject = {"known_at": known.middle, "everywhere": True}
    yield Question("timeline", "writes a day", "metrics", {"range": "all", "bucket": "day", "growth": False})
    yield Question("timeline", "sessions", "sessions", {"limit": 20})
    yield Question("timeline", "sessions until", "sessions", {"limit": 20, "until": known.middle})
    newest = [one["id"] for one in ask(runtime, "sessions", {"limit": 20})["sessions"]]
    yield Question("timeline", "their episodes", "episodes", {"session_ids": newest})
    yield Question("timeline", "changes", "audit", {"limit": 40})
    yield Question("timeline", "changes until", "audit", {"limit": 40, "before": known.middle})
    yield Question("timeline", "held then", "list", past | {"limit": 50})
    yield Question("timeline", "one session", "inspect", {"ids": [known.session]})
    until_now: JsonObject = {"from": {"known_at": known.middle}, "everywhere": True, "limit": 50}
    yield Question("timeline", "what changed until now", "diff", until_now, first=False)


def _graph(known: Known) -> Iterator[Question]:
    yield Question("graph", "profile", "profile_graph", {"everywhere": True, "limit": 12})
    yield Question("graph", "work", "work_graph", {"decisions": False, "everywhere": True, "limit": 60})
    around: JsonObject = {"root_id": known.revised, "direction": "both", "max_nodes": 60, "everywhere": True}
    for depth in (2, 3):
        yield Question("graph", f"around a record, {depth} steps", "relationships", around | {"depth": depth})


def _compile_and_search(runtime: Runtime, known: Known) -> Iterator[Question]:
    task = " ".join(known.statement.split()[1:9])
    wanted: JsonObject = {"query": task, "token_budget": 4_000, "model": "claude", "explain": True}
    yield Question("compile", "a task", "compile", wanted | {"everywhere": True})
    manifest = ask(runtime, "compile", wanted)["manifest"]
    yield Question("compile", "against an earlier one", "compile", wanted | {"previous": manifest})
    yield Question("compile", "replay", "replay", {"manifest": manifest}, first=False)
    found: JsonObject = {"query": task, "limit": 20, "explain": True, "everywhere": True}
    for arms in ("hybrid", "lexical", "dense"):
        yield Question("search", arms, "search", found | {"arms": arms})
    for mode in ("exact", "fuzzy", "regex"):
        short = {"query": task.split()[0], "mode": mode}
        yield Question("search", mode, "search", found | short, first=False)
    then: JsonObject = found | {"known_at": known.middle}
    yield Question("search", "as known then", "search", then, first=False)
    palette: JsonObject = {"query": task.split()[0], "limit": 8, "tiers": ["record"]}
    yield Question("search", "palette", "search", palette)


def _operations(runtime: Runtime, known: Known) -> Iterator[Question]:
    first: JsonObject = {"limit": 30}
    yield Question("operations", "first page", "audit", first)
    cursor = ask(runtime, "audit", first).get("next_cursor")
    yield Question("operations", "next page", "audit", first | {"cursor": cursor})
    yield Question("operations", "one operation", "audit", first | {"operation_name": "backup_create"})
    yield Question("operations", "one profile", "audit", first | {"profile": "scheduler"})
    yield Question("operations", "nobody's", "audit", first | {"actor": "nobody"})
    yield Question("operations", "one record", "audit", first | {"object_id": known.revised})
    yield Question("operations", "one request", "audit", first | {"request_id": "r777"})
    yield Question("operations", "since half a year", "audit", first | {"after": known.middle})
    yield Question("operations", "one write", "audit", {"operation_ids": [known.operation]})
    word_by_word: JsonObject = {"operation_id": known.operation, "everywhere": True, "limit": 50}
    yield Question("operations", "word by word", "diff", word_by_word)
    yield Question("operations", "jobs", "jobs", {})
    yield Question("operations", "last runs", "maintenance_plan", {"passes": []})
    back: JsonObject = {"operations": [known.operation], "dry_run": True}
    yield Question("operations", "undo, to look at", "undo", back, first=False)
    chain: JsonObject = {"limit": 1, "verify_chain": True}
    yield Question("operations", "the whole chain", "audit", chain, first=False)


def _others(runtime: Runtime) -> Iterator[Question]:
    yield Question("procedures", "first page", "procedures", {"limit": 50})
    for one in ask(runtime, "procedures", {"limit": 1})["procedures"]:
        whole: JsonObject = {"ids": [one["id"]], "with_outcomes": True, "with_skill": True}
        yield Question("procedures", "one", "procedures", whole)
    yield Question("procedures", "export, to look at", "skills_export", {"dry_run": True}, first=False)
    yield Question("backups", "list", "backup_list", {})
    yield Question("clients", "first page", "clients", {"days": 30, "limit": 25})
    open_jobs: JsonObject = {"states": ["running", "parked", "queued"], "limit": 20}
    yield Question("doctor", "jobs", "jobs", open_jobs)
    yield Question("doctor", "plan", "maintenance_plan", {}, first=False)
    yield Question("doctor", "citations", "anchors_check", {"limit": 50}, first=False)
    yield Question("doctor", "deep", "doctor", {"deep": True}, first=False)
