"""What stays of an episode when it is old, and what is read of one? Pure."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from phantasm.session.episodes.commands import is_decisive, is_doing
from phantasm.session.episodes.lessons import GOT_PAST
from phantasm.session.episodes.model import Basis, Episode, Overcome, Ran, Said
from phantasm.session.episodes.sentences import ELLIPSIS, cut
from phantasm.session.episodes.shell import bare
from phantasm.session.episodes.summary import essence, told

MOST_SUMMARY, MOST_GOAL = 240, 100
"""How long the summary and the goal of an old episode are, in characters: two lines, and one."""

MOST_FILES, MOST_COMMANDS, MOST_ENTITIES, MOST_OVERCOME = 5, 8, 3, 2
MOST_COMMAND_CHARACTERS: Final = 60
"""How much of an old episode's lists stays: what brings it back, within 700 bytes or so."""

MOST_SAID, MOST_SAID_CHARACTERS = 2, 120
MOST_SIGNATURE, MOST_WAY = 6, 2
MOST_BASIS_CHARACTERS: Final = 80

MOST_TEXT: Final = 1_000
"""How long the text is that search reads, in characters: one unit of the index."""

MOST_LESSONS: Final = 320
"""How much of that may be lessons, in characters: a third."""

TEXT_FILES, TEXT_COMMANDS, TEXT_ENTITIES = 12, 6, 12
"""How many of each the text names."""


def condense(episode: Episode) -> Episode:
    """Return the short form of an episode; condensing it again changes nothing.

    A lesson that the summary says, or that a failure and its way teach, stands there already.
    """
    summary = essence(episode.summary, MOST_SUMMARY)
    return replace(
        episode,
        summary=summary,
        goal=cut(episode.goal, MOST_GOAL),
        asked=(),
        answered=(),
        tools=(),
        because=tuple(_basis(one) for one in _telling_bases(episode)),
        entities=episode.entities[:MOST_ENTITIES],
        files=episode.files[:MOST_FILES],
        commands=_telling_commands(episode.commands),
        corrections=_said(episode.corrections),
        lessons=tuple(
            one for one in _said(_conclusions(episode)) if one.text.rstrip(ELLIPSIS) not in summary
        ),
        overcome=tuple(_failure(one) for one in _telling_failures(episode.overcome)),
    )


def text_of(episode: Episode) -> str:
    """Return what search reads of an episode, and a person: a few lines."""
    commands = [ran for ran in episode.commands if is_doing(ran.command)]
    learned = [
        one.text for one in (*episode.lessons, *episode.corrections) if one.text not in episode.summary
    ]
    lines = [
        episode.summary,
        f"Goal: {episode.goal}" if episode.goal and not episode.summary.startswith(episode.goal[:60]) else "",
        "" if "Outcome: " in episode.summary else f"Outcome: {episode.outcome}",
        cut(_line("Lessons", learned, " "), MOST_LESSONS),
        _line("Files", episode.files[:TEXT_FILES], ", "),
        _line("Commands", [_shown(ran) for ran in _chosen(commands, TEXT_COMMANDS)], "; "),
        _line("About", episode.entities[:TEXT_ENTITIES], ", "),
    ]
    text = ""
    for line in lines:
        left = MOST_TEXT - len(text) - 1
        if line and left > MOST_COMMAND_CHARACTERS:
            text += ("\n" if text else "") + cut(line, left)
    return text


def _line(label: str, parts: Sequence[str], joint: str) -> str:
    return f"{label}: {joint.join(parts)}" if parts else ""


def _shown(ran: Ran) -> str:
    end = told(ran)
    return cut(bare(ran.command), MOST_COMMAND_CHARACTERS) + (f" ({end})" if end else "")


def _telling_bases(episode: Episode) -> tuple[Basis, ...]:
    """Return the last evidence; of a mixed outcome the last that says failure: success goes without it."""
    bad = [basis for basis in episode.because if basis.says == "failure"]
    return tuple((bad if episode.outcome == "partial" and bad else episode.because)[-1:])


def _basis(basis: Basis) -> Basis:
    return replace(basis, text=cut(basis.text, MOST_BASIS_CHARACTERS), turn=None)


def _telling_commands(commands: Sequence[Ran]) -> tuple[Ran, ...]:
    """Return what was done, without what only looked, and of very many what decides."""
    doing = [ran for ran in commands if is_doing(ran.command)]
    return tuple(
        Ran(
            "",
            cut(bare(ran.command), MOST_COMMAND_CHARACTERS),
            ran.exit_code,
            None if ran.exit_code is not None else ran.failed,
        )
        for ran in _chosen(doing, MOST_COMMANDS)
    )


def _chosen(commands: Sequence[Ran], most: int) -> list[Ran]:
    """Return so many commands in their order: each once as it ended last, those that decide before others."""
    last = {ran.command: place for place, ran in enumerate(commands)}
    places = sorted(last.values())
    if len(places) > most:
        ranked = sorted(places, key=lambda place: (not is_decisive(commands[place].command), -place))
        places = sorted(ranked[:most])
    return [commands[place] for place in places]


def _said(found: Sequence[Said]) -> tuple[Said, ...]:
    return tuple(Said("", cut(one.text, MOST_SAID_CHARACTERS)) for one in found[-MOST_SAID:])


def _conclusions(episode: Episode) -> list[Said]:
    return [one for one in episode.lessons if not one.text.endswith(GOT_PAST)]


def _telling_failures(found: Sequence[Overcome]) -> list[Overcome]:
    """Return the failures that something got past, then others, in their order."""
    ranked = sorted(range(len(found)), key=lambda place: (not found[place].way, place))[:MOST_OVERCOME]
    return [found[place] for place in sorted(ranked)]


def _failure(one: Overcome) -> Overcome:
    return Overcome(
        cut(bare(one.command), MOST_COMMAND_CHARACTERS),
        one.signature[:MOST_SIGNATURE],
        "",
        tuple(cut(step, MOST_COMMAND_CHARACTERS) for step in one.way[-MOST_WAY:]),
    )
