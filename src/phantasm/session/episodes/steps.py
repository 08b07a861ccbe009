"""What was done in a session, and what did each thing give? Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.session.episodes.error_lines import is_trouble
from phantasm.session.episodes.reading import changed_by, is_changing_tool
from phantasm.session.episodes.results import Result, result_in
from phantasm.session.model import THOUGHT, Turn


@dataclass(frozen=True, slots=True)
class Step:
    """An action and what came back."""

    order: int
    """Where the action stands among the turns."""
    action: Turn
    answer: Turn | None = None
    result: Result | None = None
    """What the output says about a test run or a build."""

    @property
    def failed(self) -> bool | None:
        """Whether it is known to have failed: by its exit code, else by what the client says."""
        if self.answer is None:
            return None
        return self.answer.failed if self.answer.exit_code is None else self.answer.exit_code != 0

    @property
    def output(self) -> str:
        """What came back."""
        return self.answer.text if self.answer else ""

    @property
    def went_wrong(self) -> bool | None:
        """Whether it failed; where nobody says, whether its output does. None where nothing came back."""
        if self.failed or (self.result and self.result.failed):
            return True
        if self.failed is False or self.result:
            return False
        return None if self.answer is None else is_trouble(self.output)


def steps_of(turns: Sequence[Turn]) -> list[Step]:
    """Return the actions of turns in their order, each with the answer to it."""
    answers = _answers(turns)
    found: list[Step] = []
    for order, turn in enumerate(turns):
        if turn.slot == "action":
            answer = answers.get(order)
            # What a tool shows of a file is no result, whatever stands in it.
            result = result_in(answer.text) if answer and turn.command and answer.text else None
            found.append(Step(order, turn, answer, result))
    return found


def edited_by(step: Step) -> tuple[str, ...]:
    """Return the files that a step changed, as far as that is plain; none where it failed."""
    if step.failed:
        return ()
    if step.action.command:
        return (
            *(step.action.files if "apply_patch" in step.action.command else ()),
            *changed_by(step.action.command),
        )
    return step.action.files if is_changing_tool(step.action.tool) else ()


def is_spoken(turn: Turn) -> bool:
    """Tell whether the user or the assistant said it, to each other: no thought, and no subagent."""
    is_said = turn.role in ("user", "assistant") and turn.slot in ("observation", "reasoning")
    return is_said and turn.agent is None and bool(turn.text) and not turn.id.endswith(THOUGHT)


def _answers(turns: Sequence[Turn]) -> dict[int, Turn]:
    """Return the answers by the place of the action: the first one behind it that names its call."""
    open_calls: dict[tuple[str | None, str], int] = {}
    found: dict[int, Turn] = {}
    early: dict[tuple[str | None, str], Turn] = {}
    for order, turn in enumerate(turns):
        if turn.call is None:
            continue
        key = (turn.agent, turn.call)
        if turn.slot == "action":
            # Clients stamp an answer with its call's moment; then it may sort before it.
            if key in early:
                found[order] = early.pop(key)
            else:
                open_calls[key] = order
        elif turn.role == "tool":
            if (place := open_calls.pop(key, None)) is not None:
                found[place] = turn
            else:
                early[key] = turn
    return found
