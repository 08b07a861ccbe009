"""What is kept of a turn of a transcript, and which of two versions of it says more? Pure.

A turn of a transcript may hold words, a thought, calls and answers. Each becomes a turn of its own, in the
slot that it has for the work.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from phantasm.session.episodes.error_lines import error_lines
from phantasm.session.episodes.reading import is_looking, is_looking_tool
from phantasm.session.model import THOUGHT, Slot, Turn
from phantasm.session.transcripts.model import Answer, Call
from phantasm.session.transcripts.model import Turn as Told
from phantasm.session.transcripts.records import json_of, object_at, text_at
from phantasm.session.transcripts.terms import Role, Spent

PLACES: Final = 1_000
"""How many turns one turn may become before places repeat; no client calls so many tools at once."""

OUTPUT_CHARACTERS: Final = 2_000
"""How much of an output is kept, in characters: how it begins and how it ends."""

MOST_ERROR_CHARACTERS: Final = 1_000
"""A longer output of a tool that looks is the repository's text, not an error, in characters."""

_EDITORS: Final = frozenset(
    ("str_replace_editor", "str_replace_based_edit_tool", "text_editor", "edit_anthropic")
)
"""Tools whose first argument says whether they look or change."""

_Value = TypeVar("_Value", int, bool)

_LEAST_TRUSTED: Final[tuple[Role, ...]] = ("tool", "system", "assistant", "user")

_SLOTS: Final[tuple[Slot, ...]] = ("observation", "reasoning", "action", "outcome")
"""The slots in the order of how much they say."""


def kept_turns(
    told: Told,
    place: int,
    *,
    calls: Mapping[str, Call] | None = None,
    output_characters: int = OUTPUT_CHARACTERS,
) -> list[Turn]:
    """Return what is kept of a turn of a transcript that stands at a place.

    `calls` are those of earlier turns, by id, as far as they are known; who learns of a call later uses
    `settled`. What a machine said is not kept; what it did is.
    """
    found: list[Turn] = []
    if told.text.strip() and not told.is_machine:
        found.append(_words(told))
    if told.thought.strip() and not told.is_machine:
        found.append(_turn(told, told.id + THOUGHT, "reasoning")._replace(text=told.thought))
    known = {**(calls or {}), **{call.id: call for call in told.calls}}
    numbers = _numbered([call.id for call in told.calls])
    found.extend(_action(told, call, number) for call, number in zip(told.calls, numbers, strict=True))
    numbers = _numbered([answer.call for answer in told.answers])
    for answer, number in zip(told.answers, numbers, strict=True):
        outcome = _outcome(told, answer, number, output_characters)
        call = known.get(answer.call)
        found.append(settled(_action(told, call, 1), outcome) if call else outcome)
    return [
        # What was spent is counted once: with the first thing that was kept.
        turn._replace(place=place * PLACES + min(index, PLACES - 1), spent=told.spent if index == 0 else None)
        for index, turn in enumerate(found)
    ]


def settled(action: Turn, answer: Turn) -> Turn:
    """Return an answer as it is kept once its action is known.

    The answer to a command is an outcome. What a tool shows that only looks is the repository's own text and
    not kept; its errors are. Settling again changes nothing.
    """
    is_outcome = action.command is not None or answer.exit_code is not None or answer.failed is not None
    slot: Slot = "outcome" if is_outcome else "observation"
    looks = is_looking(action.command) if action.command else is_looking_tool(action.tool)
    if not looks or _is_error(answer):
        return answer if answer.slot == slot else answer._replace(slot=slot)
    return answer._replace(slot=slot, text="", evidence_id=None)


