"""A random life for a project: what may be done to its memory, and the views that the laws compare."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import strategies as st

from phantasm.config.paths import Paths
from phantasm.contracts.envelope import Response
from phantasm.runtime.registry import names
from tests.conftest import Project
from tests.fixtures.projects import lay_out_state

SUBJECTS = ("port", "database", "owner", "region")
VALUES = ("8080", "9090", "PostgreSQL 15", "PostgreSQL 16", "Sarah", "Berlin")
STATES = ["suggested", "live", "superseded", "archived", "tombstoned"]

_number = st.integers(0, 30)
_value = st.sampled_from(VALUES)
_ingest = st.tuples(
    st.just("ingest"),
    st.sampled_from(SUBJECTS),
    _value,
    st.sampled_from(["plain", "keyed", "conflict", "suggested", "evidence", "dependent", "sensitive"]),
)
_ACTIONS = ["archive", "retract", "restore", "freeze", "unfreeze"]
STEPS = st.one_of(
    _ingest,
    _ingest,
    st.tuples(st.just("revise"), _number, _value, st.sampled_from([None, "2026-10-30", "2026-10-31"])),
    st.tuples(st.just("set_state"), _number, st.sampled_from(_ACTIONS), st.none()),
    st.tuples(st.just("link"), _number, _number, st.sampled_from(["depends_on", "derived_from", "blocks"])),
    st.tuples(st.just("unlink"), _number, st.none(), st.none()),
    st.tuples(
        st.just("review"), _number, st.sampled_from(["accept", "reject", "resolve", "defer"]), st.none()
    ),
    st.tuples(st.just("pick"), _number, st.sampled_from(["superseded", "archived"]), st.booleans()),
    st.tuples(st.just("merge"), _number, _number, st.none()),
    st.tuples(st.just("verify"), _number, st.sampled_from(["holds", "fails"]), st.none()),
    st.tuples(st.just("undo"), _number, st.none(), st.none()),
)
Step = tuple[str, Any, Any, Any]
LIVES = st.tuples(st.lists(_ingest, min_size=2, max_size=4), st.lists(STEPS, max_size=12)).map(
    lambda parts: [*parts[0], *parts[1]]
)
"""A few records, and then anything."""


@dataclass(slots=True)
class Life:
    """A project, what it was asked to do, and the ids that came out of it."""

    project: Project
    records: list[str] = field(default_factory=list)
    operations: list[str] = field(default_factory=list)

    def live_through(self, steps: list[Step]) -> None:
        """Do some steps."""
        for step in steps:
            self.take(step)

    def take(self, step: Step) -> Response | None:
        """Do one step; a refusal is an answer, a defect is not."""
        request = self._request(step)
        if request is None or request[0] not in names():
            return None
        operation, params = request
        profile = params.pop("profile", "cli")
        if params.get("action") == "pick":
            picked = {name: params[name] for name in ("winner", "losers", "loser_state", "ids")}
            response = self.project.confirm(operation, picked, **params)
        else:
            response = self.project.ask(operation, profile=profile, **params)
        assert response.error is None or response.error.code != "internal", response.error
        if response.error is None and response.data is not None:
            self._remember(response)
        return response

    def _request(self, step: Step) -> tuple[str, dict[str, Any]] | None:
        name, first, second, third = step
        match name:
            case "ingest":
                return name, self._ingest(first, second, third)
            case "undo":
                chosen = self.operations[-1 - first % len(self.operations)] if self.operations else None
                return (name, {"operations": [chosen]}) if chosen else None
            case "review" | "pick":
                return self._decision(name, first, second, third)
            case "unlink":
                held = self._rows("SELECT source, id FROM links WHERE closed_at IS NULL ORDER BY id")
                source, link = held[first % len(held)] if held else (None, None)
                return ("link", {"id": source, "remove": [{"id": link}]}) if held else None
            case _:
                return self._change(step) if self.records else None

    def _change(self, step: Step) -> tuple[str, dict[str, Any]]:
        """Return a change to a record that there is."""
        name, number, second, third = step
        record = self.records[number % len(self.records)]
        match name:
            case "revise":
                corrected = {"valid_from": third} if third else {}
                return name, {"id": record, "statement": f"The {record[-3:]} is {second}."} | corrected
            case "set_state":
                return name, {"ids": [record], "action": second}
            case "verify":
                return name, {"ids": [record], "outcome": second}
            case "merge":
                return "review", {
                    "action": "merge",
                    "ids": [record, self.records[second % len(self.records)]],
                }
            case _:
                target = self.records[second % len(self.records)]
                return "link", {"id": record, "links": [{"type": third, "target": target}]}

    def _decision(
        self, name: str, number: int, second: str, third: object
    ) -> tuple[str, dict[str, Any]] | None:
        """Return a decision about something that waits."""
        # How a deferred review was put off before is not kept, so it is not put off twice.
        kinds = {"conflict"} if name == "pick" else {"conflict", "suggestion", "doubtful", "duplicate"}
        waiting = [one for one in self.waiting() if one[1] in kinds and one[2] == "open"]
        if not waiting:
            return None
        review = waiting[number % len(waiting)][0]
        if name == "review":
            wake = {"wake": {"until": "2026-12-24"}} if second == "defer" else {}
            return "review", {"ids": [review], "action": second} | wake
        records = self.records_of(review)
        winner = records[0] if third else records[-1]
        losers = [record for record in records if record != winner]
        picked = {"winner": winner, "losers": losers, "loser_state": second, "ids": [review]}
        return "review", {"action": "pick"} | picked

    def _ingest(self, subject: str, value: str, manner: str) -> dict[str, Any]:
        params: dict[str, Any] = {"record_kind": "fact", "statement": f"The {subject} is {value}."}
        match manner:
            case "keyed":
                params |= {"subject_key": subject, "on_conflict": "supersede"}
            case "conflict":
                params |= {"subject_key": subject, "on_conflict": "conflict"}
            case "suggested":
                params |= {"profile": "generic_mcp"}
            case "evidence":
                params |= {"raw_evidence": [{"text": f"seen: {subject} {value}"}]}
            case "dependent" if self.records:
                params |= {"links": [{"type": "depends_on", "target": self.records[-1]}]}
            case "sensitive":
                params |= {"sensitivity": "sensitive", "statement": f"The secret {subject} is {value}."}
            case _:
                pass
        return params

    def _remember(self, response: Response) -> None:
        if response.provenance.operation_id:
            self.operations.append(response.provenance.operation_id)
        data: dict[str, Any] = response.data or {}
        found = [data.get("record_id"), *(one.get("record_id") for one in data.get("results", []))]
        for record_id in found:
            if record_id and record_id not in self.records:
                self.records.append(record_id)

    def waiting(self) -> list[tuple[Any, ...]]:
        """Return the reviews that are not resolved."""
        return self._rows("SELECT id, kind, state FROM reviews WHERE closed_at IS NULL ORDER BY id")

    def records_of(self, review: str) -> list[str]:
        """Return the records that a review is about."""
        members = self._rows("SELECT review_id, record_id FROM review_records ORDER BY review_id, position")
        return [record_id for review_id, record_id in members if review_id == review]

    def live_view(self) -> dict[str, Any]:
        """Return what holds now: records with their marks, links, and what waits for a decision."""
        listed = self.project.get("list", profile="cli", everywhere=True, limit=1000)["records"]
        waiting = self.project.get("list", profile="cli", everywhere=True, states=["suggested"], limit=1000)
        # Evidence stays when what it was given for is undone.
        records = [{**one, "evidence_ids": []} for one in [*listed, *waiting["records"]]]
        held = "SELECT id, type, source, target FROM links WHERE closed_at IS NULL ORDER BY id"
        return {"records": records, "links": self._rows(held), "reviews": self.waiting()}

    def now(self) -> str:
        """Return a moment after every write so far and before every later one."""
        return self.project.clock.now().isoformat()

    def past_view(self, known_at: str, as_of: str) -> str:
        """Return every view of one moment of the past, as bytes would show it."""
        ask = self.project.get
        known: dict[str, Any] = {"profile": "cli", "known_at": known_at}
        page: dict[str, Any] = {"everywhere": True, "limit": 1000}
        every = ask("list", states=STATES, **page, **known)
        views: list[Any] = [every, ask("list", as_of=as_of, **page, **known)]
        for record in every["records"]:
            views.append(ask("history", id=record["id"], **known))
            views.append(ask("history", id=record["id"], as_of=as_of, **known))
            views.append(ask("inspect", ids=[record["id"]], **known))
            views.append(ask("explain", id=record["id"], as_of=as_of, **known)["held"])
        span: dict[str, Any] = {"from": {"seq": 0}, "to": {"known_at": known_at}}
        views.append(ask("diff", profile="cli", everywhere=True, limit=1000, **span))
        return json.dumps(views, sort_keys=True)

    def _rows(self, statement: str) -> list[tuple[Any, ...]]:
        with self.project.runtime.environment.database.read() as (connection, _):
            return [tuple(row) for row in connection.execute(statement)]


@contextmanager
def a_life() -> Iterator[Life]:
    """Yield a life in a project of its own: examples must not inherit each other's memory."""
    with TemporaryDirectory() as folder:
        lay_out_state(Paths(Path(folder)))
        project = Project(Path(folder))
        try:
            yield Life(project)
        finally:
            project.runtime.close()
