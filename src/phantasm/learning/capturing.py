"""How are turns kept? Each once, its text as evidence, whoever hands it over and however often."""

from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.evidence import saying
from phantasm.evidence.model import Sighting
from phantasm.session import aging, store
from phantasm.session.model import THOUGHT, Session, Turn, timeline
from phantasm.session.rows import beside
from phantasm.session.slots import fuller, settled
from phantasm.session.store import Kept
from phantasm.storage.work import Work

_ORIGINS = {"user": "user", "assistant": "agent", "tool": "tool_output"}
"""Whose word it is, by who speaks."""


@dataclass(frozen=True, slots=True)
class Captured:
    """What became of the turns that were handed over."""

    session: Kept
    added: int
    grown: int
    """Turns that were kept before and say more now."""
    known: int


def capture(work: Work, session: Session, turns: Sequence[Turn], *, sensitivity: str) -> Captured:
    """Keep a session and its turns; what is kept already stays as it is."""
    taken_until = _taken_until(work, session.id)
    kept = store.put(work, session, sensitivity=sensitivity)
    told = _together(turns)
    if kept.state == store.FORGOTTEN:
        return Captured(kept, 0, 0, len(told))
    if taken_until is not None:
        told = {name: turn for name, turn in told.items() if turn.at is None or turn.at > taken_until}
    known = _calls(work, session.id, told)
    held = {turn.id: turn for turn in known.answers + whole_turns(work, session.id, list(told))}
    changed = [
        wanted
        for name in told | held
        if (wanted := _wanted(held.get(name), told.get(name), known.actions)) is not None
    ]
    if changed:
        filed = _filed(work, changed, sensitivity)
        store.add(work, session.id, filed)
        still = {turn.evidence_id for turn in filed}
        before = [held[turn.id].evidence_id for turn in changed if turn.id in held]
        saying.let_go(work, [name for name in before if name and name not in still])
        kept = store.find(work, [session.id])[session.id]
    added = sum(turn.id not in held for turn in changed)
    told_anew = sum(turn.id in told for turn in changed)
    return Captured(kept, added, len(changed) - added, len(told) - told_anew)


def whole_turns(work: Work, session_id: str, ids: Sequence[str] | None = None) -> list[Turn]:
    """Return turns of a session in order, with their texts."""
    return _whole(work, store.turns_of(work, session_id, ids))


def dated_turns(work: Work, session_id: str) -> list[Turn]:
    """Return the turns of a session in order, with their texts, each with a time if any has one."""
    return [turn._replace(at=at or None) for at, turn in timeline(whole_turns(work, session_id))]


def _whole(work: Work, turns: Sequence[Turn]) -> list[Turn]:
    said = saying.texts(work, [turn.evidence_id for turn in turns if turn.evidence_id])
    return [
        turn._replace(text=said.get(turn.evidence_id, "")) if turn.evidence_id else turn for turn in turns
    ]


def is_evidence(turn: Turn) -> bool:
    """Tell whether a turn's text is worth finding again.

    What people and agents say is, and how something failed. What was only thought, and the output of what
    worked, is not: of these the turn itself keeps the end.
    """
    if not turn.text.strip() or turn.id.endswith(THOUGHT) or turn.role not in _ORIGINS:
        return False
    return turn.role != "tool" or bool(turn.failed) or turn.exit_code not in {0, None}


def _together(turns: Sequence[Turn]) -> dict[str, Turn]:
    told: dict[str, Turn] = {}
    for given in turns:
        turn = given if is_evidence(given) else given._replace(text=beside(given.text))
        told[turn.id] = fuller(told[turn.id], turn) if turn.id in told else turn
    return told


def _taken_until(work: Work, session_id: str) -> str | None:
    """Return up to when the storage bound has taken a session's turns, if it has.

    Handing a transcript over again does not bring them back.
    """
    if not aging.pruned_among(work, [session_id]):
        return None
    return store.find(work, [session_id])[session_id].last_at or ""


@dataclass(frozen=True, slots=True)
class _Calls:
    """What is known about the calls of which some turns are the one half."""

    actions: dict[str, list[Turn]]
    """By call, in their order; some clients give a call's id away again."""
    answers: list[Turn]
    """Those kept before whose action comes only now."""


def _calls(work: Work, session_id: str, told: dict[str, Turn]) -> _Calls:
    calls = sorted({turn.call for turn in told.values() if turn.call})
    others = [turn for turn in store.turns_with_calls(work, session_id, calls) if turn.id not in told]
    actions: dict[str, list[Turn]] = {}
    for turn in sorted([*told.values(), *others], key=lambda one: (one.place, one.id)):
        if turn.call and turn.slot == "action":
            actions.setdefault(turn.call, []).append(turn)
    return _Calls(actions, _whole(work, [turn for turn in others if turn.slot != "action"]))


def _wanted(held: Turn | None, told: Turn | None, actions: dict[str, list[Turn]]) -> Turn | None:
    """Return the turn that has to be kept, None where nothing is new."""
    if held and held.evidence_id and not held.text:  # somebody has erased what was said: that stands
        return None
    before = held._replace(evidence_id=None) if held else None
    wanted = fuller(before, told) if before and told else before or told
    if wanted and wanted.slot != "action" and wanted.call in actions:
        before_it = [one for one in actions[wanted.call] if one.place <= wanted.place]
        wanted = settled((before_it or actions[wanted.call])[-1], wanted)
        wanted = wanted if is_evidence(wanted) else wanted._replace(text=beside(wanted.text))
    return wanted if wanted != before else None


def _filed(work: Work, turns: Sequence[Turn], sensitivity: str) -> list[Turn]:
    """Return turns with the evidence that holds their texts."""
    said = [turn for turn in turns if is_evidence(turn)]
    ids = saying.keep(work, [_sighting(turn, sensitivity) for turn in said])
    names = {turn.id: name for turn, name in zip(said, ids, strict=True)}
    return [turn._replace(evidence_id=names.get(turn.id)) for turn in turns]


def _sighting(turn: Turn, sensitivity: str) -> Sighting:
    return Sighting(
        text=turn.text,
        origin=_ORIGINS[turn.role],
        media_type="text/plain",
        source=turn.id,
        sensitivity=sensitivity,
        observed_at=turn.at,
        session_id=turn.session,
    )
