"""How did a session end, and on what does that rest? Pure.

Only what was seen counts: how commands ended, what test runs say, the user's words, and reports. What the
assistant says about its own work is no evidence.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from phantasm.session.episodes.commands import Check, Line, covers, read_line, same_key
from phantasm.session.episodes.model import Basis
from phantasm.session.episodes.reading import is_looking
from phantasm.session.episodes.sentences import cut
from phantasm.session.episodes.shell import bare
from phantasm.session.episodes.steps import Step, is_spoken
from phantasm.session.episodes.words import Verdict, verdict_in
from phantasm.session.model import Outcome, Turn

MOST_BASES: Final = 8
"""How much evidence an outcome keeps: the latest tells how it ended."""

MOST_BASIS_CHARACTERS: Final = 160
"""How long the text of a piece of evidence is, in characters: a line of a test run."""

MOST_OPEN: Final = 64
"""How many different checks are told apart; with more the oldest is forgotten, so that work stays linear."""

Says = Literal["success", "failure"]
Kind = Literal["exit_code", "test_result"]


@dataclass(frozen=True, slots=True)
class _Seen:
    """One piece of evidence, where it stands."""

    order: int
    basis: Basis


@dataclass(frozen=True, slots=True)
class _Word:
    """What the user said about the work."""

    order: int
    verdict: Verdict
    turn: Turn
    text: str


def outcome_of(
    turns: Sequence[Turn], steps: Sequence[Step], reported: Sequence[Basis] = ()
) -> tuple[Outcome, tuple[Basis, ...]]:
    """Return how the work ended, and what that rests on; `unknown` rests on nothing."""
    if reported:
        return _joined(reported), tuple(reported)[-MOST_BASES:]
    checks = _checked(steps)
    word, is_last = _last_word(turns)
    if word is not None and word.verdict == "abandoned":
        if is_last:
            return "abandoned", (_word_basis(word),)
        word = None
    if word is not None and _is_overtaken(word, checks):
        word = None
    seen = [*checks, *([_Seen(word.order, _word_basis(word))] if word else [])]
    seen.sort(key=lambda one: one.order)
    bases = [one.basis for one in seen]
    if not bases:
        return "unknown", ()
    outcome = _joined(bases)
    return outcome, _kept(bases, outcome)


def _kept(bases: list[Basis], outcome: Outcome) -> tuple[Basis, ...]:
    """Return the latest evidence; where it is mixed, of both sorts."""
    if len(bases) <= MOST_BASES or outcome != "partial":
        return tuple(bases[-MOST_BASES:])
    bad = [basis for basis in bases if basis.says == "failure"][-(MOST_BASES // 2) :]
    good = [basis for basis in bases if basis.says == "success"][-(MOST_BASES - len(bad)) :]
    return tuple(basis for basis in bases if basis in bad or basis in good)


def _joined(bases: Sequence[Basis]) -> Outcome:
    says = {basis.says for basis in bases}
    return "partial" if len(says) > 1 else "success" if "success" in says else "failure"


def _checked(steps: Sequence[Step]) -> list[_Seen]:
    """Return the evidence of the last run of each check."""
    last: dict[Check, _Seen] = {}
    for step in steps:
        command = step.action.command
        if not command or step.answer is None or (step.failed is None and step.result is None):
            continue
        line = read_line(command)
        says, kind = _said_by(step, line)
        if says is None:
            continue
        basis = _basis(step, says, kind)
        for check in line.checks or (Check(same_key(command)),):
            for earlier in [known for known in last if covers(check, known)]:
                del last[earlier]
            last[check] = _Seen(step.order, basis)
        while len(last) > MOST_OPEN:
            del last[next(iter(last))]
    found = sorted(last.values(), key=lambda one: one.order)
    return list({one.order: one for one in found}.values())


def _said_by(step: Step, line: Line) -> tuple[Says | None, Kind]:
    """Return what a step says about the work: its own result first, else what its exit code proves."""
    if step.result is not None and not is_looking(step.action.command or ""):
        is_bad = step.result.failed or (bool(step.failed) and bool(line.checks) and line.proves_failure)
        return ("failure" if is_bad else "success"), (
            "test_result" if step.result.failed == is_bad else "exit_code"
        )
    if line.checks and step.failed is True and line.proves_failure:
        return "failure", "exit_code"
    if line.checks and step.failed is False and line.proves_success:
        return "success", "exit_code"
    return None, "exit_code"


def _basis(step: Step, says: Says, kind: Kind) -> Basis:
    answer, command = step.answer, bare(step.action.command or "")
    if kind == "test_result" and step.result:
        text = f"{cut(command, MOST_BASIS_CHARACTERS // 2)}: {step.result.line}"
    elif answer is not None and answer.exit_code is not None:
        text = f"{cut(command, MOST_BASIS_CHARACTERS - 12)}: exit {answer.exit_code}"
    else:
        text = f"{cut(command, MOST_BASIS_CHARACTERS - 12)}: {'failed' if says == 'failure' else 'ok'}"
    where = answer or step.action
    return Basis(kind, says, cut(text, MOST_BASIS_CHARACTERS), where.id, where.evidence_id)


def _last_word(turns: Sequence[Turn]) -> tuple[_Word | None, bool]:
    """Return the last thing the user said about the work, and whether nothing else was asked for behind it.

    What is said before anything was answered or done describes the task, so it does not count.
    """
    begun = next(
        (order for order, turn in enumerate(turns) if turn.slot in ("reasoning", "action")), len(turns)
    )
    is_last = True
    for order in range(len(turns) - 1, begun, -1):
        turn = turns[order]
        if turn.role == "user" and is_spoken(turn):
            if found := verdict_in(turn.text):
                return _Word(order, found[0], turn, found[1]), is_last
            is_last = False
    return None, is_last


def _is_overtaken(word: _Word, checks: Sequence[_Seen]) -> bool:
    """Tell whether a complaint was answered by a check that went well afterwards."""
    return word.verdict == "failure" and any(
        one.order > word.order and one.basis.says == "success" for one in checks
    )


def _word_basis(word: _Word) -> Basis:
    says: Says = "success" if word.verdict == "success" else "failure"
    return Basis("words", says, cut(word.text, MOST_BASIS_CHARACTERS), word.turn.id, word.turn.evidence_id)
