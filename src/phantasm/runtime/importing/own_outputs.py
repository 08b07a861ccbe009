"""What did our own tools say in a session? Noted as given to it: what repeats it is an echo.

Hooks note what they hand over themselves. What an agent asked for through a tool or a command stands only in
the transcript. Calls are noted as well: a transcript that grows may be read on between a call and its answer.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from phantasm.context.echoes import fingerprints
from phantasm.session.given import given_to, note
from phantasm.session.own_tools import is_own
from phantasm.session.transcripts.model import Call, Turn

MOST_CHARACTERS: Final = 40_000
"""How much of an output is looked at: four times as much as a hook may hand over at once."""


def note_own_outputs(folder: Path, client: str, session: str, told: Turn, calls: Mapping[str, Call]) -> None:
    """Note what a turn shows of our tools, what is new of it; `calls` are those before it, by id."""
    known = {**calls, **{call.id: call for call in told.calls}}
    own = {call.id for call in known.values() if is_own(call.name, call.command)}
    asked = [call.id for call in told.calls if call.id in own]
    unclear = [answer for answer in told.answers if answer.text and answer.call not in known]
    answers = [answer for answer in told.answers if answer.text and answer.call in own]
    if not (asked or answers or unclear):
        return
    held = given_to(folder, client, session)
    answers += [answer for answer in unclear if answer.call in held.calls]
    prints = {one for answer in answers for one in fingerprints(answer.text[:MOST_CHARACTERS])}
    fresh = sorted(prints - held.prints), [name for name in asked if name not in held.calls]
    if any(fresh):
        try:
            note(folder, client, session, at=told.at or "", prints=fresh[0], calls=fresh[1])
        except OSError:  # derived: a disk that is full or read-only costs an echo, no import
            return
