"""What of a session's turns is taken in? Not what we said ourselves, nor what touches ignored files. Pure.

What agents, tools and machines write loses every echo of what was handed to the session. What a person says
is theirs: it loses only what they plainly pasted. Of our own tools the use is kept, and not what they print.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from phantasm.context.echoes import fingerprints, without_echoes, without_pasted
from phantasm.context.fence import without_injected
from phantasm.session.inputs import TurnInput
from phantasm.session.model import Turn
from phantasm.session.own_tools import is_own
from phantasm.workspace.ignoring import Ignored

IGNORED_TOOL: Final = "ignored"
"""What is kept of the use of a tool on an ignored file: that there was one, so that its answer is known."""


class Taken(NamedTuple):
    """A turn, and what is left of its text."""

    given: TurnInput
    text: str
    is_ignored: bool = False
    """Whether only that it was there is kept."""


def taken_in(
    turns: Sequence[TurnInput], known: frozenset[str], ignored: Ignored, folder: str | None = None
) -> list[Taken]:
    """Return what is taken in of turns; `known` are the fingerprints of what their session was handed."""
    used = {turn.call: turn for turn in turns if turn.call and turn.role == "assistant"}
    found: list[Taken] = []
    for turn in turns:
        use = used.get(turn.call or "") if turn.role == "tool" else None
        if _touches(turn, ignored, folder) or (use and _touches(use, ignored, folder)):
            if turn.role == "assistant":
                found.append(Taken(turn, "", is_ignored=True))
            continue
        text = without_injected(turn.text)
        if turn.role == "tool" and _is_own(turn, use):
            # Here the transcript itself shows what the session was handed.
            known = known | frozenset(fingerprints(turn.text))
            text = ""
        elif known:
            is_person = turn.role == "user" and turn.agent is None
            text = without_pasted(text, known) if is_person else without_echoes(text, known)
        found.append(Taken(turn, text))
    return found


def is_left_out(action: Turn) -> bool:
    """Tell whether an action that was kept before was on an ignored file: its answer is not kept."""
    return action.tool == IGNORED_TOOL and action.command is None and not action.files


def _is_own(turn: TurnInput, use: TurnInput | None) -> bool:
    return is_own(turn.tool, turn.command) or (use is not None and is_own(use.tool, use.command))


def _touches(turn: TurnInput, ignored: Ignored, folder: str | None) -> bool:
    if not ignored.globs:
        return False
    named = turn.command is not None and ignored.is_in(turn.command, folder)
    return named or any(ignored.has_file(file, folder) for file in turn.files)
