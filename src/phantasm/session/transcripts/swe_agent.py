"""What does a trajectory of SWE-agent or mini-SWE-agent say? One JSON document; pure.

SWE-agent writes `trajectory` (the steps) and `history` (the messages, of which only those before the first
step say more); mini-SWE-agent writes `messages` alone. Both rewrite the whole file, so nothing is resumed:
turns are named after their place, and reading again gives the same turns and the new ones.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import replace

from phantasm.session.transcripts.model import Began, Call, Event, Turn, Unreadable
from phantasm.session.transcripts.records import json_of, object_at, objects_at, text_at
from phantasm.session.transcripts.swe_actions import call_of, changed_files, said
from phantasm.session.transcripts.swe_messages import answers, content_of, message_turn, spent_in

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
