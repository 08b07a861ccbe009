"""Failures of other programs, made up: each as it was, again elsewhere, and a near miss.

The near miss is the same sort of error about something else: what got past the first does not help there. The
rules were corrected on `seen`; `fresh` was written afterwards and nothing was changed for it.
"""

import json
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "fixtures" / "failures"


@dataclass(frozen=True)
class Told:
    """One failure."""

    kind: str
    command: str
    then: str
    now: str
    near_miss: str


def sample(name: str) -> list[Told]:
    """The failures of a sample."""
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [Told(**json.loads(line)) for line in lines]
