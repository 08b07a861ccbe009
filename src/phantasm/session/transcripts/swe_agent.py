"""What does a trajectory of SWE-agent or mini-SWE-agent say? One JSON document; pure.

SWE-agent writes `trajectory` (the steps) and `history` (the messages, of which only those before the first
step say more); mini-SWE-agent writes `messages` alone. Both rewrite the whole file, so nothing is resumed:
turns are named after their place, and reading again gives the same turns and the new ones.
"""

import hashlib
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import replace

from phantasm.session.transcripts.measures import cost_at, when_at
from phantasm.session.transcripts.model import Answer, Began, Call, Event, Turn, Unreadable
from phantasm.session.transcripts.records import (
    code_at,
    count_at,
    json_of,
    object_at,
    objects_at,
    text_at,
    written,
)
from phantasm.session.transcripts.terms import Role, Spent

FILE_PLACE = {"open": 1, "create": 1, "str_replace_editor": 2}
"""Tools of SWE-agent that name their file, and which word of the line it is."""

OPEN_FILE_TOOLS = frozenset({"edit", "insert", "goto", "scroll_up", "scroll_down"})
"""Tools of SWE-agent that work on the file that is open."""

OTHER_TOOLS = frozenset({"search_dir", "search_file", "find_file", "submit", "exit_forfeit"})
"""Tools of SWE-agent that change no file; like the others they are no commands of a shell."""

NO_FILE = "n/a"
"""What SWE-agent writes where no file is open."""

MOST_LINE_CHARACTERS = 4096
"""How much of an action's first line is taken apart, in characters: `shlex` is slow and paths are short."""

ACTION_FENCES = ("```mswea_bash_command\n", "```bash\n", "```sh\n", "```\n")
"""How an action begins in what the model wrote, where it calls no tools; the most telling first."""


WRAPPERS = (("```", "```"), ("<command>", "</command>"))
"""What stands around an action in what the model wrote."""


def call_of(action: str, own: str, open_file: str = "") -> Call:
    """Return an action as a call: a tool of SWE-agent with its files, anything else as a command line."""
    action = action.strip()
    line = action.split("\n", 1)[0][:MOST_LINE_CHARACTERS]
    name = line.split(" ", 1)[0]
    if name in FILE_PLACE:
        return Call(own, name, action, files=tuple(_words(line)[FILE_PLACE[name] :][:1]))
    if name in OPEN_FILE_TOOLS:
        return Call(own, name, action, files=(open_file,) if open_file not in ("", NO_FILE) else ())
    if name in OTHER_TOOLS:
        return Call(own, name, action)
    return Call(own, "bash", action, action)


def calls_in(message: dict[str, object], own: str) -> tuple[Call, ...]:
    """Return what a message asks for: its tool calls, its listed actions, or the block that it ends with."""
    if tools := objects_at(message.get("tool_calls")):
        return tuple(_tool_call(tool, f"{own}/{place}") for place, tool in enumerate(tools))
    if listed := objects_at(object_at(message.get("extra")).get("actions")):
        return tuple(
            Call(text_at(action.get("tool_call_id")) or f"{own}/{place}", "bash", command, command)
            for place, action in enumerate(listed)
            if (command := text_at(action.get("command")))
        )
    action = text_at(message.get("action")) or fenced_action(text_at(message.get("content")))
    return (call_of(action, f"{own}/0"),) if action.strip() else ()


def fenced_action(text: str) -> str:
    """Return the first block of shell in a text; empty where it has none."""
    for fence in ACTION_FENCES:
        begin = text.find(fence)
        if begin >= 0 and (end := text.find("\n```", begin + len(fence) - 1)) >= 0:
            return text[begin + len(fence) : end]
    return ""


def said(text: str, thought: str, actions: Iterable[str]) -> str:
    """Return what a message says besides the thought at its head and the blocks that hold its actions."""
    rest = text.strip().removeprefix(thought.strip())
    for action in actions:
        rest = _without(rest, action.strip())
    return rest.strip()


def changed_files(diff: str) -> tuple[str, ...]:
    """Return the files that a diff leaves behind."""
    return tuple(dict.fromkeys(line[6:].rstrip() for line in diff.splitlines() if line.startswith("+++ b/")))


def _tool_call(tool: dict[str, object], own: str) -> Call:
    function = object_at(tool.get("function"))
    name, arguments = text_at(function.get("name")), written(function.get("arguments"))
    values = object_at(json_of(arguments))
    command = text_at(values.get("command")) if name in ("bash", "execute_bash") else ""
    file = text_at(values.get("path")) or text_at(values.get("filename"))
    return Call(text_at(tool.get("id")) or own, name, arguments, command or None, (file,) if file else ())


def _without(text: str, action: str) -> str:
    """Return the text without the first block that holds the action and nothing else."""
    for opening, closing in WRAPPERS:
        begin = text.find(opening)
        while begin >= 0 and (end := text.find(closing, begin + len(opening))) >= 0:
            inside = text[begin + len(opening) : end]
            # Behind an opening fence stands a language, which is no part of the action.
            if action in (inside.strip(), inside.partition("\n")[2].strip()):
                return text[:begin] + text[end + len(closing) :]
            begin = text.find(opening, end + len(closing))
    return text


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError:  # a quote that another line closes
        return line.split()


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


