"""What does one chat message of a trajectory say? Pure."""

from phantasm.session.transcripts.measures import cost_at, when_at
from phantasm.session.transcripts.model import Answer, Turn
from phantasm.session.transcripts.records import code_at, count_at, object_at, text_at
from phantasm.session.transcripts.swe_actions import calls_in, said
from phantasm.session.transcripts.terms import Role, Spent

RETURN_CODE = ("<returncode>", "</returncode>")
"""What mini-SWE-agent writes around the exit status at the head of what a command gave back."""

MOST_CODE_CHARACTERS = 12
"""How far behind the mark the exit status ends at most, in characters: a 32 bit number and its sign."""

COMPLAINTS = (
    "Please always provide EXACTLY ONE action",
    "Your output was not formatted correctly",
    "Format error",
    "Tool call error",
)
"""How the programs' own words begin where an answer held no action, in versions that do not mark them."""

PERSONS_INTERRUPTIONS = frozenset({"UserInterruption", "UserRejection"})
"""Interruptions of mini-SWE-agent in which a person speaks; in all others the program does."""


def message_turn(message: dict[str, object], own: str, before: list[Turn]) -> Turn | None:
    """Return the turn of a message that follows the turns `before`; None where it says nothing.

    Its session is empty: whoever has the whole document names it.
    """
    role = message.get("role") or (
        "tool" if "call_id" in message else "assistant" if "output" in message else ""
    )
    match role:
        case "system" | "developer":
            return _plain(message, own, "system")
        case "assistant":
            return _assistant(message, own)
        case "tool" | "function":
            return _answer(message, own, before)
        case "user":
            if _is_observation(message, before):
                return _answer(message, own, before)
            return _plain(message, own, "user")
        case _:  # "exit" among them, which repeats what the document's `info` says
            return None


def content_of(value: object) -> str:
    """Return the text of a content: text, or a list of blocks."""
    if isinstance(value, str):
        return text_at(value)
    parts = (
        text_at(part) or text_at(object_at(part).get("text")) or content_of(object_at(part).get("content"))
        for part in (value if isinstance(value, list) else [])
    )
    return "\n".join(part for part in parts if part)


def answers(text: str, call: str, code: int | None = None) -> tuple[Answer, ...]:
    """Return what a command gave back, with the exit status where the text begins with it."""
    opening, closing = RETURN_CODE
    if code is None and text.startswith(opening):
        head = text[len(opening) : len(opening) + MOST_CODE_CHARACTERS + len(closing)]
        number, found, _ = head.partition(closing)
        code = int(number) if found and number.strip().removeprefix("-").isdecimal() else None
    return (Answer(call, text, code, None if code is None else code != 0),)


def spent_in(stats: dict[str, object]) -> Spent | None:
    """Return what a whole run took."""
    spent = Spent(
        count_at(stats.get("tokens_sent")),
        count_at(stats.get("tokens_received")),
        cost=cost_at(stats.get("instance_cost")) or None,
    )
    return spent if spent != Spent() else None


def _plain(message: dict[str, object], own: str, role: Role) -> Turn | None:
    text = content_of(message.get("content"))
    if not text:
        return None
    interruption = text_at(object_at(message.get("extra")).get("interrupt_type"))
    is_machine = (
        role == "system"  # a template that nobody says
        or text.startswith(COMPLAINTS)
        or (interruption != "" and interruption not in PERSONS_INTERRUPTIONS)
    )
    return Turn("", own, role, text, _at(message), is_machine=is_machine)


def _assistant(message: dict[str, object], own: str) -> Turn:
    calls = calls_in(message, own)
    text = content_of(message.get("content")) or content_of(message.get("output"))
    thought = text_at(message.get("thought")).strip()
    actions = [call.command or call.arguments for call in calls]
    return Turn(
        "",
        own,
        "assistant",
        said(text, thought, actions),
        _at(message),
        thought=thought or text_at(message.get("reasoning_content")),
        calls=calls,
        model=text_at(object_at(object_at(message.get("extra")).get("response")).get("model")) or None,
        spent=_usage(message),
    )


def _answer(message: dict[str, object], own: str, before: list[Turn]) -> Turn:
    extra = object_at(message.get("extra"))
    several = message.get("tool_call_ids")
    first = several[0] if isinstance(several, list) and several else None
    call = text_at(message.get("tool_call_id") or message.get("call_id") or first) or _last_call(before)
    text = content_of(message.get("content")) or content_of(message.get("output"))
    return Turn(
        "", own, "tool", "", _at(message), answers=answers(text, call, code_at(extra.get("returncode")))
    )


def _is_observation(message: dict[str, object], before: list[Turn]) -> bool:
    """Whether a message of the user's is what a command gave back: it says so, or the last turn ran one.

    Where it does not say so it may be a person's remark after all; taking output for words is worse.
    """
    extra = object_at(message.get("extra"))
    if "interrupt_type" in extra:
        return False
    return "returncode" in extra or bool(before and before[-1].role == "assistant" and before[-1].calls)


def _last_call(before: list[Turn]) -> str:
    """Return the first call of the last turn that asked for one which nothing has answered."""
    answered: set[str] = set()
    for turn in reversed(before):
        if turn.role == "assistant":
            return next((call.id for call in turn.calls if call.id not in answered), "")
        answered.update(answer.call for answer in turn.answers)
    return ""


def _usage(message: dict[str, object]) -> Spent | None:
    extra = object_at(message.get("extra"))
    usage = object_at(object_at(extra.get("response")).get("usage"))
    details = object_at(usage.get("prompt_tokens_details")) or object_at(usage.get("input_tokens_details"))
    spent = Spent(
        count_at(usage.get("prompt_tokens")) or count_at(usage.get("input_tokens")),
        count_at(usage.get("completion_tokens")) or count_at(usage.get("output_tokens")),
        count_at(details.get("cached_tokens")),
        cost_at(extra.get("cost")) or None,
    )
    return spent if spent != Spent() else None


def _at(message: dict[str, object]) -> str | None:
    return when_at(object_at(message.get("extra")).get("timestamp")) or when_at(message.get("timestamp"))
