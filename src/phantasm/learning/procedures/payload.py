"""How is a procedure written into a record, and read back? Pure."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from phantasm.learning.procedures.model import (
    Bundle,
    Candidate,
    Known,
    Parameter,
    ProcedureStep,
    State,
    Trigger,
)
from phantasm.learning.procedures.traces import words_of
from phantasm.retrieval.tokens import stem

LONGEST_STATEMENT = 400
"""Characters of the sentence that stands for a procedure; the steps are whole in the payload."""
MOST_SESSIONS = 20
"""Sessions that a payload names, the newest; the ledger of uses has all."""

MOST_NAMED_STEPS = 3
"""Steps that a name tells; more is no name."""
SHORTEST_PART = 4
"""Characters of a word that is found inside another one: `test` in `pytest`."""

_PLACEHOLDER = re.compile(r"\{\w+\}")
_LETTERS = re.compile(r"[a-z]{3,}")
Json = dict[str, object]


def to_payload(candidate: Candidate, bundle: Bundle) -> Json:
    """Return a candidate and what speaks for it as the payload of a record."""
    told: Json = json.loads(json.dumps(asdict(candidate)))  # lists, as they come back from the store
    return told | {
        "sessions": list(candidate.sessions[-MOST_SESSIONS:]),
        "evidence": {
            "successes": len(bundle.successes),
            "weak": len(bundle.weak),
            "failures": len(bundle.failures),
            "fresh_failures": len(bundle.fresh_failures),
            "replayed_percent": round(100 * bundle.replayed),
            "replays": bundle.replays,
            "last_success": bundle.last_success,
            "gone": list(bundle.gone),
        },
    }


def from_payload(payload: Mapping[str, object]) -> Candidate:
    """Read a candidate back; what is missing or of another shape is empty."""
    trigger = _object(payload.get("trigger"))
    return Candidate(
        signature=_text(payload.get("signature")),
        title=_text(payload.get("title")),
        trigger=Trigger(
            _texts(trigger.get("words")),
            _texts(trigger.get("files")),
            _text(trigger.get("failing")),
            _texts(trigger.get("error")),
        ),
        preconditions=_texts(payload.get("preconditions")),
        steps=tuple(_step(one) for one in _list(payload.get("steps"))),
        parameters=tuple(
            Parameter(_text(one.get("name")), _texts(one.get("examples")), in_goal=one.get("in_goal") is True)
            for one in map(_object, _list(payload.get("parameters")))
        ),
        files=_texts(payload.get("files")),
        anchors=_texts(payload.get("anchors")),
        sessions=_texts(payload.get("sessions")),
        text_from_untrusted=payload.get("text_from_untrusted") is True,
    )


def known_from(
    payload: Mapping[str, object],
    state: State,
    *,
    successes: int = 0,
    failures: int = 0,
    fresh_failures: int = 0,
) -> Known:
    """Return what mining needs to know about a procedure that is held."""
    held = from_payload(payload)
    return Known(
        signature=held.signature,
        acts=held.acts,
        words=held.trigger.words,
        state=state,
        successes=successes,
        failures=failures,
        fresh_failures=fresh_failures,
        actions=tuple(step.action for step in held.steps),
        is_named_well=is_named_well(held.title, held.steps),
    )


def named_by_steps(steps: Sequence[ProcedureStep]) -> str:
    """Return a name that says what the first steps do."""
    needed = [step for step in steps if not step.optional]
    acts = dict.fromkeys(step.act for step in needed or steps)
    return "; ".join(list(acts)[:MOST_NAMED_STEPS])


def is_named_well(title: str, steps: Sequence[ProcedureStep]) -> bool:
    """Tell whether a name has something to do with the steps: a word of it is in their commands."""
    done = _PLACEHOLDER.sub(" ", " ".join(step.action for step in steps)).lower()
    stems = {stem(word) for word in _LETTERS.findall(done)}
    said = [stemmed for stemmed, _ in words_of(_PLACEHOLDER.sub(" ", title))]
    return title == named_by_steps(steps) or any(
        one in stems or (len(one) >= SHORTEST_PART and one in done) for one in said
    )


def statement_of(candidate: Candidate) -> str:
    """Return one sentence: what it is for, and what is done."""
    name = candidate.title
    if name == named_by_steps(candidate.steps) and candidate.trigger.words:
        name = f"When the task speaks of {', '.join(candidate.trigger.words)}"
    steps = [f"{step.action} (optional)" if step.optional else step.action for step in candidate.steps]
    sentence = f"{name}: {'; '.join(steps)}"
    return f"{sentence}." if len(sentence) < LONGEST_STATEMENT else f"{sentence[: LONGEST_STATEMENT - 1]}…"


def subject_key(candidate: Candidate) -> str:
    """Return what a procedure's record is about."""
    slug = re.sub(r"[^a-z0-9]+", "-", candidate.signature.lower()).strip("-")
    return f"procedure.{slug}"


def _step(value: object) -> ProcedureStep:
    # People write steps as plain texts; these are actions without more.
    if isinstance(value, str):
        return ProcedureStep(value, value.split(" ", 1)[0], value, value)
    one = _object(value)
    return ProcedureStep(
        action=_text(one.get("action")),
        tool=_text(one.get("tool")),
        act=_text(one.get("act")),
        form=_text(one.get("form")),
        expected=_text(one.get("expected")),
        optional=one.get("optional") is True,
        note=_text(one.get("note")),
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _list(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else ()


def _texts(value: object) -> tuple[str, ...]:
    return tuple(one for one in _list(value) if isinstance(one, str))


def _object(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}