DIGEST_CHARACTERS = 16
"""How much of the digest names a session: 64 bits tell apart all runs that one project will ever see."""


def events_of(data: bytes, name: str) -> Iterator[Event]:
    """Yield the session of a trajectory and its turns; `name` is the file's, and part of the session's."""
    document = json_of(data)
    if not isinstance(document, dict):
        # The file is rewritten after each step: a document without its end was met while that happened.
        is_cut = not data.rstrip().endswith((b"}", b"]"))
        yield Unreadable("unfinished" if is_cut else "malformed", name)
        return
    steps = objects_at(document.get("trajectory"))
    messages = [
        message
        for message in objects_at(document.get("messages")) or objects_at(document.get("history"))
        if not message.get("is_demo")
    ]
    if not steps and not messages:
        yield Unreadable("unknown", name)
        return
    turns = _turns(document, steps, messages)
    session = _session(name, turns)
    if session is None:
        yield Unreadable("unfinished", name)
        return
    info = object_at(document.get("info"))
    yield Began(
        session,
        at=next((turn.at for turn in turns if turn.at), None),
        folder=next((turn.folder for turn in turns if turn.folder), None),
        version=text_at(info.get("mini_version")) or text_at(info.get("swe_agent_version")) or None,
    )
    model = _model(document)
    for turn in (*turns, *_ending(info, turns)):
        yield replace(
            turn, session=session, model=turn.model or (model if turn.role == "assistant" else None)
        )


def _turns(
    document: dict[str, object], steps: list[dict[str, object]], messages: list[dict[str, object]]
) -> list[Turn]:
    if not steps:
        found: list[Turn] = []
        for place, message in enumerate(messages):
            if turn := message_turn(message, f"message/{place}", found):
                found.append(turn)
        return found
    # Where there are steps, the history says more only before the first of them: who asked for what.
    first = next((at for at, message in enumerate(messages) if message.get("role") == "assistant"), None)
    before = [
        turn
        for place, message in enumerate(messages[:first])
        if (turn := message_turn(message, f"message/{place}", []))
    ] or _task(document)
    return [*before, *(turn for place, step in enumerate(steps) for turn in _step(step, f"step/{place}"))]


def _step(step: dict[str, object], own: str) -> Iterator[Turn]:
    """Yield what was thought and run, and what came back."""
    state = step.get("state")
    where = object_at(json_of(state) if isinstance(state, str) else state)
    folder = text_at(where.get("working_dir")) or None
    action, thought = text_at(step.get("action")), text_at(step.get("thought"))
    call = call_of(action, f"{own}/0", text_at(where.get("open_file"))) if action.strip() else None
    yield Turn(
        "",
        own,
        "assistant",
        said(content_of(step.get("response")), thought, [action]),
        thought=thought.strip(),
        calls=(call,) if call else (),
        folder=folder,
    )
    if observation := content_of(step.get("observation")):
        yield Turn(
            "",
            f"{own}/answer",
            "tool",
            "",
            answers=answers(observation, call.id if call else ""),
            folder=folder,
        )


def _task(document: dict[str, object]) -> list[Turn]:
    """Return what was asked for, from the settings of the run."""
    statement = object_at(_settings(document).get("problem_statement"))
    text = text_at(statement.get("text"))
    return [Turn("", "task", "user", text)] if text else []


def _ending(info: dict[str, object], turns: list[Turn]) -> Iterator[Turn]:
    """Yield how the run ended, once it has: status, what was handed in, the cost where no turn has one."""
    status = text_at(info.get("exit_status"))
    if not status:
        return
    submission = text_at(info.get("submission"))
    handed_in = Call("exit/0", "submit", submission, files=changed_files(submission))
    spent = None if any(turn.spent for turn in turns) else spent_in(object_at(info.get("model_stats")))
    yield Turn(
        "", "exit", "system", status, calls=(handed_in,) if submission else (), spent=spent, is_machine=True
    )


def _session(name: str, turns: list[Turn]) -> str | None:
    """Name a run after its file and how it began; None before it has begun.

    The name alone does not tell runs apart (mini-SWE-agent writes each run over the last one), and neither
    does the beginning (models often begin a task in the same words). Both stay while a run goes on.
    """
    first = next((place for place, turn in enumerate(turns) if turn.role == "assistant"), None)
    if first is None:
        return None
    digest = hashlib.sha256(name.encode("utf-8", "replace"))
    for turn in turns[: first + 1]:
        digest.update(f"{turn.role}\0{turn.at}\0{turn.text}\0{turn.thought}\0{turn.calls}\0".encode())
    stem = name.replace("\\", "/").rsplit("/", 1)[-1]
    for ending in (".json", ".traj"):
        stem = stem.removesuffix(ending)
    return f"{stem}-{digest.hexdigest()[:DIGEST_CHARACTERS]}"


def _model(document: dict[str, object]) -> str | None:
    config = object_at(object_at(document.get("info")).get("config"))
    ours = object_at(config.get("model")).get("model_name")
    theirs = object_at(object_at(_settings(document).get("agent")).get("model")).get("name")
    return text_at(ours) or text_at(theirs) or None


def _settings(document: dict[str, object]) -> dict[str, object]:
    """Return how the run was set up: an object, or in some versions the JSON of one."""
    settings = document.get("replay_config")
    if isinstance(settings, str):
        settings = json_of(settings)
    return object_at(settings)
