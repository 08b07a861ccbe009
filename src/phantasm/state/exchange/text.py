"""What text is in a file? Strict UTF-8 with any line ends, and JSON that is safe to walk. Pure."""

import json
from dataclasses import dataclass

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.model import JsonObject
from phantasm.contracts.parse import checked

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a line of a file; never what the line says."""

    line: int
    problem: str


class NotJsonError(ValueError):
    """A line is not a JSON object; the message says why without repeating it."""


def text_of(data: bytes, name: str) -> str:
    """Return a file's text with plain line ends, or say at which byte it is not UTF-8."""
    body = data.removeprefix(_BYTE_ORDER_MARK)
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as problem:
        position = problem.start + len(data) - len(body)
        raise PhantasmError(
            Code.INVALID_PARAMS,
            f"{name} is not valid UTF-8 at byte {position}",
            field="params.path",
            expected="UTF-8 text",
            remediation=(Remediation("Convert the file to UTF-8 and import it again."),),
        ) from problem
    return text.replace("\r\n", "\n")


def object_of(line: str) -> JsonObject:
    """Return the JSON object that a line holds."""
    try:
        value = json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as problem:
        raise NotJsonError("not valid JSON") from problem
    if not isinstance(value, dict):
        raise NotJsonError("not a JSON object")
    try:
        return checked(value)
    except PhantasmError as problem:
        raise NotJsonError("too deep, or has text or numbers that JSON cannot hold") from problem


def _refuse_constant(name: str) -> object:
    message = f"{name} is not JSON"
    raise ValueError(message)
