"""What does a rollout of Codex say? Its lines as turns, in the older bare and the newer wrapped shape. Pure.

Codex writes each message twice, as an item for the model and as an event for the screen: the item is read.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from phantasm.contracts import client_text
from phantasm.session.transcripts.lines import RawLine
from phantasm.session.transcripts.model import Answer, Began, Call, Event, Turn, Unreadable
from phantasm.session.transcripts.records import (
    code_at,
    count_at,
    json_of,
    moment_at,
    object_at,
    objects_at,
    records,
    text_at,
    texts_of,
    written,
)
from phantasm.session.transcripts.terms import Role, Spent
from phantasm.session.transcripts.tools import call_of

CLIENT: Final = "codex"

CALLS: Final = frozenset(
    "function_call custom_tool_call local_shell_call web_search_call tool_search_call "
    "image_generation_call".split()
)
ANSWERS: Final = frozenset("function_call_output custom_tool_call_output tool_search_output".split())
SILENT_ITEMS: Final = frozenset(
    "ghost_snapshot compaction compaction_summary context_compaction compaction_trigger "
    "additional_tools other".split()
)
"""Items that say nothing to a reader: snapshots, and summaries that only the provider can decrypt."""

SILENT_EVENTS: Final = frozenset(
    "user_message agent_message agent_reasoning agent_reasoning_raw_content agent_reasoning_section_break "
    "task_started task_complete turn_started turn_complete context_compacted entered_review_mode "
    "exited_review_mode thread_name_updated thread_goal_updated thread_settings_applied item_started "
    "item_completed exec_command_begin exec_command_end patch_apply_begin patch_apply_end "
    "mcp_tool_call_begin mcp_tool_call_end web_search_begin web_search_end image_generation_begin "
    "image_generation_end view_image_tool_call dynamic_tool_call_request dynamic_tool_call_response "
    "plan_update turn_diff session_configured sub_agent_activity guardian_assessment hook_started "
    "hook_completed background_event".split()
)
"""Events that repeat for the screen what an item says, or only mark time."""

SILENT_LINES: Final = frozenset(
    "inter_agent_communication inter_agent_communication_metadata world_state security_risk_score".split()
)
"""Lines for Codex itself; messages between agents stand in items as well."""

WRAPPED: Final = frozenset("session_meta response_item event_msg turn_context compacted".split())
"""Lines that say nothing without a payload."""

NOTICES: Final = frozenset("turn_aborted thread_rolled_back error stream_error warning".split())

INTERRUPTED: Final = "<turn_aborted>"
"""The copy, for the model, of the event that a turn was broken off."""

_REQUEST_MARK: Final = "## My request for Codex:"
"""Where, behind what the editor's extension adds, the words of the person begin."""
_IDE_BEGINNING: Final = "# Context from my IDE setup:"

_TEXTS: Final = frozenset(("input_text", "output_text", "text"))
_THOUGHTS: Final = frozenset(("summary_text", "reasoning_text", "text"))


@dataclass(frozen=True, slots=True)
class Place:
    """What is known where a line stands."""

    began: Began | None = None
    folder: str | None = None
    model: str | None = None
    agent: str | None = None


def events(
    raw: Iterable[RawLine], known: Began | None = None, last: Turn | None = None
) -> Iterator[tuple[int, Event]]:
    """Yield what the lines say, each with the offset where reading goes on.

    Whoever reads on gives the session that began, and the last turn: its folder, model and agent still hold.
    A session begins before its line, so that whoever stops there reads that line again. Each report of tokens
    is a turn, named after the totals: Codex repeats reports, and the same name means the same tokens.
    """
    place = Place(
        known,
        (last.folder if last else None) or (known.folder if known else None),
        last.model if last else None,
        last.agent if last else None,
    )
    for record in records(raw):
        if isinstance(record.value, Unreadable):
            yield record.stop, record.value
            continue
        found, place = _read(record.value, place, record.start)
        for event in found:
            yield (record.start if isinstance(event, Began) else record.stop), event