def fuller(one: Turn, other: Turn) -> Turn:
    """Return what two versions of a turn say together: of each field the one that says more.

    Each field has an order of its own, so that the answer is the same whichever version comes first, however
    often and in whatever groups they come. Words and the evidence that holds them stay together.
    """
    if one == other:
        return one
    # Whose word it is is the least trusted of the two, and so are the words: a tool never speaks as the user.
    role = min(one.role, other.role, key=_LEAST_TRUSTED.index)
    spoken = [turn for turn in (one, other) if turn.role == role]
    words = max(spoken, key=lambda turn: (len(turn.text), turn.text, turn.evidence_id or ""))
    return Turn(
        session=max(one.session, other.session),
        id=max(one.id, other.id),
        place=min(one.place, other.place),
        at=min(filter(None, (one.at, other.at)), default=None),
        role=role,
        slot=max(one.slot, other.slot, key=_SLOTS.index),
        text=words.text,
        tool=_longer(one.tool, other.tool),
        command=_longer(one.command, other.command),
        files=max(one.files, other.files, key=lambda files: (len(files), files)),
        call=_longer(one.call, other.call),
        exit_code=_known(one.exit_code, other.exit_code),
        failed=_known(one.failed, other.failed),
        spent=max(one.spent, other.spent, key=_amount),
        model=_longer(one.model, other.model),
        agent=_longer(one.agent, other.agent),
        evidence_id=words.evidence_id,
    )


def _words(told: Told) -> Turn:
    slot: Slot = "reasoning" if told.role == "assistant" else "observation"
    return _turn(told, told.id, slot)._replace(text=told.text)


def _action(told: Told, call: Call, number: int) -> Turn:
    return _turn(told, f"{told.id}#{call.id}{_again(number)}", "action")._replace(
        role="assistant",
        tool=_tool(call),
        command=call.command,
        files=call.files,
        call=call.id,
    )


def _outcome(told: Told, answer: Answer, number: int, characters: int) -> Turn:
    is_known = answer.exit_code is not None or answer.failed is not None
    return _turn(
        told, f"{told.id}#{answer.call}={_again(number)}", "outcome" if is_known else "observation"
    )._replace(
        role="tool",
        text=without_middle(answer.text, characters),
        call=answer.call,
        exit_code=answer.exit_code,
        failed=answer.failed,
    )


def without_middle(text: str, most: int) -> str:
    """Return a text of about so many characters: its beginning and its end, and how much was between."""
    if len(text) <= most:
        return text
    head = most // 2
    left_out = len(text) - most
    return f"{text[:head]}\n[… {left_out} characters left out …]\n{text[len(text) - (most - head) :]}"


def _turn(told: Told, identity: str, slot: Slot) -> Turn:
    return Turn(told.session, identity, 0, told.at, told.role, slot, model=told.model, agent=told.agent)


def _tool(call: Call) -> str:
    """Return a tool's name; an editor's with what it was told to do."""
    if call.name not in _EDITORS:
        return call.name
    told = text_at(object_at(json_of(call.arguments)).get("command"))
    words = call.arguments.split(maxsplit=2)
    told = told or (words[1] if len(words) > 1 and words[0] == call.name else "")
    return f"{call.name} {told}".rstrip()


def _is_error(answer: Turn) -> bool:
    """Tell whether the answer of a tool that looks is an error: said to be one, or short and saying so."""
    if answer.exit_code is not None or answer.failed is not None:
        return bool(answer.exit_code) or bool(answer.failed)
    return len(answer.text) <= MOST_ERROR_CHARACTERS and bool(error_lines("", answer.text))


def _numbered(ids: Sequence[str]) -> list[int]:
    """Return how often each id was there before, itself included: clients may repeat one."""
    seen: Counter[str] = Counter()
    found: list[int] = []
    for one in ids:
        seen[one] += 1
        found.append(seen[one])
    return found


def _again(number: int) -> str:
    return f"/{number}" if number > 1 else ""


def _longer(one: str | None, other: str | None) -> str | None:
    return max(one, other, key=lambda text: (text is not None, len(text or ""), text or ""))


def _known(one: _Value | None, other: _Value | None) -> _Value | None:
    return max((value for value in (one, other) if value is not None), default=None)


def _amount(spent: Spent | None) -> tuple[bool, int, int, int, float]:
    if spent is None:
        return False, 0, 0, 0, -1.0
    cost = -1.0 if spent.cost is None else spent.cost
    return True, spent.output_tokens, spent.input_tokens, spent.cached_tokens, cost
