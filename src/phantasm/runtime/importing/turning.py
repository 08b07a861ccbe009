"""As what is a turn of a transcript handed over? As what is kept of it, within the contract's bounds.

What a field cannot hold is shortened the same way each time, so that the same turn stays the same turn. What
is cut is masked before: half a secret would not be known for one.
"""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from phantasm.contracts.client_text import MARK, without_injected
from phantasm.contracts.model import JsonObject
from phantasm.learning.capturing import is_evidence
from phantasm.security.redaction import redact
from phantasm.session.inputs import MAX_TURN_CHARACTERS
from phantasm.session.model import Turn as Kept
from phantasm.session.rows import beside
from phantasm.session.slots import OUTPUT_CHARACTERS, PLACES, kept_turns, without_middle
from phantasm.session.transcripts.model import Began, Call, Turn
from phantasm.session.transcripts.terms import Spent

MOST_LINE_CHARACTERS: Final = 512
"""The longest name that the contract takes, in characters."""
MOST_COMMAND_CHARACTERS: Final = 20_000
"""The longest command line that it takes, in characters."""
MOST_FILES: Final = 200
"""How many files of an action it takes."""
MOST_TOKENS: Final = 10**12
MOST_COST: Final = 1e9

MARK_CHARACTERS: Final = 100
"""Room for the words that say how much was left out."""
_BESIDE_CUT_CHARACTERS: Final = 200
"""How much before what is kept is looked at as well, in characters: a secret's name stands just before it."""
_LONGEST_CHARACTERS: Final = 16_000
"""The longest secret without a space in it, in characters: some tokens have a few thousand."""
_ARMOUR: Final = "PRIVATE KEY"
"""Stands around a key of any length: a text with it is looked at as a whole."""
_MILLISECONDS: Final = 1_000
_LAST_PLACE: Final = 2**53 // PLACES - 1
"""The last place of a turn whose parts have places that the contract takes; in milliseconds, in 2255."""
_UNCUT: Final = 2**62
"""More characters than any output has: what is cut is cut here, once it is masked."""
_NUL, _SHOWN_NUL = "\x00", "\u2400"


def handed_over(
    told: Turn,
    place: int,
    calls: Mapping[str, Call],
    *,
    masks: bool,
    output_characters: int = OUTPUT_CHARACTERS,
) -> tuple[list[JsonObject], int]:
    """Return what is kept of a turn as it is handed over, and how many secrets were masked before a cut."""
    kept = kept_turns(told, place, calls=calls, output_characters=_UNCUT)
    if not kept and told.spent:
        # What a session took is counted also where nobody says anything: Codex reports it by itself.
        kept = [Kept(told.session, told.id, place, told.at, "assistant", "reasoning", spent=told.spent)]
    found: list[JsonObject] = []
    secrets = 0
    for turn in kept:
        if turn.role != "system":
            text, in_text = _shortened(turn, masks=masks, output_characters=output_characters)
            command, in_command = _command(turn.command, masks=masks)
            found.append(_turn(turn, text, command))
            secrets += in_text + in_command
    return found, secrets


def session_fields(began: Began, client: str) -> JsonObject:
    """Return what is known of a session as it is handed over."""
    told = {
        "started_at": began.at,
        "continues": _named(began.continues) if began.continues not in {None, began.session} else None,
        "folder": line(began.folder),
        "branch": line(began.branch),
        "version": line(began.version),
    }
    return {"session_id": _named(began.session), "agent": client} | given(told)


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
            moment = datetime.fromisoformat(turn.at).timestamp() if turn.at else 0.0
            return min(max(0, int(moment * _MILLISECONDS)), _LAST_PLACE)
        case _:
            return behind


def _shortened(turn: Kept, *, masks: bool, output_characters: int) -> tuple[str, int]:
    """Return as much of a turn's text as is kept, and how many secrets were masked in it."""
    text = turn.text
    if not is_evidence(turn):
        end = beside(text)
        if len(end) == len(text):
            return text, 0
        text = _said(text)
        safe, secrets = _mask(text[_before(text, len(text) - len(end)) :], masks=masks)
        return beside(safe), secrets
    most = output_characters if turn.role == "tool" else MAX_TURN_CHARACTERS - MARK_CHARACTERS
    if len(text) <= most:
        return text, 0
    return _without_middle(_said(text), most, masks=masks)


