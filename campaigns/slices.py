"""Does the order in which transcripts come matter? The same material in random slices: one digest.

Idempotence. Made-up transcripts of several clients are handed over whole, in parts, overlapping, repeated,
sessions in any order, with consolidation runs in between at random. However it was done, the memory that
comes of it must be the same.
Full size: python -m campaigns.slices --imports 50
"""

import random
import sys
import time
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

from campaigns.dialogues import BEGINNING, Dialogue, dialogues
from campaigns.verdict import Verdict, finish, new_project, options, progress, workplace
from phantasm.capabilities.clock import FixedClock
from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.kinds import Right
from phantasm.runtime.bootstrap import Runtime, open_project
from phantasm.storage.work import Caller, Work
from tools.evaluation.digest import Held, differences, held

# Later than every session of the material: nothing that is handed over lies in the future.
_ARRIVAL = BEGINNING + timedelta(days=25)
_READER = Caller("campaign", frozenset({Right.READ, Right.SENSITIVE_READ}))
# How often something is handed over that was handed over before.
_REPEATED = 0.25
# How often consolidation runs between two hand-overs.
_CONSOLIDATED = 0.15
# No run needs more steps; a law is broken that does.
_MOST_STEPS = 60
_SHOWN_CHARACTERS = 600


def run(folder: Path, *, imports: int, sessions: int, seed: int) -> Verdict:
    """Hand the same material over so many times, each time into a store of its own."""
    material = dialogues(seed, sessions)
    verdict = Verdict("slices", seed)
    started = time.monotonic()
    first = _handed_over(folder / "in-order", material, None)
    parts = 0
    for number in range(imports):
        chance = random.Random(f"slices/{seed}/{number}")
        now, count = _sliced(folder / f"import-{number}", material, chance)
        parts += count
        if now.digest != first.digest:
            said = str(differences(first, now))[:_SHOWN_CHARACTERS]
            verdict.broken.append(f"import {number} of {count} parts came to something else: {said}")
        progress(f"{number + 1} imports, {len(verdict.broken)} of them different")
    verdict.figures = {
        "imports": imports,
        "sessions": sessions,
        "parts": parts,
        "different": len(verdict.broken),
        "held": dict(first.counts()),
        "seconds": round(time.monotonic() - started, 1),
    }
    return verdict


def _handed_over(root: Path, material: list[Dialogue], chance: random.Random | None) -> Held:
    new_project(root)
    with open_project(root, clock=FixedClock(_ARRIVAL, timedelta(milliseconds=1))) as runtime:
        desk = Desk(runtime)
        for number, dialogue in enumerate(material):
            desk.hand_over(dialogue.part(0, len(dialogue.turns), ended=True))
            if chance is None and number % 5 == 0:
                desk.consolidate()
        desk.consolidate()
        desk.learn_procedures()
        return desk.held()


def _sliced(root: Path, material: list[Dialogue], chance: random.Random) -> tuple[Held, int]:
    """Hand material over in slices and orders of chance; return what came of it, and how many slices."""
    parts = [part for dialogue in material for part in slices(dialogue, chance)]
    parts += chance.sample(parts, int(len(parts) * _REPEATED))
    chance.shuffle(parts)
    new_project(root)
    with open_project(root, clock=FixedClock(_ARRIVAL, timedelta(milliseconds=1))) as runtime:
        desk = Desk(runtime)
        for part in parts:
            desk.hand_over(part)
            if chance.random() < _CONSOLIDATED:
                desk.consolidate()
        desk.consolidate()
        desk.learn_procedures()
        return desk.held(), len(parts)


def slices(dialogue: Dialogue, chance: random.Random) -> list[dict[str, Any]]:
    """Return stretches of a session that cover it, some of them overlapping; any may say when it ended."""
    size = len(dialogue.turns)
    cuts = sorted({0, size, *(chance.randrange(size) for _ in range(chance.randrange(4)))})
    found = []
    for first, last in pairwise(cuts):
        reach = chance.randrange(3)
        found.append(
            dialogue.part(max(0, first - reach), min(size, last + reach), ended=chance.random() < 0.5)
        )
    found[-1]["ended_at"] = dialogue.ended_at
    return found


class Desk:
    """One project into which transcripts are handed over."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._number = 0

    def hand_over(self, part: dict[str, Any]) -> None:
        """Hand over a stretch of a session."""
        self._ask("session_append", "claude_code", part)

    def consolidate(self) -> None:
        """Run consolidation until nothing is left to do."""
        run_id = f"run_{self._number:026}"
        for _ in range(_MOST_STEPS):
            if self._ask("consolidate", "scheduler", {"run_id": run_id}, run_id)["done"]:
                return
        message = "a run of consolidation does not end"
        raise AssertionError(message)

    def learn_procedures(self) -> None:
        """Look for procedures, once everything is there.

        A procedure tells which instances it was made from. Looked for on the way it would tell those that
        had come by then: what it says is the same, how often it was seen is not.
        """
        self._ask("learn_procedures", "scheduler", {})

    def held(self) -> Held:
        """Return what the memory amounts to."""
        environment = self._runtime.environment
        with environment.database.read() as (connection, head):
            now = to_timestamp(environment.clock.now())
            return held(Work(connection, head, now, environment.ids, _READER), environment.blobs)

    def _ask(
        self, operation: str, profile: str, params: dict[str, Any], session: str | None = None
    ) -> dict[str, Any]:
        self._number += 1
        client = {"profile": profile} | ({"session_id": session} if session else {})
        request: dict[str, Any] = {
            "api_version": "v1",
            "operation": operation,
            "request_id": f"slices-{self._number}",
            "client": client,
            "idempotency_key": f"slices-{self._number}",
            "params": params,
        }
        response = self._runtime.handle(request)
        if response.error is not None:
            raise AssertionError(response.error.message)
        return response.data or {}


def main() -> int:
    """Read the options, run, and say what came of it."""
    parser = options(__doc__ or "")
    parser.add_argument("--imports", type=int, default=50, help="how many times (default: %(default)s)")
    parser.add_argument("--sessions", type=int, default=40, help="how many sessions (default: %(default)s)")
    chosen = parser.parse_args()
    with workplace(chosen.folder) as folder:
        verdict = run(folder, imports=chosen.imports, sessions=chosen.sessions, seed=chosen.seed)
    return finish(verdict, as_json=chosen.json)


if __name__ == "__main__":
    sys.exit(main())
