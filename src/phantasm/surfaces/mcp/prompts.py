"""What can a person start with one word? Prompts: recall a task, review what waits, wrap up a session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    GetPromptResult,
    Prompt,
    PromptArgument,
    PromptMessage,
    TextContent,
)

from phantasm.surfaces.mcp import texts
from phantasm.surfaces.mcp.answers import reasons
from phantasm.surfaces.mcp.calls import DEFAULT_CONTEXT_TOKENS

if TYPE_CHECKING:
    from mcp.server import ServerRequestContext

    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject
    from phantasm.surfaces.mcp.asking import Asking

PROMPTS = (
    Prompt(
        name="recall",
        title="Recall",
        description="Start a task with what this project remembers about it",
        arguments=[PromptArgument(name="task", description="The task, in words", required=True)],
    ),
    Prompt(
        name="review",
        title="Review",
        description="Go through what waits for your decision: suggestions, conflicts, duplicates, doubts",
    ),
    Prompt(
        name="wrap-up",
        title="Wrap up",
        description="End a session: keep what later sessions need and report what was used",
    ),
)
_WAITING = 10
_REVIEWING = (
    "Go through these with me one by one. Say in a sentence what each is about and what you would do and "
    "why, and wait for my decision. Decide nothing yourself; if the review tool refuses you, give me the "
    "command `phantasm review`."
)
_WRAPPING_UP = (
    "We are about to stop. Look back at this session. Use `remember` for each decision with its reason, "
    "constraint, convention or known issue that a later session needs and that the code does not say; "
    "search first, and use `correct` where something held is wrong now. Then use `report` once: how it went, "
    "and the handles of what you used. Keep nothing that is obvious, temporary or secret. End with a list of "
    "what you kept."
)


async def prompt(
    asking: Asking, context: ServerRequestContext, name: str, arguments: dict[str, str]
) -> GetPromptResult:
    """Return the messages of a prompt."""
    match name:
        case "recall":
            task = arguments.get("task", "").strip()
            if not task:
                raise MCPError(INVALID_PARAMS, "the argument task is missing", {"argument": "task"})
            params: JsonObject = {"query": task, "token_budget": DEFAULT_CONTEXT_TOKENS}
            found = await asking.ask(context, "compile", params)
            says = f"{task}\n\nWhat this project remembers about it:\n\n{_shown(found)}"
        case "review":
            found = await asking.ask(context, "review_queue", {"limit": _WAITING})
            says = f"{_REVIEWING}\n\n{_shown(found)}"
        case "wrap-up":
            says = _WRAPPING_UP
        case _:
            raise MCPError(INVALID_PARAMS, f"unknown prompt: {name}", {"name": name})
    description = next(one.description for one in PROMPTS if one.name == name)
    message = PromptMessage(role="user", content=TextContent(text=says))
    return GetPromptResult(description=description, messages=[message])


def _shown(response: Response) -> str:
    if response.error is not None:
        return "\n".join(["(Memory cannot be read.)", *reasons(response)])
    return texts.read(response) or ""
