"""How is a response shown? One line of JSON for programs, Rich for people, plain text in a pipe."""

from __future__ import annotations

import json
import shlex
import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING, NoReturn

import typer
from rich.console import Console
from rich.text import Text

from phantasm.config.environment import colour_wanted
from phantasm.contracts.errors import STATUS, Code, Remediation
from phantasm.surfaces.cli.plain import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.console import RenderableType

    from phantasm.contracts.envelope import NextStep, Preview, Response
    from phantasm.contracts.model import JsonObject

# In a pipe or a file there is no window to fit, and lines must not depend on one.
_PIPE_WIDTH_CHARACTERS = 160
# An import may ask for thousands of decisions; beyond a few, their number says enough.
_REVIEWS_SHOWN = 10


def finish(
    response: Response,
    view: Callable[[JsonObject], list[RenderableType]],
    *,
    as_json: bool,
    status: int | None = None,
    hint: Remediation | None = None,
) -> NoReturn:
    """Show a response (to people: with a hint what to do next) and end with its exit status."""
    if as_json:
        from phantasm.contracts.envelope import to_wire  # noqa: PLC0415  the runtime
        from phantasm.surfaces.cli.handle_request import print_wire  # noqa: PLC0415  the runtime

        print_wire(to_wire(response))
    else:
        show(response, view)
        _show_steps(console(stderr=True), [hint] if hint and not response.error else [], "next:")
    if status is None:
        status = STATUS[Code(response.error.code)].exit if response.error else 0
    raise typer.Exit(status)


def anything(data: JsonObject) -> list[RenderableType]:
    """Show data that has no view of its own, as readable JSON."""
    return [Text(plain(json.dumps(data, ensure_ascii=False, indent=2, sort_keys=True)))]


def show(response: Response, view: Callable[[JsonObject], list[RenderableType]]) -> None:
    """Show a response to a person: what was asked for on stdout, everything about it on stderr."""
    errors = console(stderr=True)
    if response.data is not None:
        out, is_json = console(), view is anything
        for part in view(response.data):
            # A line that is broken to fit a window is another text: JSON never is, nothing is in a pipe.
            out.print(part, soft_wrap=isinstance(part, Text) and (is_json or not out.is_terminal))
        if response.preview is not None:
            _show_preview(errors if is_json else out, response.preview)
    for warning in response.warnings:
        errors.print(line("warning: ", warning.message, style="yellow"))
    for item in response.review_items[:_REVIEWS_SHOWN]:
        errors.print(line("waits for a decision: ", f"{item.kind} {item.id}: {item.reason}", style="yellow"))
    if (rest := len(response.review_items) - _REVIEWS_SHOWN) > 0:
        errors.print(line("waits for a decision: ", f"{rest} more; see `phantasm review`", style="yellow"))
    for notice in response.notices:
        errors.print(line("note: ", notice.message, style="cyan"))
    if response.error:
        _show_error(errors, response)
    else:
        _show_steps(errors, response.remediation, "next:")


def line(label: str, message: str, *, style: str) -> Text:
    """Return one labelled line; the message is text, never markup."""
    return Text.assemble((label, style), plain(message))


def console(*, stderr: bool = False) -> Console:
    """Return a console that respects the terminal, the pipe, NO_COLOR and a narrow encoding."""
    stream = sys.stderr if stderr else sys.stdout
    # A locale that cannot write a letter must not cost the answer.
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    width = None if stream.isatty() else _PIPE_WIDTH_CHARACTERS
    return Console(
        file=stream, width=width, no_color=not colour_wanted(), highlight=False, markup=False, emoji=False
    )


def _show_preview(out: Console, preview: Preview) -> None:
    """Say what a dry run would have changed."""
    for entry in preview.diff:
        out.print(line(f"  would {entry.change} ", f"{entry.object_type} {entry.object_id}", style="bold"))
    rest = preview.changes - len(preview.diff)
    words = f"dry run: nothing was changed{f' ({rest} more changes)' if rest else ''}"
    out.print(line(words, "", style="yellow"))


def _show_error(errors: Console, response: Response) -> None:
    """Say what happened, what to do, and how to refer to it."""
    problem = response.error
    if problem is None:
        return
    errors.print(line("error: ", problem.message, style="bold red"))
    if problem.expected:
        errors.print(line("  expected: ", problem.expected, style="dim"))
    if problem.example is not None:
        errors.print(line("  for example: ", _json(problem.example), style="dim"))
    _show_steps(errors, response.remediation, "what to do:")
    reference = f"request {response.request_id or '-'}, code {problem.code}"
    errors.print(line("", reference, style="dim"))


def _show_steps(errors: Console, steps: Sequence[NextStep | Remediation], title: str) -> None:
    if steps:
        errors.print(Text(title, "bold"))
    for step in steps:
        errors.print(line("  - ", step.message, style="bold"))
        if step.command:
            errors.print(line("    ", step.command, style="dim"), soft_wrap=True)
        if step.request:
            runnable = f"phantasm handle-request {shlex.quote(_json(step.request))}"
            errors.print(line("    ", runnable, style="dim"), soft_wrap=True)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
