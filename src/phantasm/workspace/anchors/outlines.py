"""What did a text define, and can its grammar read it at all? Pure."""

from functools import lru_cache

from phantasm.workspace.symbols.detection import language_of
from phantasm.workspace.symbols.grammars import parse
from phantasm.workspace.symbols.guarding import may_be_parsed
from phantasm.workspace.symbols.model import Outline
from phantasm.workspace.symbols.outline import outline_of

_TEXTS_KEPT = 32
"""Anchors are checked file by file."""


@lru_cache(maxsize=_TEXTS_KEPT)
def outlined(path: str, text: str) -> Outline:
    """Return what a text defines that was in a file at some time."""
    return outline_of(path, text)


@lru_cache(maxsize=_TEXTS_KEPT)
def is_broken(path: str, text: str) -> bool:
    """Tell whether a text cannot be read as what it is: something in it is missing or left over."""
    tree = parse(language_of(path, text), text) if may_be_parsed(text) else None
    return tree is not None and tree.root_node.has_error