def _read(line: dict[str, object], place: Place, start: int) -> tuple[tuple[Event, ...], Place]:
    kind, payload = _opened(line)
    at = moment_at(line.get("timestamp"))
    match kind:
        case "response_item":
            return _item(payload, place, start, at), place
        case "event_msg":
            return _event(payload, place, start, at), place
        case "session_meta":
            return _session(payload, place, at=at, is_first=start == 0)
        case "turn_context":
            place = replace(
                place,
                folder=text_at(payload.get("cwd")) or place.folder,
                model=text_at(payload.get("model")) or place.model,
            )
            return (_turn(place, start, "system", at=at, is_machine=True),), place
        case "compacted":
            summary = _turn(place, start, "system", text_at(payload.get("message")), at=at, is_machine=True)
            if place.began is None:
                return (summary,), place
            segment = replace(place.began, at=at, continues=place.began.session, folder=place.folder)
            return (segment, summary), place
        case "" if line.get("record_type") == "state":
            return (), place
        case _ if kind in SILENT_LINES:
            return (), place
        case "":
            return (Unreadable("malformed", "neither a type nor a payload"),), place
        case _:
            return (Unreadable("unknown", kind),), place


def _opened(line: dict[str, object]) -> tuple[str, dict[str, object]]:
    """Return the type of a line and what it holds, whichever shape it has."""
    kind = text_at(line.get("type"))
    payload = line.get("payload")
    if isinstance(payload, dict):
        return kind, payload
    if kind in {"message", "reasoning"} or kind in CALLS or kind in ANSWERS or kind in SILENT_ITEMS:
        return "response_item", line
    if not kind and text_at(line.get("id")) and "timestamp" in line:
        return "session_meta", line
    return ("" if kind in WRAPPED else kind), {}


def _session(
    meta: dict[str, object], place: Place, *, at: str | None, is_first: bool
) -> tuple[tuple[Event, ...], Place]:
    """A fork repeats its parent's lines, the one about the session among them: only the first one counts."""
    if place.began is not None and not is_first:
        return (), place
    session = text_at(meta.get("id"))
    if not session:
        return (Unreadable("malformed", "a session without an id"),), place
    agent, parent = _delegated(meta)
    began = Began(
        session=session,
        at=moment_at(meta.get("timestamp")) or at,
        continues=text_at(meta.get("forked_from_id")) or parent,
        folder=text_at(meta.get("cwd")) or None,
        branch=text_at(object_at(meta.get("git")).get("branch")) or None,
        version=text_at(meta.get("cli_version")) or None,
    )
    return (began,), Place(began, began.folder, None, agent)


def _delegated(meta: dict[str, object]) -> tuple[str | None, str | None]:
    """Return the name of the subagent that a session belongs to, and the session that sent it."""
    source = object_at(meta.get("source")).get("subagent")
    spawn = object_at(object_at(source).get("thread_spawn"))
    named = (meta.get("agent_nickname"), meta.get("agent_role"), spawn.get("agent_nickname"))
    name = next((text for value in named if (text := text_at(value))), "")
    if not name and source:
        name = text_at(source) or "subagent"
    return name or None, text_at(spawn.get("parent_thread_id")) or None


def _item(item: dict[str, object], place: Place, start: int, at: str | None) -> tuple[Event, ...]:
    kind = text_at(item.get("type"))
    if kind in CALLS:
        return (_turn(place, start, "assistant", at=at, calls=(called(item, _name(start)),)),)
    if kind in ANSWERS:
        return (_turn(place, start, "tool", at=at, answers=(answered(item),)),)
    match kind:
        case "message":
            role, text, is_machine = said(item)
            if not text or (is_machine and text.lstrip().startswith(INTERRUPTED)):
                return ()
            return (_turn(place, start, role, text, at=at, is_machine=is_machine),)
        case "agent_message":
            # Another agent speaks to this one: neither the person nor this session's model said it.
            _, text, _ = said(item)
            return (_turn(place, start, "system", text, at=at, is_machine=True),) if text else ()
        case "reasoning":
            found = thought(item)
            return (_turn(place, start, "assistant", at=at, thought=found),) if found else ()
        case "":
            return (Unreadable("malformed", "an item without a type"),)
        case _:
            return () if kind in SILENT_ITEMS else (Unreadable("unknown", kind),)


def _event(event: dict[str, object], place: Place, start: int, at: str | None) -> tuple[Event, ...]:
    kind = text_at(event.get("type"))
    if kind in SILENT_EVENTS:
        return ()
    if kind == "token_count":
        return _tokens(object_at(event.get("info")), place, start, at)
    if kind not in NOTICES:
        return (Unreadable("unknown", kind) if kind else Unreadable("malformed", "an event without a type"),)
    said_of_it = text_at(event.get("reason")) or text_at(event.get("message"))
    if kind == "thread_rolled_back":
        said_of_it = f"{count_at(event.get('num_turns'))} turns"
    text = f"{kind}: {said_of_it}" if said_of_it else kind
    return (_turn(place, start, "system", text, at=at, is_machine=True),)


