"""Does a change reach everything that rests on it, and nothing else?

Random dependency graphs, one project each: a root is changed in every way there is. Every dependent must be
marked, with a true path, and nothing unrelated; confirming and revising must clear exactly what hangs on
them; and no read may return the old value as live.
Full size: python -m campaigns.cascade --graphs 300
"""

import random
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

from campaigns.dependencies import Plan, draw
from campaigns.verdict import Verdict, finish, new_project, options, progress, workplace
from phantasm.runtime.bootstrap import Runtime, open_project
from phantasm.runtime.party import Party

CHANGES = ("revise", "supersede", "judge", "retract", "archive", "tombstone")
_PERSON = Party(at_terminal=True, ask=lambda question: True)
_CLEARING = ("confirmed", "revised", "revised in quality only")
_MIXED_STEPS = 6
_OLD, _NEW = "quokka", "wombat"
"""Values that occur nowhere else: what the root said before and says afterwards."""


class Case:
    """One graph in one project, and what was found wrong with it."""

    def __init__(self, root: Path, plan: Plan, change: str) -> None:
        self.plan, self.change = plan, change
        self.runtime: Runtime = open_project(new_project(root).root)
        self.ids: list[str] = []
        self.places: dict[str, int] = {}
        """Every version's id, by which a record of the plan is met again."""
        self.first = ""
        """What the root was called before it changed."""
        self.broken: list[str] = []
        self.seen: Counter[str] = Counter()
        self._number = 0

    def ask(self, operation: str, **params: Any) -> dict[str, Any]:  # noqa: ANN401  any JSON
        """Send a request that must succeed."""
        self._number += 1
        request: dict[str, object] = {
            "api_version": "v1",
            "operation": operation,
            "request_id": f"r{self._number}",
            "client": {"profile": "cli"},
            "idempotency_key": f"k{self._number}",
            "params": params,
        }
        response = self.runtime.handle(request, _PERSON)
        if response.error is not None or response.data is None:
            message = f"{operation}: {response.error}"
            raise RuntimeError(message)
        return response.data

    def expect(self, holds: object, law: str) -> None:
        """Note a law that does not hold."""
        if not holds:
            self.broken.append(f"{self.change}, graph {self.plan.number}: {law}")


def run(folder: Path, *, graphs: int, seed: int) -> Verdict:
    """Draw graphs and change a root of each; every way of changing gets its share."""
    chance = random.Random(seed)
    verdict = Verdict("cascade", seed)
    tally: Counter[str] = Counter()
    for number in range(graphs):
        change = CHANGES[number % len(CHANGES)]
        case = Case(folder / f"g{number}", draw(chance, number), change)
        try:
            _build(case)
            _change(case)
            _check_marks(case, _doubtful(case))
            _check_absence(case)
            _check_clearing(case, chance)
        finally:
            case.runtime.close()
        verdict.broken += case.broken
        tally.update(case.seen)
        tally["graphs"] += 1
        tally[f"changed by {change}"] += 1
        tally[f"depth {case.plan.depth}"] += 1
        if (number + 1) % 40 == 0:
            progress(f"{number + 1} of {graphs} graphs")
    verdict.figures = {name: tally[name] for name in sorted(tally)}
    return verdict


def _build(case: Case) -> None:
    """Hold every record, the root as one that the judge can supersede; then link them."""
    for place, kind in enumerate(case.plan.kinds):
        statement = f"The port of root is {_OLD}" if place == 0 else f"Node {place} says what it says"
        data = case.ask("ingest", record_kind=kind, statement=statement, subject_key=f"node.{place}")
        case.ids.append(data["results"][0]["record_id"])
        case.places[case.ids[-1]] = place
    for source in range(len(case.ids)):
        wanted = [
            {"type": kind, "target": case.ids[target]}
            for kind, start, target in case.plan.links
            if start == source
        ]
        if wanted:
            case.ask("link", id=case.ids[source], links=wanted)


def _change(case: Case) -> None:
    root = case.first = case.ids[0]
    statement = f"The port of root is {_NEW}"
    match case.change:
        case "revise":
            successor = case.ask("revise", id=root, statement=statement)["record_id"]
        case "supersede" | "judge":
            # With the key the writer says so; without it the judge finds out what the statement replaces.
            keyed = (
                {"subject_key": "node.0", "on_conflict": "supersede"} if case.change == "supersede" else {}
            )
            data = case.ask("ingest", record_kind=case.plan.kinds[0], statement=statement, **keyed)
            successor = data["results"][0]["record_id"]
            case.expect(data["results"][0]["outcome"] == "superseded", "the judge did not supersede")
        case action:
            case.ask("set_state", ids=[root], action=action)
            case.plan = replace(case.plan, gone=frozenset({0}))
            return
    case.ids[0] = successor
    case.places[successor] = 0


def _doubtful(case: Case) -> set[int]:
    found = case.ask("inspect", ids=case.ids)["records"]
    marked = {record["id"] for record in found if "doubtful" in record.get("marks", [])}
    return {place for place, name in enumerate(case.ids) if name in marked}


