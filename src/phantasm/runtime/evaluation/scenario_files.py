"""What does a continuity scenario say? What happens, with time passing, and what memory must then tell.

A scenario is a TOML file. docs/replay.md has the whole of it with examples.
"""

import re
import tomllib
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError, model_validator

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.model import JsonObject, Line, Model, Timestamp

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
