"""Which sections has a context, what belongs where, and how much room may each take? Pure."""

from typing import NamedTuple

from phantasm.context.model import Candidate
from phantasm.contracts.client_text import SECTION_TITLES


class Section(NamedTuple):
    """One section: what it holds and how much of it."""

    name: str
    title: str
    kinds: tuple[str, ...]
    floor: int
    """So many lines come before anything else does."""
    ceiling: float
    """The largest share of the text that it takes while other sections have something to say."""
    limit: int | None = None
    """The most lines, whatever the budget; the configuration's limits come here."""
    is_stable: bool = False
    """Whether it belongs to the byte-stable beginning."""
    instructs: bool = False
    """Whether an agent would follow it: nothing with an untrusted ancestor may appear here."""


IDENTITY, RULES, TASK_RULES, WORK, FACTS, PROCEDURES, QUOTED = SECTION_TITLES

# Floors and ceilings: what must never be broken is said first, one line of each other section is enough to
# know of it, and none but the quotes may fill the context alone.
SECTIONS: dict[str, Section] = {
    section.name: section
    for section in (
        Section(IDENTITY, SECTION_TITLES[IDENTITY], ("identity",), 1, 0.2, 5, is_stable=True, instructs=True),
        Section(
            RULES,
            SECTION_TITLES[RULES],
            ("constraint", "convention", "preference"),
            2,
            1.0,
            40,
            is_stable=True,
            instructs=True,
        ),
        # Rules that answer the task and found no room among those that always hold.
        Section(TASK_RULES, SECTION_TITLES[TASK_RULES], (), 0, 0.3, 10, instructs=True),
        Section(WORK, SECTION_TITLES[WORK], ("blocker", "task", "goal", "question"), 1, 0.25, 15),
        Section(
            FACTS,
            SECTION_TITLES[FACTS],
            ("decision", "known_issue", "environment", "fact", "dependency", "glossary", "person", "note"),
            1,
            0.6,
        ),
        Section(PROCEDURES, SECTION_TITLES[PROCEDURES], ("procedure",), 0, 0.4, instructs=True),
        Section(QUOTED, SECTION_TITLES[QUOTED], (), 1, 1.0),
    )
}
STABLE = tuple(name for name, section in SECTIONS.items() if section.is_stable)
# The stable sections together leave at least so much to the task.
STABLE_SHARE = 0.4

_HOME = {kind: section.name for section in SECTIONS.values() for kind in section.kinds}


def section_of(candidate: Candidate, *, stable: bool) -> str:
    """Return where something is said; what may not instruct is only quoted."""
    if not candidate.is_record:
        return QUOTED
    home = _HOME.get(candidate.kind, FACTS)
    if not candidate.trusted:
        return QUOTED
    return TASK_RULES if SECTIONS[home].is_stable and not stable else home
