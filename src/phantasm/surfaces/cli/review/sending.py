"""How does a decision reach memory? Through the one door; who wins a conflict is confirmed on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.surfaces.cli.asking import ask, confirmation, request
from phantasm.surfaces.cli.asking import send as send_request
from phantasm.surfaces.cli.tables import JsonObject, objects

if TYPE_CHECKING:
    from pathlib import Path

    from phantasm.contracts.envelope import Response
    from phantasm.surfaces.cli.review.choices import Decision


def send(start: Path, decision: Decision, *, reason: str | None) -> Response:
    """Carry out a decision; one that has to be confirmed is looked at as a dry run first."""
    params = decision.params | {"reason": reason}
    if not decision.confirm:
        return ask(start, decision.operation, params)
    return pick(start, params, decision.confirm)


def pick(start: Path, params: JsonObject, words: str) -> Response:
    """Let a record win a conflict: look at what follows, ask the person, and bind the answer to it."""
    from phantasm.runtime.party import Party  # noqa: PLC0415  the runtime
    from phantasm.surfaces.cli import terminal  # noqa: PLC0415  the runtime

    seen = ask(start, "review", params | {"dry_run": True})
    if seen.error or seen.preview is None:
        return seen
    target = {name: params[name] for name in ("winner", "losers", "loser_state", "ids")}
    why = str(params.get("reason") or "picked in a review")
    confirmed = confirmation("review", target, reason=why, preview_hash=seen.preview.preview_hash)
    question = f"{words}{_consequences(seen)}. Do it?"

    def agreed(_: str) -> bool:
        return terminal.ask(question)

    party = Party(at_terminal=True, ask=agreed) if terminal.person_present() else Party()
    return send_request(start, request("review", params, confirmations=confirmed), party=party)


def _consequences(seen: Response) -> str:
    """Say how many questions a dry run has brought up."""
    new = [
        change
        for change in objects(seen.data or {}, "changed")
        if change.get("object_type") == "review" and change.get("change") == "create"
    ]
    return f" ({len(new)} new questions come up)" if new else ""


def settled(response: Response) -> set[str]:
    """Return the reviews that a decision ended."""
    return {
        str(change.get("object_id"))
        for change in objects(response.data or {}, "changed")
        if change.get("object_type") == "review" and change.get("after") == "resolved"
    }


def details(start: Path, item: JsonObject) -> Response:
    """Ask for everything that is known about the record that an item is about."""
    members = [(str(member.get("role")), member.get("record")) for member in objects(item, "records")]
    ids = {role: record.get("id") for role, record in members if isinstance(record, dict)}
    chosen = ids.get("proposed") or ids.get("subject") or next(iter(ids.values()), None)
    return ask(start, "explain", {"id": chosen})


def take_back(start: Path, operation: str) -> Response:
    """Undo one decision."""
    return ask(start, "undo", {"operations": [operation], "reason": "taken back in the review"})
