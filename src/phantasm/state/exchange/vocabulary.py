"""Which kind of record is a line of an agent's file? By the words of its headings and its own. Pure."""

import re
from collections.abc import Sequence

from phantasm.contracts.kinds import KindName

# What headings of CLAUDE.md, AGENTS.md and their kind are called; the first match in this order decides.
_HEADINGS: tuple[tuple[KindName, str], ...] = (
    ("known_issue", r"known issues?|gotchas?|pitfalls?|caveats?|troubleshooting|quirks?|limitations?|bugs?"),
    ("glossary", r"glossary|terminology|vocabulary|definitions?|terms"),
    ("decision", r"decisions?|adrs?|rationale"),
    ("dependency", r"dependenc(?:y|ies)"),
    ("person", r"team|people|contacts?|owners?|maintainers?|who"),
    ("preference", r"preferences?|likes|tone"),
    ("goal", r"goals?|roadmap|vision"),
    ("task", r"todos?|tasks?|next steps|backlog"),
    ("procedure", r"workflows?|process|procedures?|releas(?:e|es|ing)|deploy(?:ing|ment)?|how to|steps"),
    ("constraint", r"constraints?|never|must|forbidden|don'?ts?|do not|security|safety|boundar(?:y|ies)"),
    ("constraint", r"restrictions?|rules?|critical|important|requirements?"),
    ("environment", r"commands?|environment|set ?up|install(?:ation|ing)?|build(?:ing)?|running|run"),
    ("environment", r"prerequisites?|getting started|quick ?start|tooling|scripts?|develop(?:ment|ing)?"),
    (
        "convention",
        r"conventions?|style|naming|guidelines?|format(?:ting)?|standards?|practices?|test(?:s|ing)?",
    ),
    ("fact", r"architecture|overview|structure|stack|layout|about|background|components?|design|directory"),
)
_PATTERNS = tuple((kind, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)) for kind, words in _HEADINGS)
_BINDING = re.compile(
    r"\b(?:never|must(?: not|n't)?|do not|don't|always|forbidden|required)\b", re.IGNORECASE
)
# Under these headings a binding word makes a constraint; a command "must" be run, but stays a command.
_MAY_BIND: frozenset[KindName] = frozenset({"convention", "fact", "preference"})


def kind_of(statement: str, headings: Sequence[str]) -> KindName:
    """Return the kind of a statement that stands under some headings, the outermost first."""
    by_heading = (_of_heading(heading) for heading in reversed(headings))
    kind: KindName = next((found for found in by_heading if found), "convention")
    return "constraint" if kind in _MAY_BIND and _BINDING.search(statement) else kind


def _of_heading(heading: str) -> KindName | None:
    return next((kind for kind, pattern in _PATTERNS if pattern.search(heading)), None)
