"""What does sharing ask for, step by step? Requests through the door, and a person's approval."""

from pathlib import Path
from typing import TYPE_CHECKING

from phantasm.surfaces.cli.asking import request

if TYPE_CHECKING:
    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject


def ask_plainly(start: Path, operation: str, params: "JsonObject") -> "Response":
    """Ask without looking after the files first: that is what is asked for here."""
    from phantasm.runtime.bootstrap import open_or_explain  # noqa: PLC0415  the runtime
    from phantasm.surfaces.cli import terminal  # noqa: PLC0415  the runtime

    with open_or_explain(start) as runtime:
        return runtime.handle(request(operation, params), terminal.party())


def export_all(start: Path, params: "JsonObject") -> "Response":
    """Write until everything is in step; the answer is the last one, with every file that was written."""
    names: dict[str, list[object]] = {"written": [], "removed": []}
    while True:
        response = ask_plainly(start, "tracked_export", params)
        data = response.data
        if data is None:
            return response
        for name, found in names.items():
            part = data[name]
            found.extend(part if isinstance(part, list) else [])
        if not data.get("postponed") or params.get("dry_run"):
            return response.model_copy(update={"data": {**data, **names}})


def accept_waiting(start: Path, taken: "Response") -> "JsonObject | None":
    """Accept what had been taken in as suggestions before; what is in conflict goes on waiting."""
    results = (taken.data or {}).get("results")
    listed = results if isinstance(results, list) else []
    ids = [one["record_id"] for one in listed if one["outcome"] == "waiting"]
    decided = ask_plainly(start, "review", {"action": "accept", "ids": ids}) if ids else None
    return {"records": len(ids)} if decided is not None and not decided.error else None


def approve(start: Path) -> list[str]:
    """Ask the person at the terminal to approve the setting; returns what is still held back."""
    from phantasm.config import editing  # noqa: PLC0415  the runtime
    from phantasm.contracts.errors import PhantasmError  # noqa: PLC0415  the runtime
    from phantasm.runtime.bootstrap import configured, locate  # noqa: PLC0415  the runtime
    from phantasm.runtime.party import ask_person  # noqa: PLC0415  the runtime
    from phantasm.surfaces.cli import terminal  # noqa: PLC0415  the runtime

    if "sharing.tracked" in configured(start)[1]:
        proposed = editing.proposal(locate(start))
        try:
            ask_person(terminal.party(), f"Approve these settings: {', '.join(proposed.widens)}?")
            editing.approve(proposed)
        except PhantasmError:
            pass  # it stays held back, and the answer says so
    return [key for key in configured(start)[1] if key.startswith("sharing.")]
