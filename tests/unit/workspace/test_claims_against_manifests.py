"""Are generated claims judged right? A seeded part of benchmarks/claims_against_manifests.py."""

import random
from pathlib import Path

from benchmarks.claims_against_manifests import LEAST_CLAIMS, all_claims, judged

SAMPLE = 150
"""Claims; all of them take some seconds, a part of every group takes one."""


def test_judges_a_sample_of_claims_right(tmp_path: Path) -> None:
    claims = all_claims()
    assert len(claims) >= LEAST_CLAIMS
    wrong = []
    for number, claim in enumerate(random.Random(9).sample(claims, SAMPLE)):
        verdict = judged(claim, tmp_path / str(number))
        if verdict != claim.expected:
            wrong.append((claim.cited, verdict, claim.expected))
    assert len(wrong) <= 1, wrong
