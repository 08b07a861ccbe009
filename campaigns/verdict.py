"""What did a campaign show? Its figures, the laws that were broken, and how both are printed."""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from phantasm.config import trust
from phantasm.config.paths import Paths
from phantasm.contracts.clock import EARLIEST
from phantasm.runtime.setup.project import lay_out_state

DEFAULT_SEED = 20261115
# A broken law shows in its first instances; ten thousand more say nothing new.
_SHOWN = 20


@dataclass(slots=True)
class Verdict:
    """The outcome of one campaign: it holds when no law was broken."""

    campaign: str
    seed: int
    figures: dict[str, object] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Tell whether every law held."""
        return not self.broken


def options(summary: str) -> argparse.ArgumentParser:
    """Return a parser with the options that every campaign has."""
    parser = argparse.ArgumentParser(description=summary)
    parser.add_argument(
        "--seed", type=int, default=DEFAULT_SEED, help="same seed, same plan (default: %(default)s)"
    )
    parser.add_argument(
        "--json", action="store_true", help="print figures and broken laws as one JSON object"
    )
    parser.add_argument(
        "--folder", type=Path, help="where to work and leave the evidence; default: temporary"
    )
    return parser


def finish(verdict: Verdict, *, as_json: bool) -> int:
    """Print a verdict and return the exit status."""
    if as_json:
        shown = {"campaign": verdict.campaign, "seed": verdict.seed, "holds": verdict.holds}
        print(json.dumps(shown | {"figures": verdict.figures, "broken": verdict.broken}, indent=1))
    else:
        for name, value in verdict.figures.items():
            print(f"{name}: {value}")
        for law in verdict.broken[:_SHOWN]:
            print(f"BROKEN: {law}")
    outcome = "holds" if verdict.holds else f"BROKEN ({len(verdict.broken)})"
    figures = ", ".join(
        f"{name} {value}" for name, value in verdict.figures.items() if isinstance(value, int | float)
    )
    print(
        f"{verdict.campaign}: {outcome}; {figures}; seed {verdict.seed}",
        file=sys.stderr if as_json else sys.stdout,
    )
    return 0 if verdict.holds else 1


def progress(text: str) -> None:
    """Say where a long run stands, on standard error."""
    print(text, file=sys.stderr, flush=True)


@contextmanager
def workplace(folder: Path | None) -> Iterator[Path]:
    """Yield a folder to work in; only a temporary one is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="phantasm-campaign-") as temporary:
        # What a campaign accepts is no store of whoever runs it.
        os.environ["PHANTASM_HOME"] = f"{temporary}/home"  # noqa: TID251
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        yield folder.absolute() if folder is not None else Path(temporary)


def new_project(root: Path) -> Paths:
    """Lay out an empty project and return its places."""
    root.mkdir(parents=True, exist_ok=True)
    paths = Paths(root)
    lay_out_state(paths)
    accept(root)
    return paths


def accept(root: Path) -> None:
    """Accept the store of a project, as a person does with `phantasm trust`: other processes open it."""
    trust.accept(str(root), None, at=EARLIEST)


def percentile(values: list[float], share: float) -> float:
    """Return the value that a share of the values does not exceed; 0 when there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
