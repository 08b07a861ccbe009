"""Was what was asked for reached? A figure, its target, and how both are shown."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Figure(NamedTuple):
    """A measured number and its bound: at least that much, or at most where less is better, or none."""

    what: str
    value: float
    target: float | None = None
    at_most: bool = False

    @property
    def holds(self) -> bool:
        """Whether the bound is kept, where there is one."""
        if self.target is None:
            return True
        return self.value <= self.target if self.at_most else self.value >= self.target

    def __str__(self) -> str:
        if self.target is None:
            return f"{'':7} {self.what}: {self.value:.3g} (no target)"
        bound = "at most" if self.at_most else "at least"
        verdict = "holds" if self.holds else "MISSED"
        return f"{verdict:7} {self.what}: {self.value:.3g} ({bound} {self.target:g})"


def report(figures: Sequence[Figure], as_json: bool, numbers: dict[str, Any]) -> int:  # noqa: FBT001  # a flag of the command line
    """Print the figures, as JSON with all numbers where asked; the exit status."""
    if as_json:
        found = [figure._asdict() | {"holds": figure.holds} for figure in figures]
        print(json.dumps(numbers | {"figures": found}, indent=1))
    else:
        print(*figures, sep="\n")
    return 0 if all(figure.holds for figure in figures) else 1
