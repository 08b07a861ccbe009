"""A report reads as a table with four digits, how sure it is, and who is better."""

from tests.unit.surfaces.cli.rendering import printed
from tools.evaluation.views import contexts, rankings

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
    text = printed(rankings(DATA), width=160)
    lines = text.splitlines()
    assert lines[0] == "dialogue, hybrid"
    assert lines[1].split() == "kind n R@1 R@5 R@10 R@20 any@5 all@10 MRR nDCG@10 fresh clean@5".split()
    assert lines[2].split() == "plain 2 0.5 0.5 1.0 1.0 0.5 1.0 0.5833 - - -".split()
    assert lines[3].split()[-2:] == ["0.25", "-"]
    assert lines[4] == "95 %: R@10 [0.5 1.0], MRR [0.25 0.75]"
    assert lines[5] == "R@10: hybrid - dense = +0.0125 [0.001 0.02], significant"
    assert lines[6:] == ["1 cases, 4 documents, 3 questions", "run: out.trec"]


def test_shows_contexts_over_the_budgets() -> None:
    row = {"n": 2, "gold@500": 0.5, "gold@1000": 1.0, "ans@1000": 0.25, "mono": 1.0}
    one: dict[str, object] = {
        "set": "dialogue",
        "table": {"plain": row, "all": row | {"ans@500": 0.125}},
        "intervals": {"all": {"gold@500": [0.25, 0.75], "ans@500": [0.0, 0.5], "mono": [1.0, 1.0]}},
        "tokens": {"500": 480.5, "1000": 950.0},
        "over_budget": 0,
        "no_match": 1,
    }
    counted = {"cases": 1, "documents": 4, "questions": 3}
    chosen = {"budgets": [500, 1000], "model": "openai", "format": "text"}
    shown = printed(contexts({**chosen, **counted, "sets": [one], "files": ["out.jsonl"]}), width=160)
    lines = shown.splitlines()
    assert lines[0] == "dialogue, openai, text"
    assert lines[1].split() == "kind n gold@500 gold@1000 ans@500 ans@1000 mono".split()
    assert lines[2].split() == "plain 2 0.5 1.0 - 0.25 1.0".split()
    assert lines[3].split() == "all 2 0.5 1.0 0.125 0.25 1.0".split()
    assert lines[4:6] == ["95 %: gold@500 [0.25 0.75]", "95 %: ans@500 [0.0 0.5], mono [1.0 1.0]"]
    assert lines[6] == "tokens: 480.5 of 500, 950.0 of 1000; questions over budget: 0, without a match: 1"
    assert lines[7:] == ["1 cases, 4 documents, 3 questions", "contexts: out.jsonl"]
