"""Which counter goes by a name? Its vocabulary is read at the first use, once per process.

Vocabularies come with the tokenizer, offline. One is listed where it was compared with the model's own and
lines add up; every other model is counted by a bound (docs/tokens.md).
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Final

from phantasm.capabilities.tokens.bound import CHARGES, Bound
from phantasm.contracts.errors import Code, PhantasmError

if TYPE_CHECKING:
    from collections.abc import Callable

    from phantasm.capabilities.tokens.port import Counter

EXACT: Final = ("o200k_base", "cl100k_base", "llama3", "qwen3", "deepseek_v3", "mistral_v3")

ABOVE: Final = ("gemma3",)
"""Never below the model's own count, and above it only where a text has HTML tags: each is one token."""

NAMES: Final = (*EXACT, *ABOVE, *CHARGES)
"""The last are bounds: one for Claude, and one for every model whose own vocabulary is not above."""

_COMPOSING: Final = ("qwen3",)
"""Models that compose characters (NFC) before they count."""


def counter_for(name: str) -> Counter:
    """The counter of that name, the same one every time."""
    if name not in NAMES:
        raise PhantasmError(
            Code.INVALID_PARAMS, f"no counter of tokens has the name {name!r}", expected=" | ".join(NAMES)
        )
    return _counter(name)


@cache
def _counter(name: str) -> Counter:
    if name in CHARGES:
        return Bound(name, _pieces(CHARGES[name].vocabulary))
    return _Vocabulary(name, _composed(name) if name in _COMPOSING else _pieces(name))


class _Vocabulary:
    """The count by one model's vocabulary."""

    def __init__(self, name: str, pieces: Callable[[str], int]) -> None:
        self.name = name
        self.exact = name in EXACT
        self._pieces = pieces

    def count(self, text: str) -> int:
        return self._pieces(text)


def _composed(vocabulary: str) -> Callable[[str], int]:
    pieces = _pieces(vocabulary)
    return lambda text: pieces(unicodedata.normalize("NFC", text))


def _pieces(vocabulary: str) -> Callable[[str], int]:
    from splintr import Tokenizer  # noqa: PLC0415  38 MB of vocabularies, which most commands never need

    encode = Tokenizer.from_pretrained(vocabulary).encode_ordinary
    frame = len(encode(""))  # some put a first and a last token around every text
    return lambda text: len(encode(text)) - frame