def _check_marks(case: Case, marked: set[int]) -> None:
    expected = case.plan.resting_on(0)
    case.seen["dependents"] += len(expected)
    case.seen["dependents marked"] += len(expected & marked)
    case.seen["unrelated records"] += len(case.ids) - 1 - len(expected)
    case.seen["unrelated marked"] += len(marked - expected)
    case.expect(expected <= marked, f"not marked: {sorted(expected - marked)}")
    case.expect(marked <= expected, f"marked without reason: {sorted(marked - expected)}")
    subjects = set()
    for review in _reviews(case):
        subject, way = review["subject"], review["way"]
        subjects.add(subject)
        case.seen["paths"] += 1
        case.expect(way[0] == 0 and way[-1] == subject, f"a path from {way[0]} to {way[-1]} about {subject}")
        case.expect(case.plan.leads(way), f"a path that is none: {way}")
    case.expect(subjects == expected, f"reviews about {sorted(subjects ^ expected)}")


def _reviews(case: Case) -> list[dict[str, Any]]:
    """Return who is doubted and by which way, as the store has it."""
    with case.runtime.environment.database.read() as (connection, _):
        rows = connection.execute(
            """SELECT r.id, m.record_id, m.role FROM reviews r JOIN review_records m ON m.review_id = r.id
               WHERE r.kind = 'doubtful' AND r.closed_at IS NULL ORDER BY r.id, m.position"""
        ).fetchall()
    found: dict[str, dict[str, list[int]]] = {}
    for row in rows:
        roles = found.setdefault(row["id"], {"subject": [], "root": [], "path": []})
        roles[row["role"]].append(case.places[row["record_id"]])
    return [
        {"subject": roles["subject"][0], "way": [*roles["root"], *roles["path"], *roles["subject"]]}
        for roles in found.values()
    ]


def _check_absence(case: Case) -> None:
    """No read may return the old value as live."""
    root = case.first
    pages = [
        case.ask("list", everywhere=True, limit=1000),
        case.ask("list", subject_key="node.0"),
        case.ask("profile_graph"),
        case.ask("work_graph"),
        case.ask("relationships", root_id=root, depth=4, max_nodes=1000),
    ]
    for page in pages:
        case.seen["reads"] += 1
        case.expect(_OLD not in str(page), "a read returned the old value")
    (record,) = case.ask("inspect", ids=[root])["records"]
    case.expect(record["state"] != "live", "inspect calls the old value live")
    gone = case.ask("inspect", ids=[root])["withdrawn"]
    case.expect([one["record_id"] for one in gone] == [root], "inspect does not say that it was withdrawn")
    if case.change == "tombstone":
        case.expect(_OLD not in str(record), "inspect returned erased content")


def _check_clearing(case: Case, chance: random.Random) -> None:
    """Confirm and revise doubtful records until none is left; each step clears exactly what it should."""
    doubts = {(0, 0): case.plan.resting_on(0)}
    steps = 0
    while doubtful := sorted(set().union(*doubts.values())):
        place = chance.choice(doubtful)
        # Revising raises new doubts: in a circle for ever, so only so often.
        way = chance.choice(_CLEARING) if steps < _MIXED_STEPS else "confirmed"
        _clear(case, place, way)
        case.seen[way] += 1
        steps += 1
        for key, subjects in doubts.items():
            doubts[key] = case.plan.still_doubtful(key[0], subjects - {place})
        if way == "revised":
            doubts[place, steps] = case.plan.resting_on(place)
        expected, marked = set().union(*doubts.values()), _doubtful(case)
        case.expect(marked == expected, f"after {place} was {way}: {sorted(marked ^ expected)}")
        ways = [review["way"] for review in _reviews(case)]
        case.expect(all(case.plan.leads(one) for one in ways), f"a path that is none: {ways}")
    case.expect(not _reviews(case), "doubts are left when everything was confirmed")


def _clear(case: Case, place: int, way: str) -> None:
    name = case.ids[place]
    match way:
        case "confirmed":
            case.ask("verify", ids=[name])
            return
        case "revised":
            data = case.ask("revise", id=name, statement=f"Node {place} says it anew, {case.seen['revised']}")
        case _:
            data = case.ask("revise", id=name, quality={"confidence": 0.5 + case.seen[way] % 2 / 4})
    case.ids[place] = data["record_id"]
    case.places[data["record_id"]] = place


def main() -> int:
    """Read the options, run, and say what came of it."""
    parser = options(__doc__ or "")
    parser.add_argument("--graphs", type=int, default=300, help="how many graphs (default: %(default)s)")
    chosen = parser.parse_args()
    with workplace(chosen.folder) as folder:
        verdict = run(folder, graphs=chosen.graphs, seed=chosen.seed)
    return finish(verdict, as_json=chosen.json)


if __name__ == "__main__":
    sys.exit(main())
