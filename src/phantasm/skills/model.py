"""What is a procedure to a skill, and which may become one? Pure.

A procedure comes as a record with a payload. The payload may have been written by hand or by an older
version, so it is read with tolerance: what has another form than expected is left out, never guessed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from phantasm.state.model import UNTRUSTED_ORIGINS, Record

Refusal = Literal[
    "not_a_procedure",
    "not_live",
    "sensitive",
    "not_verified",
    "untrusted",
    "in_doubt",
    "no_steps",
    "not_found",
]
"""Why a record is not exported."""

DOUBTS = frozenset({"in_conflict", "doubtful", "stale"})
"""What an open review says about a record that nobody should repeat meanwhile."""

MOST_STEPS = 50
"""Of a procedure: the format's own advice is a file under 500 lines."""

MOST_LISTED = 20
"""Of preconditions, parameters and examples: what one reads before one starts."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do."""

    action: str
    is_command: bool
    """Whether it is run in a shell; otherwise it is told in words."""
    expected: str = ""
    note: str = ""
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Parameter:
    """What changes from one time to the next."""

    name: str
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Procedure:
    """A procedure as a skill tells it."""

    lineage: str
    handle: str
    title: str
    statement: str
    trigger: str
    """When to use it, in words."""
    preconditions: tuple[str, ...]
    steps: tuple[Step, ...]
    parameters: tuple[Parameter, ...]
    successes: int
    """How many sessions it worked in."""
    failures: int
    verified_at: str | None
    from_strangers: bool
    """Whether words of it come from text that nobody vouches for, though a person let it pass."""


def refusal_of(record: Record, overlays: Sequence[str] = ()) -> Refusal | None:
    """Return why a record may not become a skill; None: it may."""
    if record.kind != "procedure":
        return "not_a_procedure"
    if record.state != "live" or record.content is None:
        return "not_live"
    if record.sensitivity != "normal":
        return "sensitive"
    if DOUBTS.intersection(overlays):
        return "in_doubt"
    if not is_verified(record):
        return "untrusted" if record.origin in UNTRUSTED_ORIGINS else "not_verified"
    return None if steps_of(record.content.payload or {}) else "no_steps"


def is_verified(record: Record) -> bool:
    """Tell whether it was checked: by learning or whoever noted a check, or by the user who wrote it."""
    return record.origin == "user" or record.quality.verified_at is not None


def procedure_of(record: Record) -> Procedure:
    """Return the procedure that a record holds."""
    content = record.content
    statement = content.statement if content else ""
    payload: Mapping[str, object] = (content.payload if content else None) or {}
    return Procedure(
        lineage=record.lineage,
        handle=record.handle,
        title=_text(payload.get("title")) or _title_of(record.subject_key, statement),
        statement=statement,
        trigger=_trigger(payload.get("trigger")),
        preconditions=_texts(payload.get("preconditions")),
        steps=steps_of(payload),
        parameters=_parameters(payload.get("parameters")),
        successes=_count(payload, "successes", len(_texts(payload.get("sessions"), most=None))),
        failures=_count(payload, "failures", 0),
        verified_at=record.quality.verified_at,
        from_strangers=record.origin in UNTRUSTED_ORIGINS or payload.get("text_from_untrusted") is True,
    )


def steps_of(payload: Mapping[str, object]) -> tuple[Step, ...]:
    """Return the steps of a payload: sentences, or objects with an action."""
    found: list[Step] = []
    steps = payload.get("steps")
    for step in steps if isinstance(steps, list | tuple) else ():
        if isinstance(step, str) and step.strip():
            found.append(Step(step, is_command=False))
        elif isinstance(step, Mapping) and (action := _text(step.get("action"))):
            found.append(
                Step(
                    action,
                    is_command=True,
                    expected=_text(step.get("expected")),
                    note=_text(step.get("note")),
                    optional=step.get("optional") is True,
                )
            )
    return tuple(found[:MOST_STEPS])


def _trigger(value: object) -> str:
    if isinstance(value, Mapping):
        words, files = _texts(value.get("words")), _texts(value.get("files"))
        failing = _text(value.get("failing")) or ", ".join(_texts(value.get("failing")))
        parts = (
            f"the task speaks of {', '.join(words)}" if words else "",
            f"it touches {', '.join(files)}" if files else "",
            f"{failing} fails" if failing else "",
        )
        return "; or ".join(part for part in parts if part)
    return _text(value) or ", ".join(_texts(value))


def _parameters(value: object) -> tuple[Parameter, ...]:
    found: list[Parameter] = []
    if isinstance(value, Mapping):
        value = [{"name": name, "examples": examples} for name, examples in value.items()]
    for one in value if isinstance(value, list | tuple) else ():
        if isinstance(one, str) and one.strip():
            found.append(Parameter(one))
        elif isinstance(one, Mapping) and (name := _text(one.get("name"))):
            found.append(Parameter(name, _texts(one.get("examples"))))
    return tuple(found[:MOST_LISTED])


def _title_of(subject_key: str | None, statement: str) -> str:
    """Return a title of a procedure that has none: its key's words, or how its sentence begins."""
    if subject_key:
        return " ".join(subject_key.removeprefix("procedure.").replace(".", " ").replace("_", " ").split())
    return statement.partition(":")[0].partition(".")[0]


def _count(payload: Mapping[str, object], name: str, otherwise: int) -> int:
    evidence = payload.get("evidence")
    found = evidence.get(name) if isinstance(evidence, Mapping) else None
    return found if type(found) is int and found >= 0 else otherwise


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def _texts(value: object, most: int | None = MOST_LISTED) -> tuple[str, ...]:
    listed = value if isinstance(value, list | tuple) else ()
    return tuple(text for one in listed if (text := _text(one)))[:most]
