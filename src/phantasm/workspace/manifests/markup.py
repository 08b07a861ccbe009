"""What does an XML file hold? Its elements with their lines; nothing that a document type could add. Pure.

The parser is the standard library's. A document type is refused before anything of it is read, so no entity
can be declared, and so none can be expanded or fetched.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

_DEEPEST = 100
"""Levels; a project file has about ten."""


class _RefusedError(Exception):
    """The document does what a project file has no business doing."""


@dataclass(slots=True)
class Element:
    """An element, its text and what is inside it; names are without their namespace."""

    name: str
    line: int
    attributes: dict[str, str]
    text: str = ""
    inside: list["Element"] = field(default_factory=list)

    def all(self, *names: str) -> list["Element"]:
        """Return the elements along a path of names."""
        found = [self]
        for name in names:
            found = [child for element in found for child in element.inside if child.name == name]
        return found

    def first(self, *names: str) -> str:
        """Return the text of the first element along a path of names; empty where there is none."""
        found = self.all(*names)
        return found[0].text.strip() if found else ""

    def walk(self) -> Iterator["Element"]:
        """Give the element and everything below it."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += reversed(element.inside)


def read_xml(text: str) -> Element | None:
    """Return the outermost element; None for what is no XML or declares a document type."""
    parser = expat.ParserCreate(encoding="utf-8")
    top = Element("", 0, {})
    levels = [top]

    def refuse(*_told: object) -> int:
        raise _RefusedError

    def start(name: str, attributes: dict[str, str]) -> None:
        if len(levels) > _DEEPEST:
            raise _RefusedError
        plain = {key.rpartition(":")[2]: value for key, value in attributes.items()}
        element = Element(name.rpartition(":")[2], parser.CurrentLineNumber, plain)
        levels[-1].inside.append(element)
        levels.append(element)

    def end(_name: str) -> None:
        levels.pop()

    def words(data: str) -> None:
        levels[-1].text += data

    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = refuse
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = words
    try:
        parser.Parse(text.removeprefix("\ufeff").encode(), True)  # noqa: FBT003  the parser takes no name for it
    except (expat.ExpatError, _RefusedError):
        return None
    return top.inside[0] if top.inside else None
