"""What if a request needs a person's yes? It is shown what would change, asked, and bound to that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.contracts.errors import Code
from phantasm.surfaces.cli.asking import confirmation
from phantasm.surfaces.cli.showing import show

if TYPE_CHECKING:
    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject
    from phantasm.surfaces.cli.calling import View
    from phantasm.surfaces.cli.shell.door import Door

_REASON = "confirmed in the shell"


def is_wanted(response: Response) -> bool:
    """Tell whether an answer is that a person has to confirm first."""
    error = response.error
    return error is not None and error.code == Code.CONFIRMATION_REQUIRED and _target(response) is not None


def confirmed(door: Door, envelope: JsonObject, refused: Response, view: View | None) -> Response:
    """Look at a dry run, show it with a view, and send it again; the pipeline asks before it counts."""
    from phantasm.surfaces.cli.terminal import person_present  # noqa: PLC0415  the runtime

    target, params = _target(refused), envelope.get("params")
    if target is None or not isinstance(params, dict) or not person_present():
        return refused
    seen = door.send(envelope | {"params": params | {"dry_run": True}})
    if seen.error or seen.preview is None:
        return seen
    if view is not None:
        show(seen, view)
    reason = str(params.get("reason") or _REASON)
    approval = confirmation(seen.operation, target, reason=reason, preview_hash=seen.preview.preview_hash)
    return door.send(envelope | {"confirmations": approval})


def _target(response: Response) -> JsonObject | None:
    """Return what has to be confirmed, which the refusal says itself."""
    example = response.error.example if response.error else None
    target = example.get("target") if isinstance(example, dict) else None
    return target if isinstance(target, dict) else None
