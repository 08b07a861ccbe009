"""How does a model like its context? Who counts, which envelope, what leads, what closes. Pure."""

from typing import Literal, NamedTuple

from phantasm.context.sections import FACTS, IDENTITY, PROCEDURES, QUOTED, RULES, TASK_RULES, WORK

ModelName = Literal["claude", "openai", "gemini", "small-local", "plain"]
FormatName = Literal["xml", "markdown", "json", "text"]


class Profile(NamedTuple):
    """What a family of models is given."""

    counter: str
    """Who counts its tokens; see `capabilities.tokens`."""
    format: FormatName
    order: tuple[str, ...]
    """The sections as they are read; the stable ones lead everywhere, so that prompt caches keep hitting."""


_FIRST = (IDENTITY, RULES)
# Models whose makers advise long material first and the task last: what matters most stands next to the task.
_MATTERS_LAST = (*_FIRST, QUOTED, PROCEDURES, FACTS, TASK_RULES, WORK)
# Models that weigh what comes first most: conclusions before the quotes they rest on.
_MATTERS_FIRST = (*_FIRST, TASK_RULES, WORK, FACTS, PROCEDURES, QUOTED)

PROFILES: dict[ModelName, Profile] = {
    "claude": Profile("claude", "xml", _MATTERS_LAST),
    "openai": Profile("o200k_base", "markdown", _MATTERS_FIRST),
    "gemini": Profile("bound", "markdown", _MATTERS_LAST),
    # A small window and a short attention: the end is what it remembers.
    "small-local": Profile("bound", "text", _MATTERS_LAST),
    "plain": Profile("bound", "text", _MATTERS_FIRST),
}

# What a hook may hand over: Claude Code passes 10,000 characters whole and Codex about 2,500 tokens; beyond
# that they put it into a file.
HOOK_TOKENS, HOOK_CHARACTERS = 2_400, 9_000
