"""Whether memory carries work on: scenarios with time passing, each in a store of its own, scored.

A scenario is a TOML file that says what happens and what memory must then tell; docs/replay.md has the whole
of it with examples.
"""

import json
import re
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, model_validator

from phantasm.capabilities.clock import FixedClock
from phantasm.config.paths import Paths
from phantasm.contracts.clock import from_timestamp, to_timestamp
from phantasm.contracts.envelope import API_VERSION, Response
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.model import JsonObject, Line, Model, Timestamp
from phantasm.runtime import maintaining
from phantasm.runtime.bootstrap import Runtime, open_project
from phantasm.runtime.party import Party
from phantasm.runtime.setup.project import lay_out_state

SHIPPED = Path(__file__).parent / "scenarios"
"""The scenarios that come with Phantasm."""
_SUFFIX = ".toml"
# A scenario is read by people: one that is longer than this is a recording.
_MOST_BYTES = 256 * 1024
_MOST_STEPS = 500
_SPAN = re.compile(r"(\d{1,6})\s*(s|m|h|d)")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
_TURN = re.compile(r"(user|assistant): (.+)|\$ (.+?) => (-?\d+)(?:: (.*))?", re.DOTALL)
_TURN_EXAMPLE = "'user: …', 'assistant: …' or '$ command => exit code: output'"

Text = Annotated[str, Field(min_length=1, max_length=10_000)]


def _is_span(value: str) -> timedelta:
    found = _SPAN.fullmatch(value)
    if found is None:
        message = "must be a number and one of s, m, h, d: 90m, 3d"
        raise ValueError(message)
    return timedelta(**{_UNITS[found[2]]: int(found[1])})


class Step(Model):
    """One thing that happens, or one question; a question says what its answer must and must not tell."""

    after: str | None = Field(default=None, description="How much time passes before it: 90m, 3d")
    session: Line | None = Field(default=None, description="The session that it happens in")
    turns: list[Text] = Field(default=[], description=f"What is said and done there: {_TURN_EXAMPLE}")
    ends: bool = Field(default=False, description="Whether the session ends with it")
    do: Line | None = Field(default=None, description="An operation that is asked for")
    maintain: bool = Field(default=False, description="Whether maintenance runs")
    params: JsonObject = Field(default={}, description="The operation's; ${name} stands for what was kept")
    profile: Line = Field(default="claude_code", description="Who asks; `cli` is a person")
    keep: dict[str, str] = Field(
        default={}, description="Parts of the answer to be named: results.0.record_id"
    )
    includes: list[Text] = Field(default=[], description="Each must be in the answer")
    includes_any: list[Text] = Field(default=[], description="One of them must be in the answer")
    excludes: list[Text] = Field(default=[], description="None may be in the answer")
    refused: Line | None = Field(default=None, description="The code with which it must be refused")

    @model_validator(mode="after")
    def _is_one_thing(self) -> "Step":
        if sum((bool(self.turns) or self.ends, self.do is not None, self.maintain)) != 1:
            message = "a step has turns, or do, or maintain"
            raise ValueError(message)
        if (self.turns or self.ends) and not self.session:
            message = "turns need the session that they belong to"
            raise ValueError(message)
        self.pause()
        for turn in self.turns:
            if not _TURN.fullmatch(turn):
                message = f"a turn is {_TURN_EXAMPLE}"
                raise ValueError(message)
        return self

    def pause(self) -> timedelta:
        """Return how much time passes before it."""
        return _is_span(self.after) if self.after else timedelta(0)

    @property
    def expectations(self) -> int:
        """How many things its answer must or must not tell."""
        named = len(self.includes) + len(self.excludes)
        return named + bool(self.includes_any) + (self.refused is not None)


class Scenario(Model):
    """What happens, in order."""

    title: Line
    about: Text | None = None
    kind: Literal["resume", "correction", "refocus", "gap", "deletion", "staleness", "failure", "other"] = (
        "other"
    )
    begins: Timestamp = Field(description="When the first step happens")
    step: Annotated[list[Step], Field(min_length=1, max_length=_MOST_STEPS)]


