"""What does a format decide? The lines around what is said, and how a text is made safe for it. Pure."""

from collections.abc import Callable
from typing import NamedTuple

from phantasm.context.sections import Section


class Format(NamedTuple):
    """One way to write a context, line by line; an empty line is left out.

    `first` tells whether something is the first of its list, for formats that put signs between.
    """

    opening: str
    closing: str
    heading: Callable[[Section, bool], str]
    """(section, first)"""
    ending: Callable[[Section], str]
    group: Callable[[str, bool], str]
    """(day, first)"""
    item: Callable[[str, str, bool], tuple[str, str]]
    """(citation, labels, first): what stands before and after what is said; labels come escaped."""
    note: Callable[[str, bool], str]
    """(sentence, first)"""
    escape: Callable[[str], str]
    encloses: bool = False
    """Whether its own syntax keeps a text in, so that quotes need no delimiters."""


def as_it_is(text: str) -> str:
    """Return a text that a format does not have to change."""
    return text


def suffix(citation: str, labels: str) -> str:
    """Return what follows a statement: labels in brackets, then how to cite it."""
    said = f" ({labels})" if labels else ""
    return f"{said} [{citation}]" if citation else said
