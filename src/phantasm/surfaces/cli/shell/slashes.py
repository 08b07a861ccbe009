"""What do slash commands do that is more than one request? Previews, reviews, undoing, paging, switches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.surfaces.cli import compile_views, views
from phantasm.surfaces.cli.asking import request
from phantasm.surfaces.cli.review import tables as review_tables
from phantasm.surfaces.cli.shell import helping, meaning, previewing, sending
from phantasm.surfaces.cli.shell.commands import COMMANDS
from phantasm.surfaces.cli.shell.lines import split
from phantasm.surfaces.cli.shell.parameters import in_form, parameters
from phantasm.surfaces.cli.showing import anything, console

if TYPE_CHECKING:
    from collections.abc import Callable

    from phantasm.contracts.model import JsonObject
    from phantasm.surfaces.cli.calling import View
    from phantasm.surfaces.cli.shell.commands import Command
    from phantasm.surfaces.cli.shell.sending import Shell


def act(shell: Shell, command: Command, rest: str) -> None:
    """Carry out one slash command."""
    special = _SPECIAL.get(command.name)
    if special is not None:
        special(shell, rest)
        return
    if command.names == "record":
        rest = meaning.with_names(rest, shell.found)
    params = meaning.params_of(command, rest)
    sending.send(shell, request(command.operation, params), view=_VIEWS.get(command.name))


def _compile(shell: Shell, rest: str) -> None:
    params = meaning.params_of(COMMANDS["compile"], rest)
    response = sending.send(shell, request("compile", params), view=previewing.preview)
    if response.error is None:
        shell.compiled, shell.text = params, str((response.data or {}).get("text") or "")


def _text(shell: Shell, rest: str) -> None:
    _nothing_behind("text", rest)
    _require_preview(shell)
    console().print(compile_views.compiled({"text": shell.text})[0], soft_wrap=True)


def _lines(shell: Shell, rest: str) -> None:
    _nothing_behind("lines", rest)
    _require_preview(shell)
    sending.send(shell, request("compile", shell.compiled | {"explain": True}), view=compile_views.explained)


def _add(shell: Shell, rest: str) -> None:
    sending.send(shell, request("ingest", meaning.added(rest)))


def _review(shell: Shell, rest: str) -> None:
    given, words = split(meaning.with_names(rest, shell.found), parameters("review_queue"))
    chosen = in_form("review_queue", given)
    if shell.has_keys and not shell.as_json:
        from phantasm.surfaces.cli.shell.reviewing import walk_through  # noqa: PLC0415  only at a terminal

        walk_through(shell, words.split(), chosen)
        return
    named: JsonObject = {"record_id": words} if words else {}
    sending.send(shell, request("review_queue", named | chosen))


def _undo(shell: Shell, rest: str) -> None:
    """Take back writes by id, or the last one of this shell; what was taken back is not the last any more."""
    given, words = split(rest, parameters("undo"))
    names = words.split()
    if not names and not given:
        if not shell.written:
            raise PhantasmError(
                Code.NOT_FOUND,
                "nothing was written in this shell that is not taken back",
                expected="/undo OPERATION",
                remediation=(Remediation("Look for what to undo in the journal.", command="/audit"),),
            )
        names = [shell.written[-1]]
    chosen: JsonObject = {"operations": names} if names else {}
    if len(names) == 1 and names[0].startswith("run_"):
        chosen = {"session_id": names[0]}
    response = sending.send(shell, request("undo", in_form("undo", chosen | given)))
    if response.error is None and not given.get("dry_run"):
        shell.written = [name for name in shell.written if name not in names]


def _status(shell: Shell, rest: str) -> None:
    _nothing_behind("status", rest)
    summary, health = shell.door.ask("inspect", {}), shell.door.ask("health", {})
    if summary.error or health.error:
        sending.present(shell, summary if summary.error else health, anything)
        return
    data = (health.data or {}) | {
        "project": (summary.data or {}).get("project"),
        "root": str(shell.door.root),
    }
    sending.present(shell, summary.model_copy(update={"operation": "status", "data": data}), views.overview)


def _more(shell: Shell, rest: str) -> None:
    _nothing_behind("more", rest)
    if shell.page is None:
        raise PhantasmError(Code.NOT_FOUND, "the last answer had no more pages")
    envelope, cursor = shell.page
    params = envelope.get("params")
    sending.send(
        shell,
        request(
            str(envelope.get("operation")), (params if isinstance(params, dict) else {}) | {"cursor": cursor}
        ),
    )


def _json(shell: Shell, rest: str) -> None:
    shell.as_json = meaning.switched(rest, now=shell.as_json)


def _live(shell: Shell, rest: str) -> None:
    shell.is_live = meaning.switched(rest, now=shell.is_live)


def _help(shell: Shell, rest: str) -> None:
    out = console()
    for part in helping.help_about(rest.strip().lstrip("/"), has_keys=shell.has_keys):
        out.print(part)


def _quit(shell: Shell, rest: str) -> None:
    _nothing_behind("quit", rest)
    shell.ended = True


def _require_preview(shell: Shell) -> None:
    if not shell.text:
        raise PhantasmError(
            Code.NOT_FOUND, "nothing was compiled in this shell yet", expected="/compile TASK"
        )


def _nothing_behind(name: str, rest: str) -> None:
    if rest.strip():
        raise PhantasmError(Code.INVALID_PARAMS, f"/{name} takes nothing behind it", expected=f"/{name}")


_SPECIAL: dict[str, Callable[[Shell, str], None]] = {
    "compile": _compile,
    "text": _text,
    "lines": _lines,
    "add": _add,
    "review": _review,
    "undo": _undo,
    "status": _status,
    "more": _more,
    "json": _json,
    "live": _live,
    "help": _help,
    "quit": _quit,
}
_VIEWS: dict[str, View] = {"conflicts": review_tables.conflicts}
