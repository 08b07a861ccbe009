"""What did our own tools say in a session? Noted as given to it: what repeats it is an echo.

Hooks note what they hand over themselves. What an agent asked for through a tool or a command stands only in
the transcript.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from phantasm.context.echoes import fingerprints
from phantasm.session.given import given_to, note
from phantasm.session.own_tools import is_own
from phantasm.session.transcripts.model import Call, Turn

MOST_CHARACTERS: Final = 40_000
"""How much of an output is looked at: four times as much as a hook may hand over at once."""


def own_outputs(told: Turn, calls: Mapping[str, Call]) -> list[str]:
    """Return what our own tools gave back in a turn; `calls` are those that are not answered yet, by id."""
    known = {**calls, **{call.id: call for call in told.calls}}
    answered = [(answer, known.get(answer.call)) for answer in told.answers]
    return [
        answer.text[:MOST_CHARACTERS]
        for answer, call in answered
        if call is not None and answer.text and is_own(call.name, call.command)
    ]


def note_as_given(folder: Path, client: str, session: str, *, at: str, texts: Sequence[str]) -> None:
    """Note texts as given to a session, those once that are noted already."""
    if not texts:
        return
    prints = {one: None for text in texts for one in fingerprints(text)}
    try:
        held = given_to(folder, client, session).prints
        fresh = [one for one in prints if one not in held]
        if fresh:
            note(folder, client, session, at=at, prints=fresh)
    except OSError:  # derived: a disk that is full or read-only costs an echo, no import
        return
