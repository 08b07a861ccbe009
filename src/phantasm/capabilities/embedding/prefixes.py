"""How does a model want to be told that a text asks or answers, and where may its vectors be cut?

A model that was trained with a few words before every text finds far less without them, and says nothing
about it. The words below are the ones on the models' own cards. A model that is not listed gets none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from phantasm.capabilities.embedding.port import Side


class Habits(NamedTuple):
    """How a model is used, as its makers say."""

    query: str = ""
    """Stands before a text that asks."""
    document: str = ""
    """Stands before a text that is to be found."""
    trained: tuple[int, ...] = ()
    """Widths its leading numbers were trained for (matryoshka); none: narrow vectors are projections."""
    centred: bool = False
    """Its numbers are to be centred before they are cut."""
    asks_width: bool = False
    """Its server cuts the vectors when it is told a width, and sends less."""

    def before(self, side: Side) -> str:
        """The words before a text of that side."""
        return self.query if side == "query" else self.document


_REPRESENT = "Represent this sentence for searching relevant passages: "
_INSTRUCT = "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:"
_SEARCH = ("search_query: ", "search_document: ")
_PASSAGE = ("query: ", "passage: ")
_CHINESE = "为这个句子生成表示以用于检索相关文章\uff1a"
"""The Chinese bge models' "represent this sentence for searching relevant passages"."""

_HALVES = (64, 128, 256, 512, 768)
_HALVES_1024 = (64, 128, 256, 512, 1024)

KNOWN: tuple[tuple[str, Habits], ...] = (
    ("nomic-embed-text-v2", Habits(*_SEARCH, trained=(256, 768))),
    ("nomic-embed-text-v1$", Habits(*_SEARCH)),
    # What Ollama calls nomic-embed-text is version 1.5. Its card has the vectors centred before a cut.
    ("nomic-embed-text", Habits(*_SEARCH, trained=_HALVES, centred=True)),
    ("(multilingual-)?e5-.*instruct", Habits(f"{_INSTRUCT} ")),
    ("(multilingual-)?e5-", Habits(*_PASSAGE)),
    ("bge-m3", Habits()),
    ("bge-.*-zh", Habits(_CHINESE)),
    ("bge-", Habits(_REPRESENT)),
    ("mxbai-embed-xsmall", Habits(_REPRESENT)),
    ("mxbai-embed-", Habits(_REPRESENT, trained=_HALVES_1024[1:])),
    ("snowflake-arctic-embed2", Habits("query: ", trained=(256, 1024))),
    ("snowflake-arctic-embed-m-v2", Habits("query: ", trained=(256, 768))),
    ("snowflake-arctic-embed-l-v2", Habits("query: ", trained=(256, 1024))),
    ("snowflake-arctic-embed-m-v1.5", Habits(_REPRESENT, trained=(256, 768))),
    ("snowflake-arctic-embed", Habits(_REPRESENT)),
    ("granite-embedding-311m-multilingual-r2", Habits(trained=(128, 256, 384, 512, 768))),
    ("granite-embedding", Habits()),
    ("all-minilm", Habits()),
    (
        "embeddinggemma",
        Habits("task: search result | query: ", "title: none | text: ", trained=(128, 256, 512, 768)),
    ),
    ("qwen3-embedding", Habits(_INSTRUCT, trained=_HALVES_1024)),
    ("mmbert-embed", Habits(trained=_HALVES)),
    ("text-embedding-3-", Habits(trained=(256, 512, 1024), asks_width=True)),
)
"""The beginning of a model's name, in lower case and without its owner, and its habits; the first one that
fits holds, so narrower names stand above wider ones."""


def habits_of(model: str) -> Habits:
    """The habits of a model by its name, as Ollama, a hub or an endpoint writes it."""
    name = model.lower().rpartition("/")[2].partition(":")[0]
    return next((habits for start, habits in KNOWN if re.match(start, name)), Habits())
