"""How is Ollama asked to complete a text? One chat of two messages, no streaming, its own JSON grammar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from phantasm.capabilities.llm.answers import answer_of, messages_of, text_at
from phantasm.contracts.errors import Remediation

if TYPE_CHECKING:
    from phantasm.capabilities.endpoint import Endpoint
    from phantasm.capabilities.llm.port import Answer, Question

PROVIDER = "ollama"


@dataclass(frozen=True, slots=True)
class OllamaChat:
    """A model on an Ollama server."""

    endpoint: Endpoint
    model: str
    provider: str = PROVIDER

    def complete(self, question: Question) -> Answer:
        """Ask with the schema as the grammar of the answer, and with no chance in it."""
        body: dict[str, object] = {
            "model": self.model,
            "messages": messages_of(question),
            "stream": False,
            "format": question.schema,
            "options": {"temperature": 0, "seed": 0, "num_predict": question.max_output_tokens},
        }
        answered = self.endpoint.post("/api/chat", body)
        text = text_at(answered, "message", "content")
        return answer_of(self.endpoint, text, answered, ("prompt_eval_count", "eval_count"))


def next_step(model: str) -> Remediation:
    """What makes an Ollama server answer."""
    return Remediation(
        "start Ollama (`ollama serve`) and fetch the model, or set llm.provider to none",
        command=f"ollama pull {model}",
    )
