"""What does a slash command ask for? Its words and its key=value become the parameters of a request."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.surfaces.cli.shell.lines import split
from phantasm.surfaces.cli.shell.parameters import in_form, parameters

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject
    from phantasm.surfaces.cli.shell.commands import Command


def params_of(command: Command, rest: str) -> JsonObject:
    """Return the parameters of a command's request; raises when it says nothing without words."""
    known = parameters(command.operation)
    given, words = split(rest, known)
    if words and not command.words:
        raise _too_much(command, words)
    if words:
        is_list = known[command.words].many
        given = {command.words: words.split() if is_list else words} | given
    if command.needed and command.words not in given and not given:
        raise PhantasmError(
            Code.INVALID_PARAMS, f"/{command.name} needs words", expected=f"/{command.name} {command.usage}"
        )
    return in_form(command.operation, command.fixed | given)


def added(rest: str) -> JsonObject:
    """Return the parameters of an ingest: the kind first, then what is to be held."""
    given, words = split(rest, parameters("ingest"))
    kind, _, statement = words.partition(" ")
    if not kind or not (statement.strip() or given.keys() & {"statement", "payload", "items"}):
        raise PhantasmError(
            Code.INVALID_PARAMS,
            "/add needs a kind and words",
            expected="/add fact The API listens on port 8400. subject_key=api.port",
        )
    said: JsonObject = {"record_kind": kind}
    if statement.strip():
        said["statement"] = statement.strip()
    return in_form("ingest", said | given)


def with_names(words: str, found: list[str]) -> str:
    """Return words in which a number stands for the answer that had it: /show 2."""

    def name(number: re.Match[str]) -> str:
        place = int(number[0]) - 1
        return found[place] if 0 <= place < len(found) else number[0]

    # A handle has eight letters; no page that anybody counts in has a thousand answers.
    return re.sub(r"(?<!\S)[0-9]{1,3}(?!\S)", name, words)


def switched(rest: str, *, now: bool) -> bool:
    """Return what on, off or nothing makes of a switch."""
    match rest.strip().lower():
        case "on":
            return True
        case "off":
            return False
        case "":
            return not now
        case _:
            raise PhantasmError(Code.INVALID_PARAMS, f"{rest!r} is neither on nor off", expected="on or off")


def _too_much(command: Command, words: str) -> PhantasmError:
    names = ", ".join(sorted(parameters(command.operation)))
    return PhantasmError(
        Code.INVALID_PARAMS,
        f"/{command.name} takes no words, and {words!r} are some",
        expected=f"key=value with one of: {names}" if names else "nothing",
    )
