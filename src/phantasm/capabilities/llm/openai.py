"""How is an endpoint that speaks OpenAI's way asked to complete a text?

OpenAI itself, and servers that took its way over: llama.cpp, vLLM, LM Studio and others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from phantasm.capabilities.llm.answers import answer_of, messages_of, text_at
from phantasm.contracts.errors import Remediation

if TYPE_CHECKING:
    from phantasm.capabilities.endpoint import Endpoint
    from phantasm.capabilities.llm.port import Answer, Question

PROVIDER = "openai"

NEXT_STEP = Remediation(
    "check url, model and api_key_env of [llm], and that the server serves chat completions",
    command="phantasm config explain llm",
)

_OPENAI_HOST = "api.openai.com"


@dataclass(frozen=True, slots=True)
class OpenAiChat:
    """A model behind an endpoint that has `/chat/completions`."""

    endpoint: Endpoint
    model: str
    provider: str = PROVIDER

    def complete(self, question: Question) -> Answer:
        """Ask for an answer of the schema's form and of a bounded length."""
        body: dict[str, object] = {
            "model": self.model,
            "messages": messages_of(question),
            "stream": False,
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "answer", "strict": True, "schema": question.schema},
            },
        }
        # The newer models of OpenAI refuse the older name of the bound and a temperature; other servers know
        # only the older name, and the bound is what the spending is booked by.
        if self.endpoint.host == _OPENAI_HOST:
            body["max_completion_tokens"] = question.max_output_tokens
        else:
            body |= {"max_tokens": question.max_output_tokens, "temperature": 0}
        answered = self.endpoint.post("/chat/completions", body)
        text = text_at(answered, "choices", 0, "message", "content")
        usage = answered.get("usage") if isinstance(answered, dict) else None
        return answer_of(self.endpoint, text, usage, ("prompt_tokens", "completion_tokens"))
