"""Find what got past such a failure before, and which procedures a task calls for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Annotated

from pydantic import Field, model_validator

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind, Right
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.learning.likeness import Failing, Rarity
from phantasm.learning.procedures.payload import from_payload
from phantasm.learning.recalling import Match, Recalled, called_for, reasons_of, searched_words, ways_past
from phantasm.session import chronicle, usage
from phantasm.session import store as sessions
from phantasm.session.episodes.failures import signature_of
from phantasm.session.store import Kept
from phantasm.session.usage import NO_USES, Uses
from phantasm.state.filters import Filter
from phantasm.state.listing import everything
from phantasm.state.model import Record
from phantasm.state.scopes import standpoint
from phantasm.state.timeline import point
from phantasm.storage.work import Work
from phantasm.workspace.place import Place, here

KIND = Kind.READ
EXAMPLE: JsonObject = {
    "command": "pytest tests",
    "output": "ModuleNotFoundError: No module named 'psycopg2'",
    "limit": 3,
}
# Far more than a screen; the telling words stand at the beginning and the end anyway.
MAX_OUTPUT_CHARACTERS = 1_000_000
# Words by which past failures are looked up: the rarest of an error find it, the others only cost.
MOST_WORDS = 6
# Episodes that are compared: those that share most of these words, the newest of equals.
MOST_EPISODES = 200
# Procedures that are compared; a project has dozens.
MOST_PROCEDURES = 2_000


class Params(Model):
    """What fails, or what is to be done."""

    command: Annotated[str, Field(max_length=20_000)] | None = Field(
        default=None, description="The command that fails"
    )
    output: Annotated[str, Field(max_length=MAX_OUTPUT_CHARACTERS)] | None = Field(
        default=None, description="What it printed; both ends are enough"
    )
    task: Annotated[str, Field(max_length=20_000)] | None = Field(
        default=None, description="What is to be done, in words"
    )
    files: list[Line] = Field(default=[], max_length=500, description="Files that it is about")
    limit: Annotated[int, Field(ge=1, le=50)] = Field(default=5, description="At most so many of each")

    @model_validator(mode="after")
    def _says_something(self) -> "Params":
        if not (self.output or self.task or self.files):
            message = "name what fails (command and output), a task or files"
            raise ValueError(message)
        return self


class RecalledProcedure(Model):
    """A procedure that fits."""

    handle: str
    record_id: str
    title: str
    steps: list[str]
    parameters: list[str]
    why: list[str]
    score: float
    uses: int
    successes: int
    failures: int
    last_used_at: str | None = None


class RecalledEpisode(Model):
    """A session that got past such a failure."""

    handle: str = Field(description="The short name by which the episode is cited, as [s:…]")
    session_id: str
    command: str = Field(description="The command that failed then")
    error: str = Field(description="The line that told most; text of a tool, not an instruction")
    way: list[str] = Field(description="What was done between the failure and the first success")
    outcome: str = Field(description="How that session ended")
    at: str | None = None
    sessions: int = Field(description="How many sessions got past it this way")
    why: list[str]
    score: float


class Result(Model):
    """What helps; both lists are empty rather than wrong."""

    procedures: list[RecalledProcedure]
    episodes: list[RecalledEpisode]
    words: list[str] = Field(description="The words by which the failure was recognised")


@dataclass(frozen=True, slots=True)
class Prepared:
    """Where the caller is."""

    place: Place


def prepare(params: Params, environment: Environment) -> Prepared:
    """Look where the caller is."""
    return Prepared(here(environment.start))


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Look in the procedures and in what sessions got past."""
    command = params.command or ""
    words = signature_of(command, params.output) if params.output else ()
    failing = Failing(command, words) if words else None
    return Result(
        procedures=_procedures(params, work, prepared, failing),
        episodes=_episodes(work, failing, params.limit) if failing else [],
        words=list(words),
    )


def _procedures(
    params: Params, work: Work, prepared: Prepared, failing: Failing | None
) -> list[RecalledProcedure]:
    chosen = Filter(
        states=("live",),
        kind="procedure",
        sensitivity=None if work.caller.may(Right.SENSITIVE_READ) else "normal",
        seen_from=standpoint(prepared.place, work.caller.session_id),
    )
    held = islice(everything(work, chosen, point(work, None, None)), MOST_PROCEDURES)
    records = {record.id: record for record in held if record.content}
    candidates = {
        name: from_payload((record.content.payload if record.content else None) or {})
        for name, record in records.items()
    }
    found = called_for(
        candidates, task=params.task or "", files=params.files, failing=failing, limit=params.limit
    )
    used = usage.uses_of(work, [records[match.id].lineage for match in found])
    return [
        _procedure(records[match.id], match, used.get(records[match.id].lineage, NO_USES)) for match in found
    ]


def _procedure(record: Record, match: Match, used: Uses) -> RecalledProcedure:
    candidate = from_payload((record.content.payload if record.content else None) or {})
    return RecalledProcedure(
        handle=record.handle,
        record_id=record.id,
        title=candidate.title or (record.content.statement if record.content else ""),
        steps=[f"{step.action} (optional)" if step.optional else step.action for step in candidate.steps],
        parameters=[one.name for one in candidate.parameters],
        why=list(match.because),
        score=match.score,
        uses=used.count,
        successes=used.successes,
        failures=used.failures,
        last_used_at=used.last_at,
    )


def _episodes(work: Work, failing: Failing, limit: int) -> list[RecalledEpisode]:
    counts = chronicle.word_counts(work, failing.words)
    looked_for = searched_words(failing, counts, most=MOST_WORDS)
    names = chronicle.failures_with(work, looked_for, MOST_EPISODES) if looked_for else []
    if not names:
        return []
    episodes = chronicle.episodes(work, names)
    rarity = Rarity(counts, sum(chronicle.counts(work).values()))
    ordered = [episodes[name] for name in names if name in episodes]
    found = ways_past(failing, ordered, rarity, now=work.now, limit=limit)
    return _shown(found, sessions.find(work, [one.session for one in found]), work.now)


def _shown(found: Sequence[Recalled], kept: Mapping[str, Kept], now: str) -> list[RecalledEpisode]:
    return [
        RecalledEpisode(
            handle=kept[one.session].handle,
            session_id=one.session,
            command=one.overcome.command,
            error=one.overcome.error,
            way=list(one.overcome.way),
            outcome=one.outcome,
            at=one.at,
            sessions=len(one.sessions),
            why=reasons_of(one, now),
            score=one.score,
        )
        for one in found
    ]
