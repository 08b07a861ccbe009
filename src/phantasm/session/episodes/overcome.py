"""Which commands failed in a session, and what got past it? Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from phantasm.session.episodes.commands import (
    MOST_COMMAND_CHARACTERS,
    Check,
    covers,
    is_doing,
    read_line,
    same_key,
)
from phantasm.session.episodes.error_lines import error_line
from phantasm.session.episodes.failures import signature_of
from phantasm.session.episodes.model import Overcome
from phantasm.session.episodes.sentences import cut
from phantasm.session.episodes.steps import Step, edited_by

MOST_OVERCOME: Final = 20
"""How many failures an episode keeps: more than anybody meets in a session that ends well."""

MOST_WAY: Final = 10
"""How many steps of a way are kept, the last ones: what was done just before it worked got past it."""

MOST_OPEN: Final = 64
"""How many different failures wait for their success at once, so that work stays linear."""

EDIT: Final = "edit "
"""What a step of a way begins with where a file was changed."""


@dataclass(slots=True)
class _Open:
    """A failure that nothing got past yet."""

    step: Step
    signature: tuple[str, ...]
    since: int
    """How many steps of the way were taken before it."""
    way: tuple[str, ...] = field(default=())


def overcome_in(steps: Sequence[Step]) -> tuple[Overcome, ...]:
    """Return the failures of a session in their order, each with what got past it."""
    taken: list[str] = []
    waiting: dict[tuple[Check, tuple[str, ...]], _Open] = {}
    done: list[_Open] = []
    for step in steps:
        command = step.action.command
        if command and is_doing(command) and step.answer is not None:
            checks = _checks(command)
            if step.went_wrong:
                signature = signature_of(command, step.output)
                for check in checks[-1:]:
                    waiting.setdefault((check, signature), _Open(step, signature, len(taken)))
            else:
                done.extend(_passed(waiting, checks, taken))
        taken.extend(_taken(step))
        while len(waiting) > MOST_OPEN:
            done.append(waiting.pop(next(iter(waiting))))
    return _kept([*done, *waiting.values()])


def _checks(command: str) -> tuple[Check, ...]:
    return read_line(command).checks or (Check(same_key(command)),)


def _passed(
    waiting: dict[tuple[Check, tuple[str, ...]], _Open], checks: Sequence[Check], taken: Sequence[str]
) -> Iterable[_Open]:
    """Yield the failures that a success of these checks got past, with the way to it."""
    for key in [key for key in waiting if any(covers(check, key[0]) for check in checks)]:
        found = waiting.pop(key)
        own = found.step.action.command or ""
        way = [one for one in taken[max(found.since, len(taken) - 2 * MOST_WAY) :] if one != _shown(own)]
        # Where nothing was done in between, running it again got past it.
        found.way = tuple(dict.fromkeys(way))[-MOST_WAY:] or (_shown(own),)
        yield found


def _taken(step: Step) -> list[str]:
    """Return what a step did that may have helped: edits, and commands that did not fail."""
    command = step.action.command
    edits = [EDIT + file for file in edited_by(step)]
    if command and is_doing(command) and not step.went_wrong and not edits:
        return [_shown(command)]
    return edits


def _shown(command: str) -> str:
    return cut(command, MOST_COMMAND_CHARACTERS // 2)


def _kept(found: Sequence[_Open]) -> tuple[Overcome, ...]:
    """Return the failures in their order; where there are too many, those that something got past."""
    ordered = sorted(found, key=lambda one: one.step.order)
    if len(ordered) > MOST_OVERCOME:
        chosen = sorted(ordered, key=lambda one: (not one.way, one.step.order))[:MOST_OVERCOME]
        ordered = sorted(chosen, key=lambda one: one.step.order)
    return tuple(
        Overcome(
            cut(one.step.action.command or "", MOST_COMMAND_CHARACTERS),
            one.signature,
            error_line(one.step.action.command or "", one.step.output),
            one.way,
            (one.step.answer or one.step.action).id,
        )
        for one in ordered
    )
