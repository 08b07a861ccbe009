"""Do two statements make the same choice differently? Two tools for one job hardly hold together."""

from phantasm.state.claims.alternatives import CONVENTION_NAMES, LOOSE_NAMES
from phantasm.state.claims.meetings import Meeting, met, win
from phantasm.state.claims.model import Part
from phantasm.state.claims.readings import Reading
from phantasm.state.claims.verbs import VERBS
from phantasm.state.claims.vocabulary import PLACING


def chosen(new: Reading, held: Reading) -> Meeting | None:
    """Both make the same choice differently, and nothing else tells them apart."""
    theirs = held.parts[0]
    if theirs.negative or new.additive or held.additive or not theirs.choices:
        return None
    for mine in new.parts:
        if mine.negative or not mine.choices or not _may_choose(mine, theirs):
            continue
        for kind, member, other in _differing(mine, theirs):
            if mine.measures and not mine.heading.isdisjoint(member.split()):
                continue  # "Java sources: the line length is 120" chooses no language
            if _excludes(new, mine, kind, other) and _same_otherwise(
                mine, theirs, f"{kind} {member} {other}"
            ):
                if kind in CONVENTION_NAMES:
                    return met("replaces", "alternatives", mine, theirs)
                return win(new, "alternatives", mine, theirs)
    return None


def _may_choose(mine: Part, theirs: Part) -> bool:
    """Tell whether the verbs leave one choice: what is supported may be many things, what is used is one."""
    return "many" not in (mine.cardinality, theirs.cardinality) or "use" in mine.terms & theirs.terms


def _differing(mine: Part, theirs: Part) -> list[tuple[str, str, str]]:
    """Return the choices that two statements make differently, with the member of each."""
    return [
        (kind, member, other)
        for kind, member in mine.choices
        for same, other in theirs.choices
        if same == kind
        and other != member
        and (kind, other) not in mine.choices
        and (kind, member) not in theirs.choices
    ]


def _excludes(new: Reading, mine: Part, kind: str, other: str) -> bool:
    """Tell whether choosing something here means not choosing the other."""
    if kind in LOOSE_NAMES and not new.update:
        return False
    if mine.measures and any(same == kind and member in mine.holders for same, member in mine.choices):
        return False  # "TypeScript was upgraded to 5.6" chooses no language
    return not new.gone or bool(new.gone.intersection(other.split()))


def _same_otherwise(mine: Part, theirs: Part, choice: str) -> bool:
    """Tell whether two clauses say the same but for the choice; a verb of change says nothing else."""
    aside = PLACING.union(choice.split())
    own, other = mine.core - aside, theirs.core - aside
    return own == (other - (VERBS - own) if mine.changed else other)
