"""What happened in a session, in a few sentences? Extractive and pure."""

from collections.abc import Sequence
from typing import Final

from phantasm.session.episodes.commands import is_decisive, is_doing
from phantasm.session.episodes.exchange import MOST_GOAL
from phantasm.session.episodes.model import Basis, Episode, Ran
from phantasm.session.episodes.sentences import cut
from phantasm.session.episodes.shell import bare

MOST_SUMMARY: Final = 600
"""How long a summary is, in characters: what fits beside others in a context."""

MOST_FILES, MOST_COMMANDS = 4, 3
"""How many files and commands a summary names."""

MOST_COMMAND_CHARACTERS: Final = 60
MOST_BASIS_CHARACTERS: Final = 80
"""How long a command and a piece of evidence are there, in characters."""

_BETWEEN: Final = (" Edited ", " Ran `", " Outcome: ")
_CONCLUDED: Final = " Concluded: "
"""How the parts of a summary begin that follow the goal."""

LEAST_CONCLUSION: Final = 40
"""Less of the conclusion than this many characters says nothing."""


def summary_of(episode: Episode, *, edited: Sequence[str], conclusion: str) -> str:
    """Return the goal, what was done, how it ended, and what the assistant concluded last."""
    parts = [
        _ended(cut(episode.goal, MOST_GOAL)),
        _edits(edited),
        _runs(episode.commands),
        _outcome(episode.outcome, episode.because),
    ]
    text = " ".join(part for part in parts if part)
    left = MOST_SUMMARY - len(text) - len(_CONCLUDED)
    if conclusion and conclusion not in text and left >= LEAST_CONCLUSION:
        text = f"{text}{_CONCLUDED}{cut(conclusion, left)}" if text else cut(conclusion, MOST_SUMMARY)
    return cut(text, MOST_SUMMARY)


def essence(summary: str, most: int) -> str:
    """Return the goal and the conclusion of a summary; all of it, cut, where it has no conclusion."""
    concluded = summary.find(_CONCLUDED)
    done = min((at for mark in _BETWEEN if 0 < (at := summary.find(mark)) < concluded), default=concluded)
    return cut(summary[:done] + summary[concluded:] if done > 0 else summary, most)


def told(ran: Ran) -> str:
    """Return a command and how it ended, for people."""
    if ran.exit_code is not None:
        return f"exit {ran.exit_code}"
    return "" if ran.failed is None else "failed" if ran.failed else "ok"


def _edits(edited: Sequence[str]) -> str:
    if not edited:
        return ""
    more = len(edited) - MOST_FILES
    return f"Edited {', '.join(edited[:MOST_FILES])}{f' and {more} more' if more > 0 else ''}."


def _runs(commands: Sequence[Ran]) -> str:
    """Name the commands that tell most, each once, with how its runs ended."""
    ends: dict[str, list[str]] = {}
    for ran in commands:
        if is_doing(ran.command):
            known = ends.setdefault(cut(bare(ran.command), MOST_COMMAND_CHARACTERS), [])
            end = told(ran)
            if end and known[-1:] != [end]:
                known.append(end)
    names = [name for name in ends if is_decisive(name)] or list(ends)
    shown = [f"`{name}`{_brackets(ends[name])}" for name in names[-MOST_COMMANDS:]]
    return f"Ran {', '.join(shown)}." if shown else ""


def _brackets(ends: Sequence[str]) -> str:
    if not ends:
        return ""
    return f" ({ends[0]})" if len(ends) == 1 else f" ({ends[0]}, then {ends[-1]})"


def _outcome(outcome: str, because: Sequence[Basis]) -> str:
    if outcome == "unknown":
        return ""
    reason = f" ({cut(because[-1].text, MOST_BASIS_CHARACTERS)})" if because else ""
    return f"Outcome: {outcome}{reason}."


def _ended(text: str) -> str:
    return text if not text or text.endswith((".", "!", "?", "…")) else f"{text}."
