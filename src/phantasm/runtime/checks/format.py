"""What does a file of checks say? Strict: an unknown key is an error with its line and a did-you-mean."""

import re
import shlex
import tomllib
from datetime import date, time
from typing import Literal

from pydantic import Field

from phantasm.config.load import printable
from phantasm.context.assertions import Expectation
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.contracts.parse import did_you_mean, validate
from phantasm.runtime import registry

FILTERS = (
    "tiers kinds origins scope scope_ref everywhere session since until min_confidence about as_of known_at"
).split()
"""What of `compile`'s parameters may narrow what a check is about."""
_ASKED = ("query", "token_budget", "size", "focus_subjects", "model", "now")
# Where an option of `phantasm compile` is called otherwise than the parameter.
_OPTIONS = {"token_budget": "budget", "focus_subjects": "focus", "size": "hook"}
_TABLE = re.compile(r"\s*\[\[\s*check\s*\]\]")
_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_LOCATION = re.compile(r"check\[(\d+)\](?:\.([A-Za-z_]+))?")


class Check(Expectation):
    """What is compiled, and what must hold for it."""

    name: Line = Field(description="What must hold, in a few words; no other check of the file has it")
    query: str | None = Field(default=None, description="The task; the standing context when left out")
    token_budget: int | None = Field(default=None, description="As in compile")
    size: str | None = Field(default=None, description="As in compile: full or hook")
    focus_subjects: list[str] | None = Field(default=None, description="As in compile")
    model: str | None = Field(default=None, description="As in compile: the model profile")
    now: str | None = Field(default=None, description="As in compile: the day that it is taken for")
    filters: JsonObject = Field(default={}, description="As in compile: " + ", ".join(FILTERS))

    def params(self) -> JsonObject:
        """Return what `compile` is asked for."""
        chosen = {name: getattr(self, name) for name in _ASKED}
        return {name: value for name, value in chosen.items() if value is not None} | self.filters


class Checks(Model):
    """All of one file."""

    version: Literal["v1"] = Field(default="v1", description="The version of this file's format")
    check: list[Check] = Field(default=[], description="The checks, in order")


def parse(text: str, name: str) -> tuple[Check, ...]:
    """Return the checks of a file, or say what is wrong in which line."""
    try:
        values = _jsonable(tomllib.loads(text))
    except (ValueError, RecursionError) as problem:  # ValueError: also a number of absurd length
        raise _not_toml(text, name, printable(str(problem))) from problem
    try:
        checks = validate(Checks, values, code=Code.CONFIG_INVALID).check
        for number, check in enumerate(checks):
            _refuse_empty(check, number)
            _refuse_unknown_filters(check, number)
            params = registry.load("compile").params
            validate(params, check.params(), code=Code.CONFIG_INVALID, prefix=f"check[{number}]")
        _refuse_twins(checks)
    except PhantasmError as problem:
        raise _placed(problem, text, name) from problem
    return tuple(checks)


def command_of(check: Check) -> str:
    """Return the command that shows what a check is about, line by line."""
    words = ["phantasm", "compile", "--explain"]
    for name, value in check.params().items():
        option = "--" + _OPTIONS.get(name, name.removesuffix("s").replace("_", "-"))
        match value:
            case _ if name == "query":
                continue
            case True | "hook":
                words.append(option)
            case False | "full":
                continue
            case list():
                words += [word for one in value for word in (option, str(one))]
            case _:
                words += [option, str(value)]
    if check.query:
        words += ["--", check.query] if check.query.startswith("-") else [check.query]
    return shlex.join(words)


def wrong(name: str, message: str, *, line: int | None = None, expected: str | None = None) -> PhantasmError:
    """Return the refusal of a file of checks."""
    place = f"{name}, line {line}" if line else name
    return PhantasmError(
        Code.CONFIG_INVALID,
        f"{printable(place)}: {message}",
        expected=expected,
        remediation=(Remediation("Correct the file; docs/checks.md describes its keys."),),
    )


def _jsonable(value: object) -> object:
    """Return TOML's values as a request has them: its dates and times become their text."""
    match value:
        case dict():
            return {name: _jsonable(inner) for name, inner in value.items()}
        case list():
            return [_jsonable(inner) for inner in value]
        case date() | time():
            return value.isoformat()
        case _:
            return value


def _refuse_empty(check: Check, number: int) -> None:
    if check.says_nothing():
        names = ", ".join(Expectation.model_fields)
        message = f"the check {check.name!r} says nothing that must hold"
        raise PhantasmError(
            Code.CONFIG_INVALID, message, field=f"check[{number}]", expected=f"at least one of: {names}"
        )


def _refuse_unknown_filters(check: Check, number: int) -> None:
    for name in check.filters:
        if name not in FILTERS:
            message = f"unknown filter {name}{did_you_mean(name, FILTERS)}"
            expected = "one of: " + ", ".join(sorted(FILTERS))
            field = f"check[{number}].{name}"
            raise PhantasmError(Code.CONFIG_INVALID, message, field=field, expected=expected)


def _refuse_twins(checks: list[Check]) -> None:
    seen: set[str] = set()
    for number, check in enumerate(checks):
        if check.name in seen:
            message = f"two checks are called {check.name!r}"
            raise PhantasmError(Code.CONFIG_INVALID, message, field=f"check[{number}].name")
        seen.add(check.name)


def _not_toml(text: str, name: str, problem: str) -> PhantasmError:
    place = _TOML_PLACE.search(problem)
    if place is None:
        return wrong(name, f"is not valid TOML: {problem}")
    line = int(place[1]) if place[1] else text.rstrip("\n").count("\n") + 1
    return wrong(name, f"is not valid TOML: {problem[: place.start()]}", line=line)


def _placed(problem: PhantasmError, text: str, name: str) -> PhantasmError:
    """Return a problem with the line that it is in, where that can be told."""
    found = _LOCATION.match(problem.field or "")
    line = _line_of(text, int(found[1]), found[2]) if found else None
    return wrong(name, printable(problem.message), line=line, expected=problem.expected)


def _line_of(text: str, number: int, key: str | None) -> int | None:
    """Return the line of a check's key, or of its head; None where the text alone does not tell."""
    lines = text.split("\n")
    heads = [index for index, line in enumerate(lines) if _TABLE.match(line)]
    if len(heads) != len(tomllib.loads(text)["check"]):  # written inline, or a head inside a text
        return None
    own = range(heads[number], [*heads, len(lines)][number + 1])
    written = re.compile(rf"\s*(?:filters\s*=.*\b)?[\"']?{re.escape(key or '')}[\"']?\s*=")
    return 1 + next((index for index in own if key and written.match(lines[index])), heads[number])
