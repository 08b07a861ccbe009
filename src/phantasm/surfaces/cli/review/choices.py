"""What can be decided about an item, with which key, and what does the key still have to ask?"""

import shlex
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from phantasm.config.environment import editor
from phantasm.surfaces.cli.plain import one_line
from phantasm.surfaces.cli.review.keyboard import line, press
from phantasm.surfaces.cli.review.wake import EXPECTED, wake_of
from phantasm.surfaces.cli.tables import JsonObject, objects, says


def edited(text: str) -> str | None:
    """Return the text as the person changed it; None when it stayed as it was or they gave up."""
    command = _words(editor())
    changed = _in_editor(command, text) if command else None
    if changed is None and not command:
        changed = line("new text (Enter keeps the old one): ")
    return changed if changed and changed != text.strip() else None


def _words(command: str | None) -> list[str]:
    """Return an editor's command with its options, as a shell would split it."""
    try:
        return shlex.split(command or "")
    except ValueError:  # quotes that do not close: nothing that could be started
        return []


def _in_editor(command: list[str], text: str) -> str | None:
    """Let the editor change a private file; what it leaves behind counts only when it ends well."""
    with tempfile.TemporaryDirectory(prefix="phantasm-") as folder:
        path = Path(folder) / "statement.txt"
        path.touch(mode=0o600)
        path.write_text(text + "\n", encoding="utf-8")
        try:
            ended = subprocess.run([*command, str(path)], check=False)  # noqa: S603  the person's own editor
        except OSError:
            return None
        if ended.returncode != 0:
            return None
        return path.read_text(encoding="utf-8", errors="replace").strip()


_NUMBERS = "123456789"
# Enough to tell records apart that were shown in full a moment ago.
_EXCERPT_CHARACTERS = 70


@dataclass(frozen=True, slots=True)
class Decision:
    """A request that carries out what was decided, and the word for it in the summary."""

    word: str
    params: JsonObject
    operation: str = "review"
    confirm: str = ""
    """What the person has to say yes to before it counts, in words."""


def records(item: JsonObject, *roles: str) -> list[JsonObject]:
    """Return the records of an item that have one of some roles and still count."""
    found = [member.get("record") for member in objects(item, "records") if member.get("role") in roles]
    return [
        record
        for record in found
        if isinstance(record, dict) and record.get("state") in {"live", "suggested"}
    ]


def keys(item: JsonObject) -> dict[str, str]:
    """Return the keys that decide an item, each with its word; none when somebody has decided it."""
    if item.get("state") == "resolved":
        return {}
    waiting = {"d": "defer", "c": "close without a change"} if item.get("id") else {}
    match item.get("kind"):
        case "conflict":
            is_suggested = any(record.get("state") == "suggested" for record in records(item, "proposed"))
            return {"w": "pick winner"} | ({"r": "reject"} if is_suggested else {}) | waiting
        case "duplicate":
            return {"m": "merge"} | waiting
        case "stale" | "doubtful":
            return {"k": "keep", "r": "withdraw", "e": "edit"} | waiting
        case _ if records(item, "proposed"):
            return {"a": "accept", "r": "reject", "e": "edit"} | waiting
        case _:
            return waiting


def decide(key: str, item: JsonObject) -> Decision | None:
    """Return what a key decides, after asking what it still needs; None when the person thought better."""
    return _DECIDE[key](item)


def _accept(item: JsonObject) -> Decision:
    return Decision("accepted", {"action": "accept", "ids": _ids(item)})


def _reject(item: JsonObject) -> Decision | None:
    if item.get("kind") not in {"stale", "doubtful"}:
        return Decision("rejected", {"action": "reject", "ids": _ids(item)})
    subject = [record.get("id") for record in records(item, "subject")]
    match press("l it no longer holds   n it never was true   b back: ", "lnb"):
        case "l":
            return Decision("withdrawn", {"action": "archive", "ids": subject}, "set_state")
        case "n":
            return Decision("withdrawn", {"action": "retract", "ids": subject}, "set_state")
    return None


