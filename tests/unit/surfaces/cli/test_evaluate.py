"""A report reads as a table with four digits, how sure it is, and who is better."""

from phantasm.surfaces.cli.evaluate import report
from tests.unit.surfaces.cli.rendering import printed

ROW = {"n": 2, "R@1": 0.5, "R@5": 0.5, "R@10": 1.0, "R@20": 1.0, "any@5": 0.5, "all@10": 1.0, "MRR": 0.5833}
DATA: dict[str, object] = {
    "cases": 1,
    "documents": 4,
    "questions": 3,
    "runs": ["out.trec"],
    "sets": [
        {
            "set": "dia\x1b[31mlogue",
            "tables": {"hybrid": {"plain": ROW, "all": ROW | {"fresh": 0.25}}},
            "intervals": {"hybrid": {"all": {"R@1": [0, 1], "R@10": [0.5, 1.0], "MRR": [0.25, 0.75]}}},
            "differences": [
                {
                    "measure": "R@10",
                    "arm": "hybrid",
                    "against": "dense",
                    "difference": 0.0125,
                    "interval": [0.001, 0.02],
                    "significant": True,
                }
            ],
        }
    ],
}


def test_shows_tables_intervals_and_differences() -> None:
    text = printed(report(DATA), width=160)
    lines = text.splitlines()
    assert lines[0] == "dialogue, hybrid"
    assert lines[1].split() == "kind n R@1 R@5 R@10 R@20 any@5 all@10 MRR nDCG@10 fresh clean@5".split()
    assert lines[2].split() == "plain 2 0.5 0.5 1.0 1.0 0.5 1.0 0.5833 - - -".split()
    assert lines[3].split()[-2:] == ["0.25", "-"]
    assert lines[4] == "95 %: R@10 [0.5 1.0], MRR [0.25 0.75]"
    assert lines[5] == "R@10: hybrid - dense = +0.0125 [0.001 0.02], significant"
    assert lines[6:] == ["1 cases, 4 documents, 3 questions", "run: out.trec"]
