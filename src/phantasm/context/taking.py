"""What of a session's turns is taken in? Not what we said ourselves, nor what touches ignored files. Pure.

What agents write, and what succeeds and prints something, loses every echo of what was handed to the session.
What a person says is theirs, and an error that comes back is seen anew: these lose only what is plainly a
copy of a block of ours. Of our own tools the use is kept, and not what they print.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from phantasm.context.echoes import fingerprints, without_echoes, without_pasted
from phantasm.contracts.client_text import without_injected
from phantasm.session.inputs import TurnInput
from phantasm.session.model import Turn
from phantasm.session.own_tools import is_own
from phantasm.workspace.ignoring import Ignored

IGNORED_TOOL: Final = "ignored"
"""What is kept of the use of a tool on an ignored file: that there was one, so that its answer is known."""


Handed = tuple[str, frozenset[str]]
"""When something was handed over, "" where nobody says, and by what it is known again."""


class Taken(NamedTuple):
    """A turn, and what is left of its text."""

    given: TurnInput
    text: str
    is_ignored: bool = False
    """Whether only that it was there is kept."""


def taken_in(
    turns: Sequence[TurnInput], handed: Sequence[Handed], ignored: Ignored, folder: str | None = None
) -> list[Taken]:
    """Return what is taken in of turns; `handed` is what their session was handed, and when."""
    used = {turn.call: turn for turn in turns if turn.call and turn.role == "assistant"}
    given = [*handed, *_own_outputs(turns, used)]
    unions: dict[tuple[int, ...], frozenset[str]] = {}
    found: list[Taken] = []
    for turn in turns:
        use = used.get(turn.call or "") if turn.role == "tool" else None
        if _touches(turn, ignored, folder) or (use and _touches(use, ignored, folder)):
            if turn.role == "assistant":
                found.append(Taken(turn, "", is_ignored=True))
            continue
        is_own_output = turn.role == "tool" and _is_own(turn, use)
        text = "" if is_own_output else without_injected(turn.text)
        if text and given:
            text = _without_ours(turn, text, _known_at(turn.at, given, unions))
        found.append(Taken(turn, text))
    return found


def _without_ours(turn: TurnInput, text: str, known: frozenset[str]) -> str:
    if turn.role == "user" and turn.agent is None:
        return without_pasted(text, known)
    if turn.role == "tool" and turn.exit_code != 0 and turn.failed is not False:
        # An error that comes back reads as it did when it was remembered, and by that it is found again. How
        # something went may stand nowhere but in its output.
        return without_pasted(text, known, cited_only=True)
    return without_echoes(text, known)


def _own_outputs(turns: Sequence[TurnInput], used: Mapping[str, TurnInput]) -> Iterator[Handed]:
    """Yield what our own tools gave back: here the turns themselves show what the session was handed."""
    for turn in turns:
        if turn.role == "tool" and turn.text and _is_own(turn, used.get(turn.call or "")):
            yield turn.at or "", frozenset(fingerprints(turn.text))


def _known_at(
    at: str | None, given: Sequence[Handed], unions: dict[tuple[int, ...], frozenset[str]]
) -> frozenset[str]:
    """Return by what is known again what had been handed over at a moment.

    Not what came later: an agent that has something remembered said it before we did.
    """
    before = tuple(n for n, (when, _) in enumerate(given) if not when or at is None or when <= at)
    if before not in unions:
        unions[before] = frozenset().union(*(given[n][1] for n in before))
    return unions[before]


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
