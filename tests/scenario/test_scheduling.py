"""Does the scheduling campaign hold in small size? The same code as the full run of docs/reliability.md."""

from pathlib import Path

from campaigns import scheduling
from campaigns.verdict import DEFAULT_SEED


def test_consolidates_in_one_process_at_a_time_and_loses_no_job(tmp_path: Path) -> None:
    verdict = scheduling.run(tmp_path, scheduling.Sizes(processes=3, jobs=12, kills=4), DEFAULT_SEED)
    assert verdict.holds, "\n".join(verdict.broken[:20])
    assert verdict.figures["kills"] == 4
    asked = verdict.figures["jobs_asked_for"]
    assert isinstance(asked, int)
    assert asked >= 12
