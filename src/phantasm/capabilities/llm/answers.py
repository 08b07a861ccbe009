"""What do both kinds of chat servers share: the messages, and what an answer has to hold?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.capabilities.llm.port import Answer

if TYPE_CHECKING:
    from phantasm.capabilities.endpoint import Endpoint
    from phantasm.capabilities.llm.port import Question

MAX_TEXT_CHARACTERS = 200_000
"""Longer answers were not asked for: the largest bound in use is 4,000 tokens of at most 40 characters."""

_MOST_TOKENS = 10_000_000
"""No model reads or writes more; a larger count is a mistake of the server."""


def messages_of(question: Question) -> list[dict[str, str]]:
    """Return the two messages of a chat."""
    return [
        {"role": "system", "content": question.instruction},
        {"role": "user", "content": question.prompt},
    ]


def text_at(answered: object, *way: str | int) -> object:
    """Return what stands at a place of an answer, or None where there is no such place."""
    found = answered
    for step in way:
        if isinstance(step, str) and isinstance(found, dict):
            found = found.get(step)
        elif isinstance(step, int) and isinstance(found, list) and len(found) > step:
            found = found[step]
        else:
            return None
    return found


def answer_of(endpoint: Endpoint, text: object, counts: object, names: tuple[str, str]) -> Answer:
    """Return the answer with its counts, or refuse what is none."""
    if not isinstance(text, str):
        raise endpoint.unavailable("answered without a text")
    if len(text) > MAX_TEXT_CHARACTERS:
        raise endpoint.unavailable(f"answered with more than {MAX_TEXT_CHARACTERS} characters")
    told = counts if isinstance(counts, dict) else {}
    read, written = (_count(told.get(name)) for name in names)
    return Answer(text, read, written)


def _count(value: object) -> int | None:
    return value if type(value) is int and 0 <= value <= _MOST_TOKENS else None
