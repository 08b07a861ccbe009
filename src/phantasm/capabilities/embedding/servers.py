"""Embedding servers: how Ollama and OpenAI-compatible ones are asked, and which answers count.

OpenAI-compatible are OpenAI itself, llama.cpp, vLLM, text-embeddings-inference, LM Studio and others. None
says which weights it has, so a model that is replaced under the same name is not noticed. They are asked for
base64, as OpenAI's own clients ask: a quarter of the bytes, and hardly anything to read, where numbers
as text take longer to read than everything else here takes. Servers that know only numbers answer with those,
or refuse and are asked without it from then on.
"""

from __future__ import annotations

from base64 import b64decode
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from phantasm.capabilities.endpoint import TooMuchError
from phantasm.contracts.errors import Remediation

if TYPE_CHECKING:
    from collections.abc import Sequence, Sized

    from numpy.typing import NDArray

    from phantasm.capabilities.embedding.port import Vectors
    from phantasm.capabilities.endpoint import Endpoint

MAX_WIDTH = 8192
"""Numbers per vector: twice the widest model known (4,096)."""

MAX_NUMBER = 1e15
"""The largest number believed: its square still has room in the 32 bits that lengths are computed with."""

PACKED = np.dtype("<f4")
"""A number of a packed vector: four bytes, the lowest first, whatever machine the server runs on."""

OPENAI_STEP = Remediation(
    "check url, model and api_key_env of [embedding], and that the server serves embeddings",
    command="phantasm config explain embedding",
)

_PATH = "/embeddings"
_PACKED = {"encoding_format": "base64"}


@dataclass(frozen=True, slots=True)
class Ollama:
    """A model on an Ollama server."""

    endpoint: Endpoint
    model: str
    provider: str = "ollama"

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


class OpenAi:
    """A model behind an endpoint that has `/embeddings`; `width` is asked for where its server can cut."""

    provider = "openai"

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


def ollama_step(model: str) -> Remediation:
    """What makes an Ollama server answer."""
    return Remediation(
        "start Ollama (`ollama serve`) and fetch the model, or choose another provider in [embedding]",
        command=f"ollama pull {model}",
    )


def vectors_of(endpoint: Endpoint, rows: object, count: int) -> Vectors:
    """The rows of an answer as numbers, or a refusal that says what is wrong with them."""
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise endpoint.unavailable("answered without vectors")
    _check_count(endpoint, rows, count)
    if any(isinstance(part, list) for row in rows for part in row[:1]):
        raise endpoint.unavailable(
            "answered with one vector per token, as a server without pooling does;"
            " start it for embeddings with pooling, for example llama-server --embeddings --pooling mean"
        )
    width = _width(endpoint, rows)
    # By the kinds that occur, because a loop over every number took as long as reading them.
    if not set(map(type, chain.from_iterable(rows))) <= {int, float}:
        raise endpoint.unavailable("answered with vectors that are not all numbers")
    try:
        numbers = np.fromiter(chain.from_iterable(rows), np.float64, count * width)
    except OverflowError:  # a whole number of hundreds of digits
        numbers = np.full(count * width, np.inf)
    return _believed(endpoint, numbers.reshape(count, width))


def packed_vectors_of(endpoint: Endpoint, rows: list[str], count: int) -> Vectors:
    """The same of rows that are packed: numbers of 32 bits, one after the other, written in base64."""
    _check_count(endpoint, rows, count)
    try:
        found = [b64decode(row, validate=True) for row in rows]
    except ValueError as problem:
        raise endpoint.unavailable("answered with packed vectors that are not base64") from problem
    if any(len(row) % PACKED.itemsize for row in found):
        raise endpoint.unavailable("answered with packed vectors that are not of 32-bit numbers")
    numbers = [np.frombuffer(row, PACKED) for row in found]
    width = _width(endpoint, numbers)
    return _believed(endpoint, np.concatenate(numbers).reshape(count, width))


def _check_count(endpoint: Endpoint, rows: Sized, count: int) -> None:
    if len(rows) != count:
        raise endpoint.unavailable(f"answered with {len(rows)} vectors for {count} texts")


def _width(endpoint: Endpoint, rows: list[NDArray[np.float32]] | list[list[object]]) -> int:
    widths = {len(row) for row in rows}
    if len(widths) != 1 or not 0 < max(widths) <= MAX_WIDTH:
        raise endpoint.unavailable(f"answered with vectors of {sorted(widths)[:4]} numbers")
    return widths.pop()


def _believed(endpoint: Endpoint, vectors: NDArray[np.floating]) -> Vectors:
    if not (np.abs(vectors) < MAX_NUMBER).all():  # no number at all is not less than anything
        raise endpoint.unavailable("answered with numbers that are infinite, absurd or none at all")
    return vectors.astype(np.float32)