def _said(text: str) -> str:
    """Return a text without what we put there ourselves: behind a cut nobody would know it."""
    return without_injected(text) if MARK in text else text


def _command(command: str | None, *, masks: bool) -> tuple[str | None, int]:
    if not command:
        return None, 0
    most = MOST_COMMAND_CHARACTERS - MARK_CHARACTERS
    safe, secrets = _without_middle(command, most, masks=masks) if len(command) > most else (command, 0)
    return shown(safe), secrets


def _without_middle(text: str, most: int, *, masks: bool) -> tuple[str, int]:
    """Return the beginning and the end of a text, each masked before it is cut."""
    stop, start = _behind(text, most // 2), _before(text, len(text) - (most - most // 2))
    if stop >= start:
        safe, secrets = _mask(text, masks=masks)
        return without_middle(safe, most), secrets
    head, first = _mask(text[:stop], masks=masks)
    tail, last = _mask(text[start:], masks=masks)
    return without_middle(head + text[stop:start] + tail, most), first + last


def _before(text: str, cut: int) -> int:
    """Return from where a text has to be looked at for secrets that reach behind a cut.

    From a space somewhat before it, so that a secret is whole and its name stands before it.
    """
    if _ARMOUR in text:
        return 0
    place = max(0, cut - _BESIDE_CUT_CHARACTERS)
    return max(text.rfind(space, max(0, place - _LONGEST_CHARACTERS), place) for space in " \n") + 1


def _behind(text: str, cut: int) -> int:
    """Return up to where a text has to be looked at for secrets that begin before a cut."""
    if _ARMOUR in text:
        return len(text)
    found = [text.find(space, cut, cut + _LONGEST_CHARACTERS) for space in " \n"]
    return min((place for place in found if place >= 0), default=min(len(text), cut + _LONGEST_CHARACTERS))


def _mask(text: str, *, masks: bool) -> tuple[str, int]:
    if not masks:
        return text, 0
    safe, found = redact(text)
    return safe, len(found)


def _turn(turn: Kept, text: str, command: str | None) -> JsonObject:
    told: JsonObject = {
        "text": text or None,
        "at": _moment(turn.at) if turn.at else None,
        "tool": line(turn.tool),
        "command": command,
        "files": [name for file in turn.files[:MOST_FILES] if (name := line(file))] or None,
        "call": _named(turn.call) if turn.call else None,
        "exit_code": turn.exit_code,
        "failed": turn.failed,
        "model": line(turn.model),
        "agent": line(turn.agent),
    }
    spent = _spent(turn.spent) if turn.spent else {}
    named: JsonObject = {"id": _named(turn.id), "role": turn.role, "slot": turn.slot, "place": turn.place}
    return named | given(told) | spent


def _moment(at: str) -> str:
    """Return a moment in UTC, with a space: as one word it would be looked through for keys, each time."""
    return at.replace("T", " ").removesuffix("Z")


def _spent(spent: Spent) -> JsonObject:
    told: JsonObject = {
        name: min(number, MOST_TOKENS)
        for name in ("input_tokens", "output_tokens", "cached_tokens")
        if (number := getattr(spent, name)) > 0
    }
    if spent.cost is not None and 0 <= spent.cost <= MOST_COST:
        told["cost"] = spent.cost
    return told


def given(fields: Mapping[str, object]) -> JsonObject:
    """Return the fields that are told."""
    return {name: value for name, value in fields.items() if value is not None}


def shown(text: str) -> str:
    """Return a text without the one character that no store takes; what stands for it is what people see."""
    return text.replace(_NUL, _SHOWN_NUL)


def line(text: str | None) -> str | None:
    """Return a short text, or None where it is none: a name that is cut names something else."""
    return shown(text) if text and len(text) <= MOST_LINE_CHARACTERS else None


def _named(name: str) -> str:
    """Return a name that fits; a longer one keeps its beginning and what tells it apart."""
    safe = shown(name) or "-"
    if len(safe) <= MOST_LINE_CHARACTERS:
        return safe
    return f"{safe[:400]}~{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:32]}"
