"""How does a model behind a server become an embedder like any other?

Nothing is asked before the first use. Then the server is asked once who it is and for one vector, which
tells how wide its vectors are. What the answer depends on becomes the generation, so that another server,
another model or another way to cut vectors means embedding anew.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Protocol

import numpy as np

from phantasm.capabilities.embedding.embedded import check_view
from phantasm.capabilities.embedding.port import Model
from phantasm.capabilities.embedding.projection import cut_for, widths_for
from phantasm.capabilities.endpoint import TooMuchError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phantasm.capabilities.embedding.port import Side, Vectors, View
    from phantasm.capabilities.embedding.prefixes import Habits
    from phantasm.capabilities.embedding.projection import Cut
    from phantasm.capabilities.endpoint import Endpoint

GENERATION_CHARACTERS = 16
"""Hexadecimal digits of a generation, as the shipped model has: 64 bits tell any number of models apart."""

PROBE = "How wide are the vectors of this model?"
"""The text that is embedded to learn the width: nothing of the project's."""


LONGEST_CHARACTERS = 8000
"""Characters sent of a text: about 2,000 tokens of prose, what nomic-embed-text reads on Ollama."""

SHORTEST_CHARACTERS = 250
"""Where halving a refused text ends: so few characters fit the least that servers read (256 tokens) however
densely they are cut."""


class Server(Protocol):
    """What differs between servers."""

    @property
    def provider(self) -> str:
        """Its kind, the first part of the model's id."""
        ...

    @property
    def endpoint(self) -> Endpoint:
        """Where it is."""
        ...

    @property
    def model(self) -> str:
        """The model's name there."""
        ...

    def identity(self) -> str:
        """What the server says of the model's weights; empty where it says nothing."""
        ...

    def ask(self, texts: Sequence[str]) -> Vectors:
        """One row per text, as wide as the model has them."""
        ...


@dataclass(frozen=True, slots=True)
class Preferences:
    """What was configured, whichever provider it is."""

    dimensions: int
    batch_size: int
    layers: int | None = None
    """After how many layers vectors will be wanted, where that was chosen."""


class RemoteEmbedder:
    """A model that another program computes."""

    def __init__(self, server: Server, habits: Habits, preferences: Preferences) -> None:
        self._server = server
        self._habits = habits
        self._preferences = preferences
        self._lock = Lock()
        self._known: tuple[Model, Cut] | None = None

    @property
    def model(self) -> Model:
        """Who answers; the server is asked at the first call."""
        return self._meet()[0]

    def embed(self, texts: Sequence[str], *, side: Side, view: View | None = None) -> Vectors:
        """One row per text, of unit length."""
        model, cut = self._meet()
        view = view or model.fine
        check_view(model, view)
        out = np.zeros((len(texts), view.width), np.float32)
        before = self._habits.before(side)
        rows = [row for row, text in enumerate(texts) if has_words(text)]
        for start in range(0, len(rows), self._preferences.batch_size):
            chosen = rows[start : start + self._preferences.batch_size]
            sent = [before + speakable(texts[row][:LONGEST_CHARACTERS]) for row in chosen]
            out[chosen] = cut.to(self._ask(sent, cut.native), view.width)
        return out

    def _ask(self, texts: list[str], native: int) -> Vectors:
        """The server's rows; what it refuses is sent in parts, and a text that it refuses alone is halved.

        Servers promise to cut long texts and do not always do it. One such text must not keep the others from
        being embedded. How short a text gets depends on the text and the server, not on its batch.
        """
        try:
            found = self._server.ask(texts)
        except TooMuchError:
            if max(map(len, texts)) <= SHORTEST_CHARACTERS:
                raise
        else:
            if found.shape[1] != native:
                raise self._server.endpoint.unavailable(
                    f"answered with vectors of {found.shape[1]} numbers, after {native} at first"
                )
            return found
        if len(texts) == 1:
            return self._ask([texts[0][: max(SHORTEST_CHARACTERS, len(texts[0]) // 2)]], native)
        half = len(texts) // 2
        return np.concatenate([self._ask(texts[:half], native), self._ask(texts[half:], native)])

    def _meet(self) -> tuple[Model, Cut]:
        with self._lock:  # a failure is not remembered: the server may be there next time
            if self._known is None:
                self._known = self._introduced()
            return self._known

    def _introduced(self) -> tuple[Model, Cut]:
        server, habits = self._server, self._habits
        identity = server.identity()
        native = server.ask([habits.before("query") + PROBE]).shape[1]
        cut = cut_for(native, habits)
        depends = {
            "provider": server.provider,
            "host": server.endpoint.host,
            "model": server.model,
            "identity": identity,
            "dimensions": str(native),
            "query": habits.query,
            "document": habits.document,
            "cut": cut.name,
            "characters": str(LONGEST_CHARACTERS),
        }
        model = Model(
            id=f"{server.provider}:{server.model}",
            generation=generation_of(depends),
            widths=widths_for(native, habits.trained, self._preferences.dimensions),
            exits=(1,),
            batch=self._preferences.batch_size,
        )
        return model, cut


def generation_of(depends: Mapping[str, str]) -> str:
    """A digest of everything that the numbers depend on."""
    text = json.dumps(depends, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:GENERATION_CHARACTERS]


def has_words(text: str) -> bool:
    """Whether there is anything to embed: a text without a letter or digit is like nothing."""
    return any(letter.isalnum() for letter in text)


def speakable(text: str) -> str:
    """The text without halves of characters, which no server and no tokenizer takes."""
    return text.encode("utf-8", "replace").decode("utf-8")
