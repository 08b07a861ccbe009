"""What was done by a command line, apart from the names and numbers of that day? Pure.

An action is a command that does something: looking, moving about and passing output along are left out. Its
`act` is the tool and its verb; its `form` adds the flags that matter; everything else is an argument, kept
with the place where it stands, so that the actions of several sessions line up and their arguments can be
compared. A pipeline is one action; a change into a folder of the repository stays with what is done there.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from phantasm.learning.procedures.acts import Action, Argument, read
from phantasm.session.shell import Simple, simple_commands

CACHED = 8_192
"""Command lines whose reading is remembered: sessions repeat themselves, and one costs about a kilobyte."""

# A folder that is named from the root or from elsewhere says where somebody's copy is.
_FOLDER = re.compile(r"(?![/~$.-]|[A-Za-z]:)[\w./-]+")


@lru_cache(maxsize=CACHED)
def actions(command: str, worked: bool | None = None) -> tuple[Action, ...]:  # noqa: FBT001  # what the shell said
    """Return what a command line does, in order; nothing where it only looks."""
    pipelines = _pipelines(simple_commands(command))
    joints = [stages[-1].joint for stages in pipelines]
    found: list[tuple[int, Action, bool]] = []
    folder: tuple[str | Argument, ...] = ()
    for place, stages in enumerate(pipelines):
        if stages[0].words[0] in {"cd", "pushd"}:
            to = stages[0].words[1:2]
            folder = ("cd", Argument("cd", to[0]), "&&") if to and _FOLDER.fullmatch(to[0]) else ()
        elif done := _piped(stages):
            found.append((place, replace(done[0], words=(*folder, *done[0].words)), done[1]))
    return tuple(
        replace(action, worked=_worked(worked, joints[place:], shown=shown, alone=len(found) == 1))
        for place, action, shown in found
    )


def form_of(command: str) -> str | None:
    """Return the form of the last thing that a command line does: the same for runs of the same command."""
    done = actions(command)
    return done[-1].form if done else None


def _pipelines(simple: Sequence[Simple]) -> list[list[Simple]]:
    found: list[list[Simple]] = []
    is_open = False
    for one in simple:
        if is_open:
            found[-1].append(one)
        else:
            found.append([one])
        is_open = one.joint == "|"
    return found


def _piped(stages: Sequence[Simple]) -> tuple[Action, bool] | None:
    """Return what a pipeline does, and whether its end only shows the outcome of that."""
    read_stages = [read(stage) for stage in stages]
    doing = [place for place, stage in enumerate(read_stages) if stage and not stage[1]]
    if not doing:
        return None
    kept = [stage[0] for stage in read_stages[: doing[-1] + 1] if stage]
    shown = doing[-1] + 1 < len(stages)
    if len(kept) == 1:
        return kept[0], shown
    words: list[str | Argument] = []
    for place, stage in enumerate(kept):
        words += ["|"] if place else []
        words += [
            Argument(f"{place}|{word.key}", word.value) if place and isinstance(word, Argument) else word
            for word in stage.words
        ]
    act, form = (" | ".join(parts) for parts in ([one.act for one in kept], [one.form for one in kept]))
    return Action(act, form, tuple(words), is_test=kept[-1].is_test), shown


def _worked(worked: bool | None, joints: Sequence[str], *, shown: bool, alone: bool) -> bool | None:  # noqa: FBT001
    """Say whether one command of a line worked, as far as the exit code of the line tells."""
    if worked is None or shown or any(joint in {";", "||"} for joint in joints):
        # The code is the last command's: of what stands before `;` or is piped to a pager nothing is known.
        return None
    return worked if worked or alone else None
