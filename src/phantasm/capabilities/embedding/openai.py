"""How is an endpoint that speaks OpenAI's way asked for vectors?

OpenAI itself, and servers that took its way over: llama.cpp, vLLM, text-embeddings-inference, LM Studio and
others. None says which weights it has, so a model that is replaced under the same name is not noticed.

Vectors are asked for in base64, as OpenAI's own clients ask: a quarter of the bytes, and hardly anything to
read, where reading numbers as text takes longer than everything else here. Servers that know only numbers
answer with those, or refuse and are asked without it from then on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.capabilities.embedding.answers import packed_vectors_of, vectors_of
from phantasm.capabilities.endpoint import TooMuchError
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

_PATH = "/embeddings"
_PACKED = {"encoding_format": "base64"}


class OpenAi:
    """A model behind an endpoint that has `/embeddings`; `width` is asked for where its server can cut."""

    provider = PROVIDER

    def __init__(self, endpoint: Endpoint, model: str, width: int | None = None) -> None:
        self.endpoint = endpoint
        self.model = model
        self._width = width
        self._takes_packed: bool | None = None
        """Whether the server takes the wish for base64, not that it grants it; None until it has answered."""

    def identity(self) -> str:
        """Nothing: there is no question for it."""
        return ""

    def ask(self, texts: Sequence[str]) -> Vectors:
        """One row per text, in the order that the answer numbers them."""
        body: dict[str, object] = {"model": self.model, "input": list(texts)}
        if self._width is not None:
            body["dimensions"] = self._width
        rows = self._in_order(self._answer(body), len(texts))
        packed = [row for row in rows if isinstance(row, str)]
        if packed and len(packed) == len(rows):
            return packed_vectors_of(self.endpoint, packed, len(texts))
        return vectors_of(self.endpoint, rows, len(texts))

    def _answer(self, body: dict[str, object]) -> object:
        """What the server answers; where it refuses its first question, that may be for the wish alone.

        Refusals are told apart by asking again and not by their words, which every server chooses for itself.
        """
        if self._takes_packed is not False:
            try:
                answer = self.endpoint.post(_PATH, body | _PACKED)
            except TooMuchError:
                if self._takes_packed:
                    raise
            else:
                self._takes_packed = True
                return answer
        answer = self.endpoint.post(_PATH, body)
        self._takes_packed = False
        return answer

    def _in_order(self, answer: object, count: int) -> list[object]:
        """The answer's vectors, in the order of the texts where there is one for each."""
        listed = answer.get("data") if isinstance(answer, dict) else None
        if not isinstance(listed, list) or not all(isinstance(entry, dict) for entry in listed):
            raise self.endpoint.unavailable("answered without vectors")
        rows = [entry.get("embedding") for entry in listed]
        if len(rows) != count:
            return rows
        places = [entry.get("index", place) for place, entry in enumerate(listed)]
        if any(type(place) is not int for place in places) or sorted(places) != list(range(count)):
            raise self.endpoint.unavailable("numbers its vectors in a way that fits no text")
        return [rows[places.index(number)] for number in range(count)]
