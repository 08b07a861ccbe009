"""What happens to a typed line? It becomes a request and its answer is shown; then the shell goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.parse import decode
from phantasm.surfaces.cli.asking import request
from phantasm.surfaces.cli.shell.commands import COMMANDS, find
from phantasm.surfaces.cli.shell.lines import Call, Question, Request, Slash, read, split
from phantasm.surfaces.cli.shell.meaning import params_of
from phantasm.surfaces.cli.shell.parameters import in_form, operation_names
from phantasm.surfaces.cli.shell.sending import send, tell
from phantasm.surfaces.cli.shell.slashes import act

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject
    from phantasm.surfaces.cli.shell.sending import Shell


def carry_out(shell: Shell, line: str) -> None:
    """Do what a line says; a problem is shown and the shell goes on."""
    shell.masked = shell.wrote = False
    try:
        match read(line, operation_names()):
            case Slash(name, rest):
                act(shell, find(name), rest)
            case Call(operation, rest):
                send(shell, request(operation, _params(operation, rest)))
            case Request(text):
                send(shell, _completed(decode(text.encode("utf-8", "surrogateescape"))))
            case Question(text):
                send(shell, request("search", params_of(COMMANDS["search"], text)))
    except PhantasmError as problem:
        tell(shell, problem)
    except OSError as problem:
        if isinstance(problem, BrokenPipeError):
            raise
        tell(shell, PhantasmError(Code.STORAGE_FAILED, f"{problem.strerror}: {problem.filename}"))


def _params(operation: str, rest: str) -> JsonObject:
    """Return the parameters of an operation; bare words mean what they mean behind its slash command."""
    given, words = split(rest)
    command = next((one for one in COMMANDS.values() if one.words and one.operation == operation), None)
    if words and command is not None:
        return params_of(command, rest)
    if words:
        raise PhantasmError(
            Code.INVALID_PARAMS,
            f"{words!r} is not of the form key=value",
            expected=f'{operation} key=value ..., with quotes around blanks: key="two words"',
        )
    return in_form(operation, given)


def _completed(given: JsonObject) -> JsonObject:
    """Return a whole request: what was typed, and what every request of this shell says besides."""
    operation = given.get("operation")
    return request(operation if isinstance(operation, str) else "", {}) | given