def turns_of(step: Step, first: int) -> list[JsonObject]:
    """Return a step's turns as `session_append` takes them, numbered from a place on; a command is two."""
    found: list[JsonObject] = []
    for text in step.turns:
        parts = _TURN.fullmatch(text)
        role, said, command, code, output = parts.groups() if parts else (None,) * 5
        place = first + len(found)
        if command is None:
            found.append({"id": f"t{place}", "place": place, "role": role, "text": said})
            continue
        call = f"c{place}"
        found.append(
            {
                "id": f"t{place}",
                "place": place,
                "role": "assistant",
                "tool": "Bash",
                "command": command,
                "call": call,
            }
        )
        outcome: JsonObject = {"id": f"t{place + 1}", "place": place + 1, "role": "tool", "call": call}
        found.append(outcome | {"text": output or "", "exit_code": int(code or 0)})
    return found


def read_scenarios(folder: Path) -> list[tuple[str, Scenario]]:
    """Read every scenario of a folder, or the one of a file, by name."""
    places = sorted(folder.glob(f"[!.]*{_SUFFIX}")) if folder.is_dir() else [folder]
    if not places:
        message = f"no scenario in {folder}"
        raise PhantasmError(Code.NOT_FOUND, message, expected=f"files that end with {_SUFFIX}")
    return [(place.stem, _read(place)) for place in places]


def _read(place: Path) -> Scenario:
    try:
        if place.stat().st_size > _MOST_BYTES:
            raise _wrong(place, f"larger than {_MOST_BYTES:,} bytes")
        return Scenario.model_validate(tomllib.loads(place.read_text(encoding="utf-8")))
    except FileNotFoundError as problem:
        raise PhantasmError(Code.NOT_FOUND, f"there is no scenario {place}") from problem
    except ValidationError as problem:
        first = problem.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise _wrong(place, f"{where}: {first['msg']}") from problem
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, OSError) as problem:
        raise _wrong(place, str(problem)) from problem


def _wrong(place: Path, problem: str) -> PhantasmError:
    return PhantasmError(Code.INVALID_PARAMS, f"{place.name}: {problem}", expected="a continuity scenario")


# Every look at the clock moves it: what happens later has a later moment, and a larger id.
_TICK = timedelta(milliseconds=1)
# How far apart the turns of one step are: a person reads and types.
_BETWEEN_TURNS = timedelta(seconds=20)
_PERSON = "cli"
_YES = Party(at_terminal=True, ask=lambda _question: True)
_ECHOES = frozenset({"query", "manifest", "preview", "task", "command", "output"})
"""What an answer repeats of the question, or says about itself: it is not what memory tells."""
_KEPT = re.compile(r"\$\{([a-z_]+)\}")
_SHOWN_CHARACTERS = 400


@dataclass(slots=True)
class _Stage:
    """One scenario as it is played."""

    runtime: Runtime
    clock: FixedClock
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    places: dict[str, int] = field(default_factory=dict)
    """How many turns each session has by now."""
    kept: dict[str, str] = field(default_factory=dict)


def evaluate_continuity(
    folder: Path | None = None, *, watch: Callable[[str], None] | None = None
) -> JsonObject:
    """Play every scenario of a folder, or those that come with Phantasm, and score what memory told."""
    played = []
    for name, scenario in read_scenarios(folder or SHIPPED):
        played.append(play(name, scenario))
        if watch is not None:
            watch(name)
    wanted = sum(int(str(one["expectations"])) for one in played)
    met = sum(int(str(one["met"])) for one in played)
    return {
        "scenarios": played,
        "expectations": wanted,
        "met": met,
        "score": round(met / wanted, 4) if wanted else 1.0,
        "whole": sum(one["met"] == one["expectations"] for one in played),
    }


def play(name: str, scenario: Scenario) -> JsonObject:
    """Play one scenario in a store of its own."""
    failures: list[JsonObject] = []
    with _stage(scenario) as stage:
        for place, step in enumerate(scenario.step, start=1):
            stage.clock.advance(step.pause())
            for expected, told in _take(stage, step):
                failures.append({"step": place, "expected": expected, "told": told[:_SHOWN_CHARACTERS]})
    wanted = sum(step.expectations for step in scenario.step)
    return {
        "name": name,
        "title": scenario.title,
        "kind": scenario.kind,
        "expectations": wanted,
        "met": wanted - len(failures),
        "failures": failures,
    }


