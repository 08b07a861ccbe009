"""Is this text or object a request? Strict UTF-8, strict JSON, then the envelope."""

import json
import math
import re
from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

from pydantic import ValidationError

from phantasm.contracts.envelope import API_VERSION, Request
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.model import JsonObject, Model

# One request may carry ten thousand records of a few kilobytes; beyond that the caller should batch.
MAX_REQUEST_BYTES = 64 * 1024 * 1024
# Deeper nesting than this is never a record; it bounds every recursive walk behind the door.
MAX_DEPTH = 64
# No name in the contract is half as long, and the comparison takes time with the length.
_MOST_HINTED_CHARACTERS = 100
_SURROGATE = re.compile("[\ud800-\udfff]")

EXAMPLE_REQUEST: JsonObject = {
    "api_version": API_VERSION,
    "operation": "health",
    "request_id": "req-1",
    "client": {"profile": "generic_mcp"},
    "params": {},
}
# These two work before there is a client or a store, so that an agent can discover the contract.
SHORT_FORM_OPERATIONS = frozenset({"describe", "templates"})

ModelT = TypeVar("ModelT", bound=Model)


def decode(raw: bytes) -> JsonObject:
    """Turn bytes into a JSON object or say exactly what is wrong with them."""
    if len(raw) > MAX_REQUEST_BYTES:
        raise _invalid(
            f"the request is larger than {MAX_REQUEST_BYTES} bytes", "split it into several requests"
        )
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise _invalid(f"the request is not valid UTF-8 at byte {problem.start}", "UTF-8 text") from problem
    try:
        value = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_without_repeats)
    except (ValueError, RecursionError) as problem:
        raise _invalid(f"the request is not valid JSON: {problem}", "one JSON object") from problem
    if not isinstance(value, dict):
        raise _invalid("the request is not a JSON object", "one JSON object")
    return checked(value)


def parse_request(value: JsonObject) -> Request:
    """Turn a JSON object into a request; `describe` and `templates` may come in the short form."""
    operation = value.get("operation")
    if (
        isinstance(operation, str)
        and operation in SHORT_FORM_OPERATIONS
        and set(value) <= {"operation", "params"}
    ):
        value = EXAMPLE_REQUEST | {"request_id": f"short-{operation}"} | {"params": {}} | value
    version = value.get("api_version", API_VERSION)
    if isinstance(version, str) and version != API_VERSION:
        raise PhantasmError(
            Code.UNSUPPORTED_VERSION,
            f"api_version {version!r} is not supported",
            field="api_version",
            expected=API_VERSION,
            example=EXAMPLE_REQUEST,
        )
    return validate(Request, value, code=Code.INVALID_REQUEST, example=EXAMPLE_REQUEST)


def validate(
    model: type[ModelT], value: object, *, code: Code, prefix: str = "", example: object = None
) -> ModelT:
    """Validate and translate the first problem into one that names field, expectation and example."""
    try:
        return model.model_validate(value)
    except ValidationError as problem:
        first = problem.errors(include_url=False, include_input=False)[0]
        path = _path(prefix, first["loc"])
        if first["type"] == "extra_forbidden":
            known = _fields_at(model, first["loc"][:-1])
            guess = did_you_mean(str(first["loc"][-1]), known)
            message = f"unknown field {path}{guess}"
            expected = "one of: " + ", ".join(sorted(known)) if known else "no such field"
        else:
            expected = first["msg"].removeprefix("Value error, ")  # what pydantic puts before our own words
            message = f"{path}: {expected}"
        raise PhantasmError(code, message, field=path, expected=expected, example=example) from problem


def cursor_parts(cursor: str, form: re.Pattern[str]) -> tuple[str, ...]:
    """Return what a page wrote into its cursor; refuses one that no page has given."""
    found = form.fullmatch(cursor)
    if found is None:
        raise PhantasmError(
            Code.INVALID_PARAMS,
            "params.cursor is not one that a page has given",
            field="params.cursor",
            expected="next_cursor of the page before",
        )
    return found.groups()


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint in parentheses for a word that is close to a known one, or nothing."""
    import difflib  # noqa: PLC0415  only a mistake needs it, and every process would pay

    if len(word) > _MOST_HINTED_CHARACTERS:
        return ""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f" (did you mean {close[0]!r}?)" if close else ""


def checked(value: JsonObject) -> JsonObject:
    """Return an object that is JSON all the way down, or say what in it no JSON text could hold.

    Level by level and without recursion, so that nothing behind the door has to fear deep or odd values.
    """
    level: list[object] = [value]
    for _ in range(MAX_DEPTH):
        deeper: list[object] = []
        for item in level:
            if isinstance(item, str):
                _check_text(item)
            elif isinstance(item, dict):
                for key in item:
                    _check_text(key)
                deeper.extend(item.values())
            elif isinstance(item, list):
                deeper.extend(item)
            elif isinstance(item, float) and not math.isfinite(item):
                raise _invalid("the request contains a number that is not finite", "finite numbers")
            elif item is not None and not isinstance(item, bool | int | float):
                raise _invalid(f"the request contains a {type(item).__name__}", "JSON values only")
        if not deeper:
            return value
        level = deeper
    raise _invalid(f"the request is nested deeper than {MAX_DEPTH} levels", "a flatter object")


def _check_text(text: object) -> None:
    if not isinstance(text, str):
        raise _invalid(f"the request has a key that is a {type(text).__name__}", "texts as keys")
    if _SURROGATE.search(text):
        raise _invalid("the request contains an unpaired surrogate", "valid Unicode text")


def _refuse_constant(name: str) -> object:
    message = f"{name} is not JSON"
    raise ValueError(message)


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Refuse a name that an object has twice: two who read it could take different values."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = Counter(name for name, _ in pairs)
        message = f"{names.most_common(1)[0][0][:_MOST_HINTED_CHARACTERS]!r} stands twice in one object"
        raise ValueError(message)
    return found


def _invalid(message: str, expected: str) -> PhantasmError:
    return PhantasmError(Code.INVALID_REQUEST, message, expected=expected, example=EXAMPLE_REQUEST)


def _path(prefix: str, location: tuple[int | str, ...]) -> str:
    path = prefix
    for part in location:
        path += f"[{part}]" if isinstance(part, int) else (f".{part}" if path else part)
    return path or "request"


def _fields_at(model: type[Model], location: tuple[int | str, ...]) -> list[str]:
    """Return the field names of the model at a location inside `model`, as far as annotations tell."""
    current: type[Model] | None = model
    for part in location:
        if isinstance(part, int) or current is None:
            continue
        field = current.model_fields.get(part)
        current = _model_in(field.annotation) if field else current
    return [field.alias or name for name, field in current.model_fields.items()] if current else []


def _model_in(annotation: object) -> type[Model] | None:
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return annotation
    for argument in getattr(annotation, "__args__", ()):
        if found := _model_in(argument):
            return found
    return None