def _edit(item: JsonObject) -> Decision | None:
    """Accept a suggestion in the person's words, or revise what is doubtful so that it holds again."""
    is_suggestion = item.get("kind") not in {"stale", "doubtful"}
    record = records(item, "proposed" if is_suggestion else "subject")[0]
    text = edited(says(record)) if not record.get("withheld") else None
    if text is None:
        return None
    if is_suggestion:
        return Decision("edited and accepted", {"action": "accept", "ids": _ids(item), "statement": text})
    params: JsonObject = {"id": record.get("id"), "statement": text, "payload": record.get("payload")}
    return Decision("revised", params, "revise")


def _defer(item: JsonObject) -> Decision | None:
    ask = {
        "t": f"until when ({EXPECTED.partition(', record')[0]}): ",
        "r": "which record: ",
        "o": "which operation: ",
    }
    chosen = press("until  t a time   r a record changes   o an operation happens   b back: ", "trob")
    said = line(ask[chosen]) if chosen in ask else ""
    prefix = {"r": "record:", "o": "operation:"}.get(chosen, "")
    return (
        Decision("deferred", {"action": "defer", "ids": _ids(item), "wake": wake_of(prefix + said)})
        if said
        else None
    )


def _close(item: JsonObject) -> Decision:
    return Decision("closed", {"action": "resolve", "ids": _ids(item)})


def _keep(item: JsonObject) -> Decision:
    return Decision("kept", {"action": "confirm", "ids": _ids(item)})


def _merge(item: JsonObject) -> Decision | None:
    """Merge into the preferred record, or into another one."""
    group = records(item, "held", "subject")
    keep = _one_of(group, "keep which", first=item.get("preferred"))
    if keep is None:
        return None
    return Decision("merged", {"action": "merge", "ids": _ids(item), "winner": keep.get("id")})


def _pick(item: JsonObject) -> Decision | None:
    """Ask who wins and what becomes of the others; what follows from it is confirmed later."""
    sides = records(item, "held") + records(item, "proposed")
    winner = _one_of(sides, "who wins")
    if winner is None:
        return None
    states = {"s": "superseded", "a": "archived", "t": "tombstoned"}
    chosen = press("the others become  s superseded   a archived   t tombstoned (erased)   b back: ", "satb")
    if chosen not in states:
        return None
    others = [record for record in sides if record is not winner]
    params: JsonObject = {
        "action": "pick",
        "ids": _ids(item),
        "winner": winner.get("id"),
        "losers": [record.get("id") for record in others],
        "loser_state": states[chosen],
    }
    handles = ", ".join(str(record.get("handle")) for record in others)
    return Decision("picked", params, confirm=f"{winner.get('handle')} holds, {handles}: {states[chosen]}")


def _one_of(found: list[JsonObject], question: str, *, first: object = None) -> JsonObject | None:
    """Let the person choose one of some records by its number."""
    ordered = sorted(found, key=lambda record: record.get("id") != first)[: len(_NUMBERS)]
    lines = []
    for number, record in zip(_NUMBERS, ordered, strict=False):
        preferred = " (preferred)" if record.get("id") == first else ""
        lines.append(
            f"  {number} {record.get('handle')}{preferred} {one_line(says(record))[:_EXCERPT_CHARACTERS]}"
        )
    chosen = press("\n".join([*lines, f"{question} (b back): "]), _NUMBERS[: len(ordered)] + "b")
    return ordered[_NUMBERS.index(chosen)] if chosen in _NUMBERS[: len(ordered)] else None


def _ids(item: JsonObject) -> list[object]:
    """Return what names an item in a request: its id, or the records of a finding that has none yet."""
    return (
        [item["id"]] if item.get("id") else [record.get("id") for record in records(item, "subject", "held")]
    )


_DECIDE: dict[str, Callable[[JsonObject], Decision | None]] = {
    "a": _accept,
    "r": _reject,
    "e": _edit,
    "d": _defer,
    "c": _close,
    "k": _keep,
    "m": _merge,
    "w": _pick,
}
