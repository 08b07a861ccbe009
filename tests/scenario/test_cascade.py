"""Does a change reach everything that rests on it? In small size; in full: `python -m campaigns.cascade`."""

from pathlib import Path

from campaigns import cascade
from campaigns.verdict import DEFAULT_SEED


def test_marks_all_dependents_and_nothing_else(tmp_path: Path) -> None:
    verdict = cascade.run(tmp_path, graphs=18, seed=DEFAULT_SEED)
    assert verdict.holds, "\n".join(verdict.broken[:20])
    assert verdict.figures["graphs"] == 18
    assert verdict.figures["dependents marked"] == verdict.figures["dependents"]
    assert verdict.figures["unrelated marked"] == 0
    assert all(verdict.figures[f"changed by {change}"] == 3 for change in cascade.CHANGES)
