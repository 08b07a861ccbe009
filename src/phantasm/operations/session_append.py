"""Keep turns of a session, or of many; a turn that is known already changes nothing."""

from typing import Annotated, NamedTuple

from pydantic import Field, model_validator

from phantasm.capabilities.environment import Environment
from phantasm.context.taking import IGNORED_TOOL, Handed, Taken, is_left_out, taken_in
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.learning.capturing import Captured, capture
from phantasm.session import offsets, pauses, store
from phantasm.session.given import given_to
from phantasm.session.inputs import MAX_SESSIONS, SessionInput
from phantasm.session.model import Turn
from phantasm.session.offsets import TranscriptInput
from phantasm.session.own_tools import is_own
from phantasm.session.slots import without_middle
from phantasm.storage import jobs
from phantasm.storage.work import Work
from phantasm.workspace.ignoring import ignoring

KIND = Kind.MUTATION
EXAMPLE: JsonObject = {
    "session_id": "9f6c1d2e",
    "turns": [
        {"id": "1", "role": "user", "text": "The upload test fails on my machine."},
        {
            "id": "2",
            "role": "assistant",
            "tool": "Bash",
            "command": "pytest tests/test_upload.py",
            "call": "a",
        },
        {"id": "3", "role": "tool", "call": "a", "text": "1 failed", "exit_code": 1},
    ],
}
# Control characters that no store may have; what stands for it is what people see in listings.
# So many turns are formed in a few hundredths of a second, under the write lock.
_FORMED_AT_ONCE = 300
_NUL, _SHOWN_NUL = "\x00", "\u2400"


class Params(SessionInput):
    """One session with its turns, or `sessions`."""

    session_id: Line = Field(default="", description="The client's own id of the session")
    sessions: Annotated[list[SessionInput], Field(max_length=MAX_SESSIONS)] = Field(
        default_factory=list, description="Many sessions with their turns, in place of one"
    )
    transcript: TranscriptInput | None = Field(
        default=None, description="How far the file was read that the turns come from; kept with them"
    )
    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")

    @model_validator(mode="after")
    def _one_or_many(self) -> "Params":
        told = bool(self.session_id) + bool(self.sessions)
        if told > 1 or not (told or self.transcript):
            message = "give session_id and turns, or sessions"
            raise ValueError(message)
        return self

    def batches(self) -> list[SessionInput]:
        """Return the sessions, however they were given."""
        return list(self.sessions) or ([self] if self.session_id else [])


class Appended(Model):
    """What became of one session's turns."""

    session_id: str
    added: int
    grown: int = Field(description="Turns that were known and say more now")
    known: int = Field(description="Turns that were known")
    outcome: str | None = Field(default=None, description="How it went, once it has ended")
    formed: bool = Field(default=False, description="Whether its episode was formed with this")


class Result(Model):
    """One entry per session, in order."""

    sessions: list[Appended]
    added: int


class Prepared(NamedTuple):
    """What the configuration says about turns, and what is taken in of them."""

    sensitivity: str
    output_characters: int
    taken: list[list[Taken]]
    """One entry per session, in order."""


def prepare(params: Params, environment: Environment) -> Prepared:
    """Take out what we said ourselves and what touches ignored files."""
    settings = environment.config.settings
    ignored = ignoring(settings.hooks.ignore, str(environment.paths.root))
    # Who hands turns over by name wants them kept; a transcript goes on while memory is paused.
    silent = pauses.spans(environment.paths) if params.transcript is not None else []
    taken = [
        taken_in(
            [turn for turn in batch.turns if not pauses.is_within(turn.at, silent)],
            _handed(batch, environment),
            ignored,
            batch.folder,
        )
        for batch in params.batches()
    ]
    return Prepared(settings.security.default_sensitivity, settings.sessions.output_characters, taken)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Keep the turns; what has ended becomes an episode at once."""
    appended = []
    for batch, taken in zip(params.batches(), prepared.taken, strict=True):
        session = batch.to_session(work.caller.profile, ended_at=batch.ended_at)
        told = _turns(work, batch.session_id, taken, prepared.output_characters)
        captured = capture(work, session, told, sensitivity=prepared.sensitivity)
        appended.append(_appended(work, captured, is_over=batch.ended_at is not None))
    if params.transcript is not None:
        offsets.note(work, params.transcript)
    return Result(sessions=appended, added=sum(one.added for one in appended))


def _handed(batch: SessionInput, environment: Environment) -> list[Handed]:
    """Return what a session was handed, or the one that it goes on with."""
    folder = environment.paths.given
    if not batch.turns or not folder.is_dir():
        return []
    clients = [batch.agent] if batch.agent else sorted(environment.profiles)
    sessions = [batch.session_id, *([batch.continues] if batch.continues else [])]
    given = [given_to(folder, client, session) for client in clients for session in sessions]
    return [handed for one in given for handed in one.handed]


def _turns(work: Work, session_id: str, taken: list[Taken], output_characters: int) -> list[Turn]:
    """Return the turns that are kept; one that names no place stands behind those before it."""
    unplaced = [one.given.id for one in taken if one.given.place is None]
    places = {turn.id: turn.place for turn in store.turns_of(work, session_id, unplaced)}
    behind = store.next_place(work, session_id) if len(places) < len(unplaced) else 0
    before = _used_before(work, session_id, taken)
    found: list[Turn] = []
    for one in taken:
        given, text = one.given, one.text.replace(_NUL, _SHOWN_NUL)
        use = before.get(given.call or "") if given.role == "tool" else None
        if use is not None and is_left_out(use):
            continue
        if given.role == "tool":
            text = "" if use and is_own(use.tool, use.command) else without_middle(text, output_characters)
        turn = given.to_turn(session_id, places.get(given.id, behind + len(found)), text)
        if one.is_ignored:
            turn = turn._replace(slot="action", tool=IGNORED_TOOL, command=None, files=())
        if text or _says_something(turn):
            found.append(turn)
    return found


def _used_before(work: Work, session_id: str, taken: list[Taken]) -> dict[str, Turn]:
    """Return what was handed over earlier of the uses of tools that are answered only now, by call."""
    here = {one.given.call for one in taken if one.given.role == "assistant"}
    calls = {one.given.call for one in taken if one.given.role == "tool" and one.given.call not in here}
    wanted = sorted(call for call in calls if call)
    return {
        turn.call: turn
        for turn in (store.turns_with_calls(work, session_id, wanted) if wanted else ())
        if turn.call and turn.slot == "action"
    }


def _says_something(turn: Turn) -> bool:
    """Tell whether a turn without words is worth keeping: a command that prints nothing still has an end."""
    known = (turn.exit_code, turn.failed)
    return any(one is not None for one in known) or bool(
        turn.command or turn.tool or turn.files or turn.spent
    )


def _appended(work: Work, captured: Captured, *, is_over: bool) -> Appended:
    kept, episode = captured.session, None
    if kept.state == "ended" and not kept.is_formed:
        # One that goes on after its end is told anew at once while that is cheap, else by the job.
        if is_over or store.count_turns(work, kept.session.id) <= _FORMED_AT_ONCE:
            from phantasm.learning.forming import form_episode  # noqa: PLC0415  not while a session goes on

            episode = form_episode(work, kept)
        jobs.enqueue(work, jobs.SESSION, jobs.AFTER_SESSION, key=jobs.SESSION, again=True)
    return Appended(
        session_id=kept.session.id,
        added=captured.added,
        grown=captured.grown,
        known=captured.known,
        outcome=episode.outcome if episode else kept.outcome,
        formed=episode is not None,
    )
