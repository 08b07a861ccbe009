"""How is an endpoint that speaks OpenAI's way asked for vectors?

OpenAI itself, and servers that took its way over: llama.cpp, vLLM, text-embeddings-inference, LM Studio and
others. None says which weights it has, so a model that is replaced under the same name is not noticed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from phantasm.capabilities.embedding.answers import vectors_of
from phantasm.contracts.errors import Remediation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phantasm.capabilities.embedding.port import Vectors
    from phantasm.capabilities.endpoint import Endpoint

PROVIDER = "openai"

NEXT_STEP = Remediation(
    "check url, model and api_key_env of [embedding], and that the server serves embeddings",
    command="phantasm config explain embedding",
)


@dataclass(frozen=True, slots=True)
class OpenAi:
    """A model behind an endpoint that has `/embeddings`."""

    endpoint: Endpoint
    model: str
    width: int | None = None
    """The width to ask for, where the model's server can cut."""
    provider: str = PROVIDER

    def identity(self) -> str:
        """Nothing: there is no question for it."""
        return ""

    def ask(self, texts: Sequence[str]) -> Vectors:
        """One row per text, in the order that the answer numbers them."""
        body: dict[str, object] = {"model": self.model, "input": list(texts), "encoding_format": "float"}
        if self.width is not None:
            body["dimensions"] = self.width
        answer = self.endpoint.post("/embeddings", body)
        listed = answer.get("data") if isinstance(answer, dict) else None
        if not isinstance(listed, list) or not all(isinstance(entry, dict) for entry in listed):
            raise self.endpoint.unavailable("answered without vectors")
        places = [entry.get("index", place) for place, entry in enumerate(listed)]
        if len(listed) == len(texts) and (
            any(type(place) is not int for place in places) or sorted(places) != list(range(len(texts)))
        ):
            raise self.endpoint.unavailable("numbers its vectors in a way that fits no text")
        rows = [entry.get("embedding") for entry in listed]
        if len(rows) == len(texts):
            rows = [rows[places.index(number)] for number in range(len(texts))]
        return vectors_of(self.endpoint, rows, len(texts))
