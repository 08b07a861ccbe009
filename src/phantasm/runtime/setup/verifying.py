"""Does each integration work? Runs what is registered as the client would, and looks at what comes back.

Only commands that start a program of ours are run: the one that was asked for, or one that our own record
names outside the project. What came with a repository is not started because it is called so.
"""

import json
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from phantasm.config.paths import Paths
from phantasm.runtime.setup.clients.catalogue import PROGRAM, hook_command
from phantasm.runtime.setup.clients.model import CLIENTS, Event, Homes, WantedFile
from phantasm.runtime.setup.file_plans import Problem, plan_files
from phantasm.runtime.setup.guidance import block_in, codex_limit, read_by
from phantasm.runtime.setup.installed import Installed, read_record
from phantasm.runtime.setup.merging import json_edit, toml_text
from phantasm.runtime.setup.merging.hooks import Hook, commands_at, is_same_command
from phantasm.runtime.setup.merging.json_text import UnreadableError
from phantasm.runtime.setup.merging.pieces import Member, Table, is_server
from phantasm.runtime.setup.offering import Offer
from phantasm.runtime.setup.places import PROJECT
from phantasm.runtime.setup.trying import Answer, try_hook, try_server

_REPAIR = f"{PROGRAM} install"
# Folders in which a name means something else for every process.
_ONES_OWN = (("proc",), ("dev",))
_STRANGE = "it starts another program than this installation's; --command names the one to try"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was tried."""

    client: str
    what: str
    ok: bool
    detail: str = ""
    command: str | None = None
    """What to do when it is not well."""


@dataclass(frozen=True, slots=True)
class _Trial:
    """Where a command is tried, and which programs may be started."""

    folder: Path
    programs: frozenset[str]


def verify(offer: Offer, plugin_events: Sequence[Event]) -> Iterator[Check]:
    """Try everything that the clients of an offer should have, one after the other."""
    folder = offer.place.base
    record = read_record(offer.place.record) or Installed()
    trial = _Trial(folder, frozenset({offer.program, *_programs(record, folder)}))
    _, problems = plan_files(offer.place, offer.files, record.integrations)
    refused = {problem.path: problem for problem in problems}
    for file in offer.files:
        shown = offer.place.shown(file.path)
        yield from _verify_file(file, shown, refused.get(shown), trial)
        if file.client == "opencode" and file.whole is not None:
            for event, _, _ in plugin_events:
                yield _hook(file, hook_command(offer.program, file.client, event), trial)
    if offer.place.scope == PROJECT:
        for client in offer.clients:
            yield _block(client, folder, offer.homes)
        is_on = not Paths(folder).paused.exists()
        detail = "" if is_on else "hooks say and keep nothing in this project"
        yield Check("", "hooks are not paused", ok=is_on, detail=detail, command=f"{PROGRAM} resume")


def _programs(record: Installed, folder: Path) -> set[str]:
    """Return the programs that were once named with --command; none that came with the repository."""
    commands = [entry.command for file in record.integrations.files.values() for entry in file.entries]
    named = {Path(shlex.split(command)[0]) for command in commands if command}
    outside = {path for path in named if path.is_absolute() and path.parts[1:2] not in _ONES_OWN}
    return {str(path) for path in outside if not path.resolve().is_relative_to(folder.resolve())}


def _verify_file(file: WantedFile, shown: str, refused: Problem | None, trial: _Trial) -> Iterator[Check]:
    try:
        text = file.path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        text = None
    if text is None:
        detail = refused.reason if refused else "the file is missing"
        yield Check(file.client, shown, ok=False, detail=detail, command=_again(file))
        return
    if file.whole is not None:
        is_current = text == file.whole
        detail = "" if is_current else "it is not the present version"
        yield Check(file.client, shown, ok=is_current, detail=detail, command=_again(file))
    for piece in file.pieces:
        try:
            match piece:
                case Member(path):
                    yield _server(file, shown, json_edit.value_at(text, path), trial)
                case Table(path):
                    yield _server(file, shown, toml_text.table_at(text, path), trial)
                case Hook(path, _, command):
                    yield _registered(file, f"{shown} {path[-1]}", _found(text, path, command), trial)
        except UnreadableError as problem:
            yield Check(file.client, shown, ok=False, detail=str(problem), command=_again(file))
            return


def _found(text: str, path: tuple[str, ...], wanted: str) -> str | None:
    return next((command for command in commands_at(text, path) if is_same_command(command, wanted)), None)


def _registered(file: WantedFile, what: str, command: str | None, trial: _Trial) -> Check:
    if command is None:
        return Check(file.client, what, ok=False, detail="the hook is not registered", command=_again(file))
    return _hook(file, command, trial)


def _hook(file: WantedFile, command: str, trial: _Trial) -> Check:
    program, *_, event = shlex.split(command)
    if program not in trial.programs or command != hook_command(program, file.client, event):
        return Check(file.client, command, ok=False, detail=_STRANGE, command=_again(file))
    answer = try_hook(command, json.dumps(_sample(event, trial)), trial.folder)
    return _told(file, command, answer)


def _server(file: WantedFile, shown: str, value: object, trial: _Trial) -> Check:
    what = f"server in {shown}"
    if not isinstance(value, dict) or not is_server(value):
        detail = "the server is not registered" if value is None else "another server has that name"
        return Check(file.client, what, ok=False, detail=detail, command=_again(file))
    command, arguments = value["command"], value.get("args", [])
    words = [*(command if isinstance(command, list) else [command]), *arguments]
    filled = [str(word).replace("${workspaceFolder}", str(trial.folder)) for word in words]
    if filled[0] not in trial.programs:
        return Check(file.client, what, ok=False, detail=_STRANGE, command=_again(file))
    return _told(file, what, try_server(filled, trial.folder))


def _told(file: WantedFile, what: str, answer: Answer) -> Check:
    return Check(
        file.client,
        what,
        ok=not answer.problem,
        detail=answer.problem or answer.told,
        command=f"{PROGRAM} doctor",
    )


def _block(client: str, root: Path, homes: Homes) -> Check:
    """Look for the block where the client itself reads: in a file that it leaves out, it says nothing."""
    names = read_by(client, root, homes)
    name = next((name for name in names if block_in(root / name)), "")
    detail = ""
    if not name:
        others = [other for one in CLIENTS for other in read_by(one, root, homes) if block_in(root / other)]
        elsewhere = f"; {others[0]} has it, which {client} does not read" if others else ""
        detail = f"the block is missing{elsewhere}"
    elif client == "codex" and block_in(root / name) > (most := codex_limit(root, homes)):
        detail = f"Codex reads the first {most} bytes, and the block stands behind them: move it up"
    return Check(
        client, f"block in {name or names[0]}", ok=not detail, detail=detail, command=f"{_REPAIR} {client}"
    )


def _again(file: WantedFile) -> str:
    return f"{_REPAIR} {file.client}".rstrip()


def _sample(event: str, trial: _Trial) -> dict[str, object]:
    """Return an event that every client's adapter can read: each finds the names that it knows.

    It belongs to no session, so the hook does all its work and nothing of it is remembered.
    """
    return {
        "hook_event_name": event,
        "cwd": str(trial.folder),
        "directory": str(trial.folder),
        "workspace_roots": [str(trial.folder)],
        "source": "startup",
        "prompt": "",
        "tool_name": "Bash",
        "tool_input": {"command": "true"},
        "tool_response": {"exit_code": 0, "stdout": ""},
    }
