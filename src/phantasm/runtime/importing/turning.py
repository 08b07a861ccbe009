"""As what is a turn of a transcript handed over? As what is kept of it, within the contract's bounds.

What a field cannot hold is shortened the same way each time, so that the same turn stays the same turn. What
is cut is masked before: half a secret would not be known for one.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from phantasm.contracts.model import JsonObject
from phantasm.security.redaction import redact
from phantasm.session.inputs import MAX_TURN_CHARACTERS
from phantasm.session.model import Turn as Kept
from phantasm.session.slots import OUTPUT_CHARACTERS, kept_turns, without_middle
from phantasm.session.transcripts.model import Began, Call, Spent, Turn

MOST_LINE_CHARACTERS: Final = 512
"""The longest name that the contract takes, in characters."""
MOST_COMMAND_CHARACTERS: Final = 20_000
"""The longest command line that it takes, in characters."""
MOST_FILES: Final = 200
"""How many files of an action it takes."""
MOST_TOKENS: Final = 10**12
MOST_COST: Final = 1e9

_MARK_CHARACTERS: Final = 100
"""Room for the words that say how much was left out."""
_BESIDE_CUT_CHARACTERS: Final = 16_000
"""How much beside what is kept is looked at for secrets: five times the longest private key in use."""
_NUL, _SHOWN_NUL = "\x00", "\u2400"


def handed_over(
    told: Turn, place: int, calls: Mapping[str, Call], *, masks: bool
) -> tuple[list[JsonObject], int]:
    """Return what is kept of a turn as it is handed over, and how many secrets were masked before a cut."""
    masked, secrets = _masked(told) if masks else (told, 0)
    kept = kept_turns(masked, place, calls=calls)
    if not kept and told.spent:
        # What a session took is counted also where nobody says anything: Codex reports it by itself.
        kept = [Kept(told.session, told.id, place, told.at, "assistant", "reasoning", spent=told.spent)]
    return [_turn(turn) for turn in kept if turn.role != "system"], secrets


def session_fields(began: Began, client: str) -> JsonObject:
    """Return what is known of a session as it is handed over."""
    told = {
        "started_at": began.at,
        "continues": _named(began.continues) if began.continues not in {None, began.session} else None,
        "folder": _line(began.folder),
        "branch": _line(began.branch),
        "version": _line(began.version),
    }
    return {"session_id": _named(began.session), "agent": client} | _given(told)


def session_name(session: str) -> str:
    """Return the name under which a session is kept."""
    return _named(session)


def place_of(client: str, turn: Turn, behind: int) -> int:
    """Return where a turn stands: the same whether its file was read at once or in parts.

    Mostly behind its line. What may still be read again is named after the offset where it begins. Gemini
    CLI writes a message several times, so that only its time stays the same.
    """
    match client:
        case "markdown" | "cursor":
            offset = turn.id.removeprefix("@")
            return int(offset) if offset.isdecimal() else behind
        case "gemini":
            return int(datetime.fromisoformat(turn.at).timestamp() * 1_000_000) if turn.at else 0
        case _:
            return behind


def _masked(told: Turn) -> tuple[Turn, int]:
    """Return a turn whose texts that will be cut have no secrets any more; mostly the turn itself."""
    secrets = 0
    if len(told.text) > MAX_TURN_CHARACTERS or len(told.thought) > MAX_TURN_CHARACTERS:
        text, one = _mask(told.text, MAX_TURN_CHARACTERS)
        thought, other = _mask(told.thought, MAX_TURN_CHARACTERS)
        told, secrets = replace(told, text=text, thought=thought), one + other
    if any(call.command and len(call.command) > MOST_COMMAND_CHARACTERS for call in told.calls):
        calls = [(call, *_mask(call.command or "", MOST_COMMAND_CHARACTERS)) for call in told.calls]
        told = replace(told, calls=tuple(replace(call, command=text or None) for call, text, _ in calls))
        secrets += sum(number for *_, number in calls)
    if any(len(answer.text) > OUTPUT_CHARACTERS for answer in told.answers):
        answers = [(answer, *_mask(answer.text, OUTPUT_CHARACTERS)) for answer in told.answers]
        told = replace(told, answers=tuple(replace(answer, text=text) for answer, text, _ in answers))
        secrets += sum(number for *_, number in answers)
    return told, secrets


def _mask(text: str, most: int) -> tuple[str, int]:
    """Return a text without the secrets in what is kept of it: `most` characters of beginning and end."""
    if len(text) <= most:  # it stays whole, and is masked at the door
        return text, 0
    window = most // 2 + _BESIDE_CUT_CHARACTERS
    if len(text) <= 2 * window:
        safe, found = redact(text)
        return safe, len(found)
    head, first = redact(text[:window])
    tail, last = redact(text[-window:])
    return head + text[window:-window] + tail, len(first) + len(last)


def _turn(turn: Kept) -> JsonObject:
    text = turn.text
    if len(text) > MAX_TURN_CHARACTERS:
        text = without_middle(text, MAX_TURN_CHARACTERS - _MARK_CHARACTERS)
    told: JsonObject = {
        "text": text or None,
        "at": turn.at,
        "tool": _line(turn.tool),
        "command": _command(turn.command),
        "files": [name for file in turn.files[:MOST_FILES] if (name := _line(file))] or None,
        "call": _named(turn.call) if turn.call else None,
        "exit_code": turn.exit_code,
        "failed": turn.failed,
        "model": _line(turn.model),
        "agent": _line(turn.agent),
    }
    spent = _spent(turn.spent) if turn.spent else {}
    named: JsonObject = {"id": _named(turn.id), "role": turn.role, "slot": turn.slot, "place": turn.place}
    return named | _given(told) | spent


def _spent(spent: Spent) -> JsonObject:
    told: JsonObject = {
        name: min(number, MOST_TOKENS)
        for name in ("input_tokens", "output_tokens", "cached_tokens")
        if (number := getattr(spent, name)) > 0
    }
    if spent.cost is not None and 0 <= spent.cost <= MOST_COST:
        told["cost"] = spent.cost
    return told


def _given(fields: Mapping[str, object]) -> JsonObject:
    return {name: value for name, value in fields.items() if value is not None}


def _command(command: str | None) -> str | None:
    if not command:
        return None
    if len(command) > MOST_COMMAND_CHARACTERS:
        command = without_middle(command, MOST_COMMAND_CHARACTERS - _MARK_CHARACTERS)
    return command.replace(_NUL, _SHOWN_NUL)


def _line(text: str | None) -> str | None:
    """Return a short text, or None where it is none: a name that is cut names something else."""
    return text.replace(_NUL, _SHOWN_NUL) if text and len(text) <= MOST_LINE_CHARACTERS else None


def _named(name: str) -> str:
    """Return a name that fits; a longer one keeps its beginning and what tells it apart."""
    safe = name.replace(_NUL, _SHOWN_NUL) or "-"
    if len(safe) <= MOST_LINE_CHARACTERS:
        return safe
    return f"{safe[:400]}~{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:32]}"
