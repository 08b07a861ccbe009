"""What can one statement be to another, and may one value stand in the place of the other?"""

import re
from typing import Literal, NamedTuple

from phantasm.state.claims.model import Part
from phantasm.state.claims.quantities import dimension
from phantasm.state.claims.readings import Reading
from phantasm.state.claims.vocabulary import FAINT

Relation = Literal["unrelated", "same", "refines", "replaces", "opposes"]
"""`replaces`: the newcomer may take the other's place; `opposes`: both cannot hold, nothing says which."""


class Meeting(NamedTuple):
    """What a newcomer is to something held, why, and which of its words say so."""

    relation: Relation
    code: str
    old: str = ""
    new: str = ""


UNRELATED = Meeting("unrelated", "nothing_held")
# "8m" is a time by itself, and a size beside one.
_MEGA = re.compile(r"\d+m")
# Where one of two statements has words of its own, they share at least this part of the longer one.
SHARED = 0.66
# A newcomer that says it changes something speaks of at least this part of what it changes.
COVERED = 0.6


def met(relation: Relation, code: str, mine: Part, theirs: Part) -> Meeting:
    """Return a meeting of two clauses with their values as they are written."""
    return Meeting(relation, code, theirs.shown, mine.shown)


def win(new: Reading, code: str, mine: Part, theirs: Part) -> Meeting:
    """The newcomer wins only where it says that something changed."""
    return met("replaces" if new.update else "opposes", code, mine, theirs)


def comparable(mine: Part, theirs: Part, *, strictly: bool = False) -> bool:
    """Tell whether two values are of one dimension: minutes do not replace bytes, nor a name a number."""
    if mine.unit and theirs.unit and mine.unit != theirs.unit:
        return False
    if mine.link == theirs.link == "=":
        return True
    if is_number(mine) != is_number(theirs) and not _share_name(mine, theirs):
        return False
    if not mine.measures or not theirs.measures:
        return True
    one, other = dimension(mine.measures[-1]), dimension(theirs.measures[-1])
    if _MEGA.fullmatch(mine.shown if one != "b" else theirs.shown) and "b" in (one, other):
        return True  # "8m", "1g"
    if strictly and not one and not other and ("." in mine.measures[-1]) != ("." in theirs.measures[-1]):
        return False  # a version and a count
    if {one, other} == {"clock", ""}:
        return True  # "at 9:15", "at 10"
    return one == other or (not strictly and not (one and other) and len(mine.terms) > 1)


def _share_name(mine: Part, theirs: Part) -> bool:
    """Tell whether a name is part of the value here and a term there: "runs MySQL 5.7", "is MySQL 8"."""
    names = names_in(mine) | names_in(theirs)
    return bool(mine.measures and theirs.measures) and names <= mine.terms | theirs.terms


def is_number(part: Part) -> bool:
    """Tell whether a value is a number and nothing else."""
    return bool(part.measures) and part.value == " ".join(part.measures)


def names_in(part: Part) -> frozenset[str]:
    """Return the words of a value that are no numbers."""
    return frozenset(part.value.split()) - set(part.measures) - FAINT
