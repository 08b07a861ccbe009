"""What do the tests of the evaluation write? Small cases, as a set would have them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Judged = tuple[str, str, int]


def document(name: str, text: str, **metadata: Any) -> dict[str, Any]:
    """Return one line of a corpus, or of the questions."""
    return {"_id": name, "text": text, "metadata": metadata}


def write_case(
    folder: Path,
    corpus: Sequence[dict[str, Any]],
    questions: Sequence[dict[str, Any]] = (),
    judged: Sequence[Judged] = (),
) -> Path:
    """Write one case folder and return it."""
    folder.mkdir(parents=True)
    for name, lines in (("corpus.jsonl", corpus), ("queries.jsonl", questions)):
        text = "".join(json.dumps(line) + "\n" for line in lines)
        (folder / name).write_text(text, encoding="utf-8")
    rows = "".join(f"{question}\t{found}\t{score}\n" for question, found, score in judged)
    (folder / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\n" + rows, encoding="utf-8")
    return folder
