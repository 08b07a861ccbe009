"""How well are functions found that nothing was tuned on? Of a Python tree: docstrings ask for bodies.

Run: python benchmarks/functions.py TREE OUT, then:
    python -m tools.evaluation retrieval OUT --arms lexical,dense,hybrid

Every function with a docstring becomes a document without it, and the first sentence of some docstrings
a question whose answer is that function. Easier than what people ask (whoever wrote the sentence wrote the
function), but any installed package gives such a case. The same tree and seed give the same case.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import sys
from pathlib import Path
from typing import NamedTuple

DOCUMENTS, QUESTIONS = 4_000, 800
SEED = 3
FEWEST_WORDS, MOST_WORDS = 4, 25
"""Words of a sentence that asks for something, and for one thing."""
SHORTEST, LONGEST = 80, 3_000
"""Characters of a function's text: below, there is nothing to find; above, it is a program."""
LEFT_OUT = {"test", "tests", "site-packages", "idlelib", "__pycache__"}
"""Folders below the tree whose functions say little of what they do, or belong to another tree."""


class Function(NamedTuple):
    """A function without its docstring, and what that said first."""

    text: str
    said: str


def functions(tree: Path) -> list[Function]:
    """Return the functions below a folder, each text and each sentence once, in an order of chance."""
    found = []
    for path in sorted(tree.rglob("*.py")):
        if not LEFT_OUT.isdisjoint(path.relative_to(tree).parts):
            continue
        try:
            source = path.read_text(encoding="utf-8")
            parsed = ast.parse(source)
        except (SyntaxError, ValueError):  # what is not Python, or not UTF-8
            continue
        nodes = (node for node in ast.walk(parsed) if isinstance(node, ast.FunctionDef))
        found += [one for node in nodes if (one := _function(source, node))]
    random.Random(SEED).shuffle(found)
    texts = {one.text: one for one in found}
    return list({one.said: one for one in texts.values()}.values())


def _function(source: str, node: ast.FunctionDef) -> Function | None:
    documented = ast.get_docstring(node)
    if not documented or len(node.body) == 1:
        return None
    said = documented.split("\n\n")[0].replace("\n", " ").split(". ")[0]
    lines, docstring = source.splitlines(), node.body[0]
    text = "\n".join(
        [*lines[node.lineno - 1 : docstring.lineno - 1], *lines[docstring.end_lineno : node.end_lineno]]
    )
    asks = FEWEST_WORDS <= len(said.split()) <= MOST_WORDS
    return Function(text, said) if asks and SHORTEST < len(text) < LONGEST else None


def write_case(found: list[Function], folder: Path) -> int:
    """Write the case; return how many questions it has."""
    kept = found[:DOCUMENTS]
    asked = sorted(random.Random(SEED).sample(range(len(kept)), min(QUESTIONS, len(kept))))
    folder.mkdir(parents=True, exist_ok=True)
    documents = [{"_id": str(number), "text": one.text} for number, one in enumerate(kept)]
    questions = [{"_id": f"q{number}", "text": kept[number].said} for number in asked]
    for name, lines in (("corpus", documents), ("queries", questions)):
        (folder / f"{name}.jsonl").write_text(
            "".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8"
        )
    judged = "".join(f"q{number}\t{number}\t1\n" for number in asked)
    (folder / "qrels.tsv").write_text(f"query-id\tcorpus-id\tscore\n{judged}", encoding="utf-8")
    return len(asked)


def main() -> int:
    """Make a case and say how large it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree", type=Path, help="a folder with Python files")
    parser.add_argument("out", type=Path, help="the folder of the case")
    chosen = parser.parse_args()
    found = functions(chosen.tree)
    asked = write_case(found, chosen.out)
    print(f"{min(len(found), DOCUMENTS)} functions of {len(found)}, {asked} questions: {chosen.out}")
    return 0 if asked else 1


if __name__ == "__main__":
    sys.exit(main())
