"""How does a shell ask and show? Through its door, with a person's yes where one is needed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from phantasm.contracts.errors import STATUS, Code, PhantasmError
from phantasm.surfaces.cli.calling import view_of
from phantasm.surfaces.cli.shell import confirming
from phantasm.surfaces.cli.showing import anything, console, show
from phantasm.surfaces.cli.tables import cited, objects

if TYPE_CHECKING:
    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject
    from phantasm.surfaces.cli.calling import View
    from phantasm.surfaces.cli.shell.door import Door

# About the caller or the project and not about a request: said once, not after every line.
_SAID_ONCE = frozenset({"profile_reduced", "config_not_approved", "lexical_only"})
_MASKED = "secret_masked"


@dataclass(slots=True)
class Shell:
    """One shell: its door, and what it remembers from line to line."""

    door: Door
    has_keys: bool = False
    """Somebody presses keys: reviews are walked through, not listed."""
    as_json: bool = False
    is_live: bool = True
    status: int = 0
    """The exit status of the first line that failed."""
    ended: bool = False
    wrote: bool = False
    """The last line has written something."""
    masked: bool = False
    """Something in the last line was a secret."""
    written: list[str] = field(default_factory=list)
    """What was written through this shell and not taken back, oldest first."""
    compiled: JsonObject = field(default_factory=dict)
    """The parameters of the last preview."""
    text: str = ""
    """The text of the last preview."""
    page: tuple[JsonObject, str] | None = None
    """The last request that had more to say, and where it goes on."""
    found: list[str] = field(default_factory=list)
    """What the last answer was about, in its order: /show 2 shows the second."""
    said: set[str] = field(default_factory=set)


def send(shell: Shell, envelope: JsonObject, *, view: View | None = None) -> Response:
    """Send a request, let the person confirm it where that is needed, and show the answer."""
    response = shell.door.send(envelope)
    shown = view or view_of(response.operation)
    if confirming.is_wanted(response):
        # Among lines of JSON the question alone says what is asked.
        response = confirming.confirmed(shell.door, envelope, response, None if shell.as_json else shown)
        shown = view or view_of(response.operation)
    _remember(shell, envelope, response)
    present(shell, response, shown)
    return response


def present(shell: Shell, response: Response, view: View) -> None:
    """Show an answer, as JSON or to a person; what was said before about the caller is not said again."""
    if response.error and not shell.status:
        shell.status = STATUS[Code(response.error.code)].exit
    if shell.as_json:
        from phantasm.contracts.envelope import to_wire  # noqa: PLC0415  the runtime
        from phantasm.surfaces.cli.handle_request import print_wire  # noqa: PLC0415  the runtime

        print_wire(to_wire(response))
        return
    fresh = [warning for warning in response.warnings if warning.code not in shell.said]
    shell.said |= {warning.code for warning in response.warnings} & _SAID_ONCE
    # What to do about a warning was said with it.
    steps = response.remediation if response.error or fresh or not response.warnings else []
    data = response.data
    if data is not None and data.get("next_cursor") is not None:
        data = {name: value for name, value in data.items() if name != "next_cursor"}
    show(response.model_copy(update={"warnings": fresh, "data": data, "remediation": steps}), view)
    if shell.page is not None and data is not response.data:
        console().print("there is more: /more", style="dim")


def tell(shell: Shell, problem: PhantasmError) -> None:
    """Show a problem of the shell's own in the form that every answer has."""
    from phantasm.runtime.bootstrap import error_response  # noqa: PLC0415  the runtime

    present(shell, error_response(problem, request_id="shell", operation="shell"), anything)


def _remember(shell: Shell, envelope: JsonObject, response: Response) -> None:
    shell.masked = shell.masked or any(warning.code == _MASKED for warning in response.warnings)
    data = response.data or {}
    cursor = data.get("next_cursor")
    shell.page = None if cursor is None else (envelope, str(cursor))
    if names := [cited(one) for one in (*objects(data, "hits"), *objects(data, "records"))]:
        shell.found = names
    if response.provenance.operation_id:
        shell.wrote = True
        if response.operation != "undo":
            shell.written.append(response.provenance.operation_id)
