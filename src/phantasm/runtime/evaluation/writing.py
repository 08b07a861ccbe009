"""How is a corpus written? As an agent would have written it, one request per run of what belongs together.

Parts of a group are evidence of one session. What stands alone is a plain statement, or evidence where it is
code, a commit or longer than a statement. Nothing that names an answer goes in: sources and sessions are
numbered by their place in the corpus, because a document's own id could tell what it is about.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from phantasm.contracts.model import JsonObject
from phantasm.runtime.evaluation.cases import Document
from phantasm.runtime.evaluation.moments import moment_of

STATEMENT_KIND = "fact"
"""The kind of every plain statement: what is true, whatever the set is about."""
LONGEST_STATEMENT_CHARACTERS = 1_000
"""A paragraph. What is longer is a text that statements can be taken from, and is kept as it is."""
RECORDS_PER_REQUEST = 500
"""One request is one transaction; this many commit within a second or two."""
EVIDENCE_PER_REQUEST = 500
"""Half of what `ingest` takes at once."""
CHARACTERS_PER_REQUEST = 4_000_000
"""Far below the largest request, also where each character takes four bytes."""

_ORIGINS = {
    "user": "user",
    "human": "user",
    "assistant": "agent",
    "agent": "agent",
    "model": "agent",
    "tool": "tool_output",
    "function": "tool_output",
    "system": "import",
}
_NO_ROLE = "user"
"""Whoever speaks in a dialogue without roles, and whoever states something, is a person."""
# One line of code: it starts as a definition does, or ends as a statement of a curly language does.
_CODE = re.compile(
    r"\s*(?:def|class|function|fn|func|public|private|static|const|var|#include)\b.*[(){};<>]|.*[;{}]\s*$"
)


@dataclass(frozen=True, slots=True)
class Batch:
    """One request: the parameters of `ingest`, and which documents they hold."""

    positions: tuple[int, ...]
    params: JsonObject
    session_id: str | None = None
    moment: str | None = None
    """The latest time that its documents name."""

    @property
    def is_evidence(self) -> bool:
        """Tell whether evidence ids come back, and not records."""
        return "evidence" in self.params


Numbered = tuple[int, Document]


def batches(documents: Sequence[Document], *, start: int, stop: int) -> Iterator[Batch]:
    """Yield the requests that write some of a corpus, in order; what is empty is not written."""
    sessions = {
        group: number for number, group in enumerate(dict.fromkeys(one.group for one in documents), 1)
    }
    chosen = [(place, documents[place]) for place in range(start, min(stop, len(documents)))]
    written = [(place, document) for place, document in chosen if document.text.strip()]
    for (is_statement, group), run in groupby(written, lambda one: (states(one[1]), one[1].group)):
        largest = RECORDS_PER_REQUEST if is_statement else EVIDENCE_PER_REQUEST
        for part in _portions(list(run), largest):
            session = None if group is None else f"session-{sessions[group]}"
            yield _batch(part, session=session, is_statement=is_statement)


def states(document: Document) -> bool:
    """Tell whether a document is a plain statement: it stands alone, on one line, and is no code."""
    return (
        document.group is None
        and not document.files
        and len(document.text) <= LONGEST_STATEMENT_CHARACTERS
        and "\n" not in document.text.strip()
        and "\x00" not in document.text
        and not _CODE.match(document.text)
    )


def _portions(run: list[Numbered], largest: int) -> Iterator[list[Numbered]]:
    """Yield a run in pieces that one request can take."""
    part: list[Numbered] = []
    characters = 0
    for place, document in run:
        characters += len(document.text)
        if part and (len(part) == largest or characters > CHARACTERS_PER_REQUEST):
            yield part
            part, characters = [], len(document.text)
        part.append((place, document))
    yield part


def _batch(part: list[Numbered], *, session: str | None, is_statement: bool) -> Batch:
    moments = [moment for _, document in part if (moment := moment_of(document.timestamp))]
    params: JsonObject = (
        {"items": [_record(document) for _, document in part]}
        if is_statement
        else {"evidence": [_evidence(place, document) for place, document in part]}
    )
    return Batch(tuple(place for place, _ in part), params, session, max(moments, default=None))


def _record(document: Document) -> JsonObject:
    record: JsonObject = {
        "record_kind": STATEMENT_KIND,
        "statement": document.text,
        "origin": _origin(document, without_role=_NO_ROLE),
    }
    moment = moment_of(document.timestamp)
    return record | ({"valid_from": moment} if moment else {})


def _evidence(place: int, document: Document) -> JsonObject:
    in_dialogue = document.group is not None
    evidence: JsonObject = {
        "text": document.text,
        "origin": _origin(document, without_role=_NO_ROLE if in_dialogue else "repository_file"),
        "source": f"{'message' if in_dialogue else 'document'}:{place}",
    }
    moment = moment_of(document.timestamp)
    return evidence | ({"observed_at": moment} if moment else {})


def _origin(document: Document, *, without_role: str) -> str:
    if document.role is None:
        return without_role
    return _ORIGINS.get(document.role.strip().lower(), "import")
