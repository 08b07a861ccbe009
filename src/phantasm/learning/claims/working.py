"""Is a wish about the work on software, and about more than the task at hand? Pure."""

import re

from phantasm.learning.claims.ruling import Said
from phantasm.learning.claims.things import POINTING, has_name, is_specific

_WORK = re.compile(
    r"\b(?:tests?|functions?|commits?|commit\smessages?|prs?|pull\srequests?|names?|naming|comments?|code"
    r"|docs?|docstrings?|documentation|abbreviations?"
    r"|messages?|explanations?|answers?|repl(?:y|ies)|diffs?|types?|annotations?|composition|inheritance"
    r"|class(?:es)?|modules?|librar(?:y|ies)"
    r"|dependenc(?:y|ies)|tabs?|spaces?|refactor\w*|emojis?|todos?|summar(?:y|ies)|files?|variables?"
    r"|loops?|comprehensions?|changes?|changelogs?|branch(?:es)?"
    r"|merges?|rebas\w+|lint\w*|format\w*|types?|schemas?|apis?|endpoints?|scripts?|logs?|logging|errors?"
    r"|exceptions?|mocks?|fixtures?|jargon|options?"
    r"|snippets?|examples?|idioms?|step|steps|plans?|questions?|reviews?|markdown|bullet|bullets|tables"
    r"|english|one-liners?|globals?|singletons?|frameworks?|orms?|sql|css|yaml|json|editor|shell"
    r"|terminal)\b"
)
"""What the wishes of somebody who writes software are about."""


def is_about_work(said: Said) -> bool:
    """Tell whether a sentence speaks of software, or names something."""
    return _WORK.search(said.low) is not None or is_specific(said.text) or has_name(said.text)


def points_at_nothing(match: re.Match[str], said: Said) -> bool:
    """Tell whether a sentence holds no word that points at what is on the table."""
    return POINTING.search(said.low, match.start() + 1) is None
