"""What does a chat of Gemini CLI say? The newer lines and the older single document, as turns. Pure.

A message is written again, whole, when its tokens or tools are known: it is held until another follows.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from phantasm.contracts.client_text import exit_status, printed, said
from phantasm.session.transcripts.lines import RawLine
from phantasm.session.transcripts.model import Answer, Began, Call, Event, Turn, Unreadable
from phantasm.session.transcripts.records import (
    count_at,
    json_of,
    list_at,
    moment_at,
    object_at,
    objects_at,
    records,
    text_at,
    texts_of,
    written,
)
from phantasm.session.transcripts.terms import Role, Spent
from phantasm.session.transcripts.tools import SHELLS, call_of

ROLES: Final[dict[str, Role]] = {
    "user": "user",
    "gemini": "assistant",
    "info": "system",
    "warning": "system",
    "error": "system",
}

CLIENT: Final = "gemini"
SUBAGENT: Final = "subagent"


@dataclass(frozen=True, slots=True)
class _Held:
    """The newest form of the message that may still be written again."""

    start: int
    turn: Turn


def events(
    raw: Iterable[RawLine], known: Began | None = None, last: Turn | None = None
) -> Iterator[tuple[int, Event]]:
    """Yield what the lines say, each with the offset where reading goes on.

    The last message comes with the offset of its first line: whoever reads on meets it again, with the same
    id and perhaps with more in it. Whoever reads on gives the session, and a turn for the subagent's name.
    """
    began, agent = known, last.agent if last else None
    held: _Held | None = None
    for record in records(raw):
        event: Event | None
        if isinstance(record.value, Unreadable):
            event = record.value
        elif not _is_header(record.value):
            event = _event(record.value, began, agent, f"@{record.start}")
        elif began is None or record.start == 0:
            event = began = _began(record.value)
            agent = _agent(record.value)
        else:
            event = None
        if event is None:
            continue
        answer = event if isinstance(event, Turn) and event.role == "assistant" else None
        is_held = answer is not None and held is not None and answer.id == held.turn.id
        is_unfinished = isinstance(event, Unreadable) and event.why == "unfinished"
        # Nothing may overtake what is held: whoever stops at an offset has everything before it.
        if held and not is_held and not is_unfinished:
            yield record.start, held.turn
            held = None
        if answer is not None:
            held = _Held(held.start if held else record.start, answer)
        elif is_unfinished and held:
            yield held.start, event
        else:
            yield (record.start if isinstance(event, Began) else record.stop), event
    if held:
        yield held.start, held.turn


def events_of(data: bytes, name: str) -> Iterator[Event]:
    """Yield what a chat says that is one JSON document; `name` is its session where it does not say."""
    value = json_of(data)
    if not isinstance(value, dict):
        yield Unreadable("malformed", "no JSON object")
        return
    if not isinstance(value.get("messages"), list):
        yield Unreadable("unknown", "no chat")
        return
    began = _began({**value, "sessionId": text_at(value.get("sessionId")) or name})
    yield began
    for place, message in enumerate(list_at(value.get("messages"))):
        if event := _event(object_at(message), began, _agent(value), f"#{place}"):
            yield event


def _is_header(value: dict[str, object]) -> bool:
    return "type" not in value and isinstance(value.get("sessionId"), str) and "$set" not in value


def _began(header: dict[str, object]) -> Began:
    folders = [folder for part in list_at(header.get("directories")) if (folder := text_at(part))]
    return Began(
        session=text_at(header.get("sessionId")),
        at=moment_at(header.get("startTime")),
        folder=folders[0] if folders else None,
    )


def _agent(header: dict[str, object]) -> str | None:
    return SUBAGENT if header.get("kind") == SUBAGENT else None


def _event(value: dict[str, object], began: Began | None, agent: str | None, place: str) -> Event | None:
    """Return what a line says; None where it only keeps the client's own books."""
    session = began.session if began else ""
    if isinstance(value.get("$rewindTo"), str):
        text = f"rewound to before {text_at(value['$rewindTo'])}"
        return Turn(session, place, "system", text, agent=agent, is_machine=True)
    if "$set" in value:
        return None
    kind = text_at(value.get("type"))
    if kind not in ROLES:
        return Unreadable("unknown", kind) if kind else Unreadable("malformed", "a message without a type")
    # What the person typed stands apart where the client put files or hook output behind it.
    shown = texts_of(value.get("displayContent"), kinds=frozenset())
    texts = shown or texts_of(value.get("content"), kinds=frozenset())
    words = [words for text in texts if (words := said(CLIENT, text))]
    if kind == "user" and not texts:
        return None
    calls = objects_at(value.get("toolCalls"))
    own = text_at(value.get("id")) or place
    named = [(text_at(call.get("id")) or f"{own}/{number}", call) for number, call in enumerate(calls)]
    return Turn(
        session=session,
        id=own,
        role=ROLES[kind],
        text="\n".join((words if kind == "user" else []) or texts),
        at=moment_at(value.get("timestamp")),
        thought=_thoughts(value),
        calls=tuple(_call(identity, call) for identity, call in named),
        answers=tuple(_answer(identity, call) for identity, call in named if _is_done(call)),
        model=text_at(value.get("model")) or None,
        spent=_spent(object_at(value.get("tokens"))),
        folder=began.folder if began else None,
        agent=agent,
        is_machine=ROLES[kind] == "system" or (kind == "user" and not words),
    )


def _thoughts(value: dict[str, object]) -> str:
    found: list[str] = []
    for thought in objects_at(value.get("thoughts")):
        parts = (text_at(thought.get("subject")), text_at(thought.get("description")))
        found.append(": ".join(part for part in parts if part))
    return "\n".join(part for part in found if part)


def _call(identity: str, call: dict[str, object]) -> Call:
    return call_of(identity, text_at(call.get("name")), call.get("args"))


def _is_done(call: dict[str, object]) -> bool:
    return call.get("result") is not None or call.get("status") in ("success", "error", "cancelled")


def _answer(identity: str, call: dict[str, object]) -> Answer:
    text = printed(CLIENT, _result(call.get("result")))
    failed = {"error": True, "success": False}.get(text_at(call.get("status")))
    if text_at(call.get("name")) not in SHELLS:
        return Answer(identity, text, None, failed)
    code, has_failed, output = exit_status(CLIENT, text)
    if has_failed is None:
        # It runs on, or never ran: that the tool could do its work says nothing about the command.
        return Answer(identity, text, None, failed or None)
    return Answer(identity, output, None if failed and not code else code, has_failed or failed is True)


def _result(result: object) -> str:
    """Return what a tool gave back: its output or its error, and texts that stand beside it."""
    found = []
    for part in result if isinstance(result, list) else [result]:
        response = object_at(object_at(object_at(part).get("functionResponse")).get("response"))
        if response:
            told = response.get("output", response.get("error"))
            found.append(written(response if told is None else told))
        else:
            found.extend(texts_of([part], kinds=frozenset()))
    return "\n".join(text for text in found if text)


def _spent(tokens: dict[str, object]) -> Spent | None:
    if not tokens:
        return None
    # Thoughts are billed as output, and every other client counts them there.
    output = count_at(tokens.get("output")) + count_at(tokens.get("thoughts"))
    return Spent(count_at(tokens.get("input")), output, count_at(tokens.get("cached")))
