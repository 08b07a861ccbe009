"""Does hostile text stay inside the fence, from ingest to what an agent receives?"""

from pathlib import Path

from campaigns import fencing
from campaigns.verdict import DEFAULT_SEED
from tests.unit.context.attacks import ATTACKS


def test_keeps_every_attack_inside_the_fence(tmp_path: Path) -> None:
    verdict = fencing.run(tmp_path, together=15, formats_each=1, seed=DEFAULT_SEED)
    assert verdict.holds, "\n".join(verdict.broken[:20])
    assert verdict.figures["attacks_quoted"] == len(ATTACKS) >= 300
    assert verdict.figures["outside_the_fence"] == 0
