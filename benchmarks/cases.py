"""What does a case folder hold, and how well is it answered? Definitions as in the project's scorer.

A case folder is one memory store: corpus.jsonl (in the order of ingestion), queries.jsonl, qrels.tsv (score >
0 means gold). A query with `before` in its metadata sees only that many documents.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from phantasm.capabilities.embedding.port import Side

    Embed = Callable[[Sequence[str], Side], NDArray[np.float32]]
    """Texts and their side (query or document) in, one unit vector per text out."""

SETS = ("locomo", "cosqa", "git-issues", "git-files", "beam")
"""The retrieval sets, in the order they are reported."""


@dataclass(frozen=True)
class Query:
    """A question, what answers it (row numbers of the corpus), and how much of the corpus it sees."""

    text: str
    gold: frozenset[int]
    visible: int


@dataclass(frozen=True)
class Case:
    """One store's worth of texts and questions."""

    texts: tuple[str, ...]
    queries: tuple[Query, ...]


class Score(NamedTuple):
    """Recall at 10 and mean reciprocal rank over all queries of a set."""

    recall: float
    mrr: float
    queries: int


def read_case(folder: Path) -> Case:
    """A case folder; queries without gold are left out, as in the scorer."""
    documents = [json.loads(line) for line in (folder / "corpus.jsonl").read_text().splitlines()]
    number = {document["_id"]: row for row, document in enumerate(documents)}
    gold: dict[str, set[int]] = {}
    for line in (folder / "qrels.tsv").read_text().splitlines()[1:]:
        query, document, score = line.split("\t")
        if int(score) > 0:
            gold.setdefault(query, set()).add(number[document])
    queries = []
    for line in (folder / "queries.jsonl").read_text().splitlines():
        query = json.loads(line)
        if found := gold.get(query["_id"]):
            visible = query["metadata"].get("before", len(documents))
            queries.append(Query(query["text"], frozenset(found), visible))
    return Case(tuple(document["text"] for document in documents), tuple(queries))


def read_sets(data: Path, names: Sequence[str] = SETS) -> dict[str, list[Case]]:
    """The case folders of each set that `data` has."""
    return {
        name: [
            read_case(folder)
            for folder in sorted((data / name).iterdir())
            if (folder / "qrels.tsv").is_file()
        ]
        for name in names
        if (data / name).is_dir()
    }


def dense_score(cases: Sequence[Case], embed: Embed) -> Score:
    """How well vectors alone rank: cosine, ties by position."""
    recall = reciprocal = 0.0
    count = 0
    for case in cases:
        documents = embed(case.texts, "document")
        questions = embed([query.text for query in case.queries], "query")
        for query, likeness in zip(case.queries, questions @ documents.T, strict=True):
            order = np.argsort(-likeness[: query.visible], kind="stable")
            ranks = np.flatnonzero(np.isin(order, list(query.gold)))
            recall += float((ranks < 10).sum()) / len(query.gold)
            reciprocal += 1 / (float(ranks[0]) + 1) if len(ranks) else 0.0
            count += 1
    return Score(recall / count, reciprocal / count, count)
