"""What can be asked of a language model, whichever it is. Pure.

Nothing here needs one: without a configured model every part of Phantasm works. What a model answers is a
proposal of somebody who was not there, and is treated so by whoever asks.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject

TEMPLATE_TOKENS = 64
"""Tokens that a server's chat template adds around two messages: the longest seen (Llama 3 with a date in its
head) has about forty."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a model is asked, and how much it may answer."""

    system: str
    """What it is to do: only words of ours."""
    prompt: str
    """What it is to do it with: data, fenced by whoever wrote the question."""
    schema: JsonObject
    """The JSON Schema of the answer; a server that cannot enforce it is told in words as well."""
    max_output_tokens: int

    @property
    def shape(self) -> str:
        """The schema as text."""
        return json.dumps(self.schema, sort_keys=True)

    @property
    def instruction(self) -> str:
        """What is said first: the task, and the form of the answer."""
        return f"{self.system}\n\nAnswer with JSON of this schema and with nothing else:\n{self.shape}"

    @property
    def most_input_tokens(self) -> int:
        """More than a server can count: no token is shorter than a byte, and some read the schema twice."""
        texts = (self.instruction, self.prompt, self.shape)
        return sum(len(text.encode()) for text in texts) + TEMPLATE_TOKENS


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    text: str
    input_tokens: int | None
    """As the server counted them; None where it does not say."""
    output_tokens: int | None


class LanguageModel(Protocol):
    """One question in, one text out. A failure is `provider_unavailable`; nothing is asked twice."""

    @property
    def provider(self) -> str:
        """The kind of server."""
        ...

    @property
    def model(self) -> str:
        """The model's name there."""
        ...

    def complete(self, question: Question) -> Answer:
        """Ask, and wait for the whole answer."""
        ...
