"""How are sessions and turns handed over? The shapes that requests share."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from phantasm.contracts.model import Line, Model, Timestamp
from phantasm.session.model import Session, Slot, Turn
from phantasm.session.transcripts.terms import Role, Spent

# A turn as long as a book is a file that somebody pasted; the rest of it is in the transcript.
MAX_TURN_CHARACTERS = 200_000
# One call is one transaction: so many turns commit in a fraction of a second.
MAX_TURNS = 2_000
MAX_SESSIONS = 200

OutcomeName = Literal["success", "failure", "partial", "abandoned", "unknown"]
Tokens = Annotated[int, Field(ge=0, le=10**12)]
TurnText = Annotated[str, StringConstraints(max_length=MAX_TURN_CHARACTERS)]
# A command line with a document in it is longer than any other line.
CommandLine = Annotated[str, StringConstraints(max_length=20_000)]

_SLOTS: dict[Role, Slot] = {"user": "observation", "assistant": "reasoning", "tool": "outcome"}


class TurnInput(Model):
    """One thing that was said, thought, done or seen."""

    id: Line = Field(description="The same each time this turn is handed over")
    role: Literal["user", "assistant", "tool"]
    slot: Literal["observation", "reasoning", "action", "outcome"] | None = Field(
        default=None, description="What it is to the work; left out, the role says it"
    )
    text: TurnText = Field(default="", description="What was said, or what a tool gave back")
    at: Timestamp | None = Field(default=None, description="When")
    place: Annotated[int, Field(ge=0, lt=2**53)] | None = Field(
        default=None, description="Where it stands in the transcript; left out, behind the turns before it"
    )
    tool: Line | None = Field(default=None, description="The tool that was used or that answers")
    command: CommandLine | None = Field(default=None, description="The command line that was run")
    files: Annotated[list[Line], Field(max_length=200)] = Field(
        default_factory=list, description="The files that were read or changed"
    )
    call: Line | None = Field(default=None, description="What an action and its outcome have in common")
    exit_code: Annotated[int, Field(ge=-(2**31), lt=2**32)] | None = Field(
        default=None, description="How a command ended"
    )
    failed: bool | None = Field(default=None, description="Whether it failed, where there is no exit code")
    model: Line | None = None
    agent: Line | None = Field(default=None, description="The subagent; left out for the main line")
    input_tokens: Tokens = 0
    output_tokens: Tokens = 0
    cached_tokens: Tokens = 0
    cost: Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)] | None = Field(
        default=None, description="In US dollars, as the client reported it"
    )

    def to_turn(self, session_id: str, place: int, text: str) -> Turn:
        """Return it as a turn of a session; `text` is what is left of its text."""
        spent = Spent(self.input_tokens, self.output_tokens, self.cached_tokens, self.cost)
        acts = self.command is not None or (self.role == "assistant" and self.tool is not None)
        return Turn(
            session=session_id,
            id=self.id,
            place=place if self.place is None else self.place,
            at=self.at,
            role=self.role,
            slot=self.slot or ("action" if acts else _SLOTS[self.role]),
            text=text,
            tool=self.tool,
            command=self.command or None,
            files=tuple(self.files),
            call=self.call,
            exit_code=self.exit_code,
            failed=self.failed,
            spent=spent if spent != Spent() else None,
            model=self.model,
            agent=self.agent,
        )


class SessionFields(Model):
    """What is known about a session."""

    session_id: Line = Field(description="The client's own id of the session")
    agent: Line | None = Field(default=None, description="The client; left out, the caller's profile")
    started_at: Timestamp | None = Field(default=None, description="When it began")
    folder: Line | None = Field(default=None, description="Where it works")
    branch: Line | None = Field(default=None, description="The branch it works on")
    version: Line | None = Field(default=None, description="The client's version")
    continues: Line | None = Field(default=None, description="The session that it goes on with")
    title: Line | None = Field(default=None, description="What it is called")

    def to_session(self, profile: str, *, ended_at: str | None = None) -> Session:
        """Return what is known as a session."""
        return Session(
            id=self.session_id,
            client=self.agent or profile,
            started_at=self.started_at,
            ended_at=ended_at,
            continues=self.continues,
            folder=self.folder,
            branch=self.branch,
            version=self.version,
            title=self.title,
        )


class SessionInput(SessionFields):
    """A session and some of its turns."""

    turns: Annotated[list[TurnInput], Field(max_length=MAX_TURNS)] = Field(
        default_factory=list, description="In order; a turn that is known already changes nothing"
    )
    ended_at: Timestamp | None = Field(default=None, description="When it ended, if it has")
