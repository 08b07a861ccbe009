"""Is what a language model answered a list of proposals? Strict: what has another form is dropped. Pure."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from phantasm.contracts.kinds import KindName

Reason = Literal[
    "not_json", "not_a_claim", "no_such_turn", "not_quoted", "not_its_words", "secret", "too_many", "repeated"
]
"""Why a proposal, or a whole answer, was dropped."""

MAX_ANSWER_CHARACTERS = 200_000
"""Of an answer; the port lets no more through either."""

SHORTEST_QUOTE_CHARACTERS = 8
"""A shorter quote stands in any text: it proves nothing."""

MAX_QUOTE_CHARACTERS = 1_000
MAX_STATEMENT_CHARACTERS = 400
"""One long sentence; more is a summary, not a claim."""

SHORTEST_STATEMENT_CHARACTERS = 12

_FIELDS = frozenset({"kind", "statement", "turn", "quote"})
_FENCE = "```"


@dataclass(frozen=True, slots=True)
class Proposal:
    """One claim as a model words it."""

    kind: KindName
    statement: str
    turn: int
    quote: str


@dataclass(frozen=True, slots=True)
class Read:
    """The proposals that have the asked form, and why others are gone."""

    proposals: tuple[Proposal, ...]
    dropped: Mapping[Reason, int]


def proposals_in(answer: str, kinds: Sequence[KindName], most: int) -> Read:
    """Return the proposals of an answer, in its order, each statement once."""
    listed = _listed(answer)
    if listed is None:
        return Read((), {"not_json": 1})
    dropped: Counter[Reason] = Counter()
    found: dict[str, Proposal] = {}
    for entry in listed[:most]:
        proposal = _proposal(entry, kinds)
        if proposal is None:
            dropped["not_a_claim"] += 1
        elif proposal.statement.casefold() in found:
            dropped["repeated"] += 1
        else:
            found[proposal.statement.casefold()] = proposal
    if len(listed) > most:
        dropped["too_many"] = len(listed) - most
    return Read(tuple(found.values()), dict(dropped))


def _listed(answer: str) -> list[object] | None:
    if len(answer) > MAX_ANSWER_CHARACTERS:
        return None
    try:
        parsed = json.loads(_unfenced(answer))
    except (ValueError, RecursionError):
        return None
    claims = parsed.get("claims") if isinstance(parsed, dict) else None
    return claims if isinstance(claims, list) else None


def _unfenced(answer: str) -> str:
    """Return the answer without the code fence that some models put around the whole of it."""
    text = answer.strip()
    if text.startswith(_FENCE) and text.endswith(_FENCE) and "\n" in text:
        return text[text.index("\n") : -len(_FENCE)]
    return text


def _proposal(entry: object, kinds: Sequence[KindName]) -> Proposal | None:
    if not isinstance(entry, dict) or set(entry) != _FIELDS:
        return None
    kind = next((kind for kind in kinds if kind == entry["kind"]), None)
    statement, turn, quote = entry["statement"], entry["turn"], entry["quote"]
    if kind is None or not isinstance(statement, str) or not isinstance(quote, str) or type(turn) is not int:
        return None
    statement, quote = " ".join(statement.split()), quote.strip()
    if not SHORTEST_STATEMENT_CHARACTERS <= len(statement) <= MAX_STATEMENT_CHARACTERS:
        return None
    if not SHORTEST_QUOTE_CHARACTERS <= len(quote) <= MAX_QUOTE_CHARACTERS or not statement.isprintable():
        return None
    return Proposal(kind, statement, turn, quote)