def _tokens(info: dict[str, object], place: Place, start: int, at: str | None) -> tuple[Event, ...]:
    last, total = object_at(info.get("last_token_usage")), object_at(info.get("total_token_usage"))
    if not last:
        return ()
    spent = Spent(
        count_at(last.get("input_tokens")),
        count_at(last.get("output_tokens")),
        count_at(last.get("cached_input_tokens")),
    )
    turn = _turn(place, start, "system", at=at, spent=spent, is_machine=True)
    sums = f"{count_at(total.get('input_tokens'))}+{count_at(total.get('output_tokens'))}"
    return (replace(turn, id=f"tokens-{sums}") if total else turn,)


def _turn(place: Place, start: int, role: Role, text: str = "", **more: Any) -> Turn:  # noqa: ANN401  # Turn's own
    began = place.began
    return Turn(
        session=began.session if began else "",
        id=_name(start),
        role=role,
        text=text,
        model=place.model,
        folder=place.folder,
        branch=began.branch if began else None,
        agent=place.agent,
        **more,
    )


def _name(start: int) -> str:
    """Name what stands at an offset; the same whether the file is compressed or not."""
    return f"@{start}"


def said(item: dict[str, object]) -> tuple[Role, str, bool]:
    """Return who says a message, its text, and whether a machine wrote it.

    Where parts of a machine stand beside a person's, only the person's are kept.
    """
    texts = texts_of(item.get("content"), kinds=_TEXTS)
    match item.get("role"):
        case "assistant":
            return "assistant", "\n".join(texts), False
        case "user":
            words = [_request(words) for text in texts if (words := client_text.said(CLIENT, text))]
            return "user", "\n".join(words or texts), not words
        case _:
            return "system", "\n".join(texts), True


def _request(text: str) -> str:
    if not text.startswith(_IDE_BEGINNING):
        return text
    _, mark, words = text.partition(_REQUEST_MARK)
    return words.strip("\n") if mark else text


def thought(item: dict[str, object]) -> str:
    """Return what was thought: the thoughts themselves where they are there, else their summary."""
    whole = texts_of(item.get("content"), kinds=_THOUGHTS)
    return "\n".join(whole or texts_of(item.get("summary"), kinds=_THOUGHTS))


def called(item: dict[str, object], place: str) -> Call:
    """Return the call of an item; without an id it is named after its place."""
    identity = text_at(item.get("call_id")) or text_at(item.get("id")) or place
    match item.get("type"):
        case "local_shell_call":
            return call_of(identity, "local_shell", object_at(item.get("action")))
        case "web_search_call":
            return call_of(identity, "web_search", object_at(item.get("action")))
        case "tool_search_call":
            return call_of(identity, "tool_search", item.get("arguments"))
        case "image_generation_call":
            # The picture itself stays behind: it is megabytes of base64.
            return call_of(identity, "image_generation", text_at(item.get("revised_prompt")))
        case "custom_tool_call":
            return call_of(identity, text_at(item.get("name")), text_at(item.get("input")))
        case _:
            # A tool of an MCP server stands below its namespace: mcp__phantasm, and search.
            parts = (text_at(item.get("namespace")).strip("_"), text_at(item.get("name")))
            return call_of(identity, "__".join(filter(None, parts)), item.get("arguments"))


def answered(item: dict[str, object]) -> Answer:
    """Return what a tool gave back, with its exit code where the client wrote one down."""
    output = item.get("output", item.get("tools"))
    success: object = None
    if isinstance(output, dict):
        success, output = output.get("success"), output.get("content")
    text = "\n".join(texts_of(output, kinds=_TEXTS)) if _is_parts(output) else written(output)
    code = None
    if text.startswith("{"):
        text, code = _unwrapped(text)
    if code is None:
        code = client_text.exit_status(CLIENT, text)[0]
    failed = not success if isinstance(success, bool) else None
    if failed is None and code is not None:
        failed = code != 0
    return Answer(text_at(item.get("call_id")), text, code, failed)


def _is_parts(output: object) -> bool:
    return isinstance(output, list) and any("text" in part for part in objects_at(output))


def _unwrapped(text: str) -> tuple[str, int | None]:
    """Open the JSON in which older versions put an output and its exit code."""
    # Outputs of other tools are JSON, too, and long: what has no metadata is not parsed.
    if '"metadata"' not in text or '"output"' not in text:
        return text, None
    value = object_at(json_of(text))
    if not isinstance(value.get("output"), str) or not isinstance(value.get("metadata"), dict):
        return text, None
    return text_at(value["output"]), code_at(object_at(value["metadata"]).get("exit_code"))
