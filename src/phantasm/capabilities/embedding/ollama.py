"""How is Ollama asked for vectors? In batches, and for the digest of the model it has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from phantasm.capabilities.embedding.answers import vectors_of
from phantasm.contracts.errors import Remediation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phantasm.capabilities.embedding.port import Vectors
    from phantasm.capabilities.endpoint import Endpoint

PROVIDER = "ollama"


@dataclass(frozen=True, slots=True)
class Ollama:
    """A model on an Ollama server."""

    endpoint: Endpoint
    model: str
    provider: str = PROVIDER

    def identity(self) -> str:
        """The digest of the model's files: it changes when another version is pulled under the same name."""
        answer = self.endpoint.get("/api/tags")
        listed = answer.get("models") if isinstance(answer, dict) else None
        if not isinstance(listed, list):
            raise self.endpoint.unavailable("does not answer as Ollama does")
        names = {self.model, self.model if ":" in self.model else f"{self.model}:latest"}
        for entry in listed:
            if isinstance(entry, dict) and entry.get("name") in names:
                return str(entry.get("digest", ""))
        raise self.endpoint.unavailable(f"has no model {self.model}")

    def ask(self, texts: Sequence[str]) -> Vectors:
        """One row per text. What is longer than the model reads is cut by the server."""
        body: dict[str, object] = {"model": self.model, "input": list(texts), "truncate": True}
        answer = self.endpoint.post("/api/embed", body)
        rows = answer.get("embeddings") if isinstance(answer, dict) else None
        return vectors_of(self.endpoint, rows, len(texts))


def next_step(model: str) -> Remediation:
    """What makes an Ollama server answer."""
    return Remediation(
        "start Ollama (`ollama serve`) and fetch the model, or choose another provider in [embedding]",
        command=f"ollama pull {model}",
    )