def _take(stage: _Stage, step: Step) -> list[tuple[str, str]]:
    """Let one thing happen; return what was expected and did not come, with what came instead."""
    if step.maintain:
        maintaining.run(stage.runtime, {}, _nothing)
        return []
    if step.do is None:
        _append(stage, step)
        return []
    response = _ask(stage, step.do, _filled(stage, step.params), step)
    if step.refused is not None or response.error is not None:
        code = response.error.code if response.error else "no refusal"
        if step.refused is None:
            raise PhantasmError(
                Code(code), f"{step.do} was refused: {response.error and response.error.message}"
            )
        return [] if code == step.refused else [(f"refused: {step.refused}", code)]
    data = response.data or {}
    for name, path in step.keep.items():
        stage.kept[name] = str(_part(data, path))
    return list(_unmet(step, _told(data)))


def _unmet(step: Step, told: str) -> Iterator[tuple[str, str]]:
    text = _plain(told)
    yield from ((f"includes: {one}", told) for one in step.includes if _plain(one) not in text)
    if step.includes_any and not any(_plain(one) in text for one in step.includes_any):
        yield f"includes any: {' | '.join(step.includes_any)}", told
    yield from ((f"excludes: {one}", told) for one in step.excludes if _plain(one) in text)


def _append(stage: _Stage, step: Step) -> None:
    name = step.session or ""
    turns = turns_of(step, stage.places.get(name, 0))
    for turn in turns:
        stage.clock.advance(_BETWEEN_TURNS)
        turn["at"] = to_timestamp(stage.clock.now())
    stage.places[name] = stage.places.get(name, 0) + len(turns)
    if turns:
        params: JsonObject = {"session_id": name, "turns": turns}
        _must(_ask(stage, "session_append", params, step))
    if step.ends:
        _must(_ask(stage, "session_end", {"session_id": name}, step))


def _ask(stage: _Stage, operation: str, params: JsonObject, step: Step) -> Response:
    name = f"scenario-{next(stage.numbers)}"
    client: JsonObject = {"profile": step.profile}
    request: JsonObject = {
        "api_version": API_VERSION,
        "operation": operation,
        "request_id": name,
        "client": client | ({"session_id": step.session} if step.session else {}),
        "idempotency_key": name,
        "params": params,
    }
    return stage.runtime.handle(request, _YES if step.profile == _PERSON else Party())


def _must(response: Response) -> None:
    if response.error is not None:
        raise PhantasmError(Code(response.error.code), response.error.message)


def _filled(stage: _Stage, value: Any) -> Any:  # noqa: ANN401  whatever JSON can say
    """Return parameters with what was kept in the places that name it."""
    if isinstance(value, dict):
        return {name: _filled(stage, part) for name, part in value.items()}
    if isinstance(value, list):
        return [_filled(stage, part) for part in value]
    return _KEPT.sub(lambda found: stage.kept[found[1]], value) if isinstance(value, str) else value


def _part(data: object, path: str) -> object:
    for name in path.split("."):
        if isinstance(data, list) and name.isdigit() and int(name) < len(data):
            data = data[int(name)]
        elif isinstance(data, dict) and name in data:
            data = data[name]
        else:
            raise PhantasmError(Code.INVALID_PARAMS, f"the answer has no {path}", field="keep")
    return data


def _told(data: JsonObject) -> str:
    """Return what an answer tells: its text where it has one, else everything but echoes."""
    text = data.get("text")
    if isinstance(text, str):
        return text
    return json.dumps(_without_echoes(data), ensure_ascii=False)


def _without_echoes(value: object) -> object:
    if isinstance(value, dict):
        return {name: _without_echoes(part) for name, part in value.items() if name not in _ECHOES}
    return [_without_echoes(part) for part in value] if isinstance(value, list) else value


def _plain(text: str) -> str:
    """Return a text without regard to case and white space."""
    return " ".join(text.casefold().split())


def _nothing() -> None:
    """Whoever keeps a lease alive would do it here; in a scenario nobody else works."""


@contextmanager
def _stage(scenario: Scenario) -> Iterator[_Stage]:
    clock = FixedClock(from_timestamp(scenario.begins), _TICK)
    with tempfile.TemporaryDirectory(prefix="phantasm-scenario-") as name:
        root = Path(name).resolve()
        lay_out_state(Paths(root), clock=clock)
        with open_project(root, clock=clock) as runtime:
            yield _Stage(runtime, clock)
