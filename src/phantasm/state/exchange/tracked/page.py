"""How is a record written as a file of its own, and read back? Pure; the same record gives the same bytes.

The fields are those of a line of an export, one per line. What changes without anybody saying something new
is left out: when it was verified, when it is due, how often it was used.
"""

from pydantic import ValidationError

from phantasm.contracts.canonical import sorted_json
from phantasm.contracts.model import JsonObject
from phantasm.state.exchange.lines import LineLink, RecordLine, line_of_object, object_of_line, wrong_field
from phantasm.state.exchange.tracked.fields import FormError, fields_of, text_of

FORMAT, _VERSION = "format", 1
_MOMENT = "at"
_QUALITY = ("author", "confidence", "expires_at", "source_type")
# What is always the same for a record that is shared; what an export has for reading; and the origin: each
# store knows whose word it has, and no file can say how far it is to be trusted.
_LEFT_OUT = frozenset({"scope", "scope_ref", "sensitivity", "quality", "evidence", "history", "origin"})
_ORIGIN = "import"
ANCESTRY = ("handle", "id", "previous")
"""Which version it is: two stores that came to hold the same have different ones."""


def page_of(line: RecordLine) -> str:
    """Return the text of a record's file."""
    value = object_of_line(line)
    quality = value["quality"]
    fields: JsonObject = {name: part for name, part in value.items() if name not in _LEFT_OUT}
    if isinstance(quality, dict):
        fields |= {name: quality[name] for name in _QUALITY if name in quality}
    if line.links:
        fields["links"] = sorted((_link(link) for link in line.links), key=sorted_json)
    return text_of(fields | {FORMAT: _VERSION})


def line_of(text: str) -> RecordLine:
    """Return the record that a file describes; raises `FormError` where it describes none."""
    return line_of_fields(fields_of(text))


def line_of_fields(fields: JsonObject) -> RecordLine:
    """Return the record that the fields of a file describe."""
    if fields.get(FORMAT) != _VERSION:
        raise FormError(f"{FORMAT} is not {_VERSION}: written by another release, or no record")
    unknown = sorted(fields.keys() & _LEFT_OUT)
    if unknown:
        raise FormError(f"{unknown[0]} is not a field of a shared record")
    value = {name: part for name, part in fields.items() if name not in {FORMAT, *_QUALITY}}
    value["quality"] = {name: fields[name] for name in _QUALITY if name in fields}
    value["origin"] = _ORIGIN
    try:
        return line_of_object(value)
    except ValidationError as problem:
        raise FormError(wrong_field(problem)) from problem


def says_the_same(one: str, other: str) -> bool:
    """Tell whether two files say the same, whichever versions they name."""
    try:
        sides = [fields_of(text) for text in (one, other)]
    except FormError:
        return False
    first, second = ({name: part for name, part in side.items() if name not in ANCESTRY} for side in sides)
    return first == second


def _link(link: LineLink) -> JsonObject:
    """Return a link without the moment at which it was looked at: only what was there counts."""
    value: JsonObject = link.model_dump(exclude_none=True)
    if link.seen is not None:
        value["seen"] = {name: part for name, part in link.seen.items() if name != _MOMENT}
    return value
