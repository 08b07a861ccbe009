"""Does one statement deny the other? By "not", "without" or "only", a contrary word, or disowning it."""

from phantasm.state.claims.contrasts import are_opposite, contrast
from phantasm.state.claims.cues import CHANGING, REPLACING, RETIRING
from phantasm.state.claims.meetings import SHARED, Meeting, met, win
from phantasm.state.claims.model import Part
from phantasm.state.claims.predicates import SUSTAINING
from phantasm.state.claims.readings import Reading
from phantasm.state.claims.vocabulary import FAINT
from phantasm.state.claims.words import normal_form, stems

_SENSES = """
    ship bundle include contain embed vendor | return respond answer emit output | need require demand |
    keep store save persist hold retain | remove delete purge erase | read load fetch | render display
    show | check validate verify | permit tolerate | send forward deliver route | appear show | begin
    start launch
"""
_SENSE = {
    normal_form(word): normal_form(line.split()[0]) for line in _SENSES.split("|") for word in line.split()
}
RESTORING = stems("again back keep reinstated reintroduced remain restored return revived stay still")
"""Words that say that something holds on, or holds again."""
# Verbs whose denial gives a thing up: "X is unmaintained", "do not use X".
_OWNING_UP = SUSTAINING | stems("encourage enable")


def _sense(words: frozenset[str]) -> frozenset[str]:
    """Return words with one verb for all that say the same."""
    return frozenset([_SENSE.get(word, word) for word in words])


def denied(new: Reading, held: Reading) -> Meeting | None:
    """One says what the other denies, in nearly the same words."""
    if new.additive or held.additive:
        return None
    for theirs in held.parts:
        for mine in new.parts:
            universal = held.universal or new.universal
            if _different_subjects(mine, theirs, universal=universal):
                continue
            if _says_contrary(mine, theirs, universal=universal):
                return win(new, "opposite", mine, theirs)
    return None


def _says_contrary(mine: Part, theirs: Part, *, universal: bool) -> bool:
    """Tell whether one clause denies nearly the words of the other, or says one of them in the contrary."""
    if mine.negative != theirs.negative:
        said = mine.core.union(mine.measures), theirs.core.union(theirs.measures)
        if _nearly_equal(*said, universal=False):
            return True
    elif mine.measures == theirs.measures and are_opposite(mine.core - theirs.core, theirs.core - mine.core):
        return True
    return _denying(mine) != _denying(theirs) and _nearly_equal(
        _sense(mine.spoken.union(mine.measures) - _CARRYING),
        _sense(theirs.spoken.union(theirs.measures) - _CARRYING),
        universal=universal,
    )


# Words that say how something is, not what: "are stored encrypted", "is sent without".
_CARRYING = stems("without store keep hold send serve stay")


def _denying(part: Part) -> bool:
    """Tell whether a clause denies what its words say: by "not", or by "without"."""
    return part.negative != ("without" in part.spoken)


def _different_subjects(mine: Part, theirs: Part, *, universal: bool) -> bool:
    """Tell whether one subject is another or a special case of the other: "npm ci", "npm install"."""
    special = mine.holders > theirs.holders or theirs.holders > mine.holders
    if not mine.holders & theirs.holders or (universal and special):
        return False
    said, told = mine.core | mine.spoken, theirs.core | theirs.spoken
    return bool(mine.holders - told - FAINT or theirs.holders - said - FAINT)


def _nearly_equal(said: frozenset[str], told: frozenset[str], *, universal: bool) -> bool:
    """Tell whether two bags of words speak of the same: only one of them has words of its own, and few."""
    if said == told:
        return bool(said)
    shorter, longer = (said, told) if len(said) < len(told) else (told, said)
    if not shorter < longer or len(shorter) < 2 or contrast(shorter, longer):  # noqa: PLR2004  one word is no topic
        return False
    return universal or len(shorter) >= SHARED * len(longer)


def excluded(new: Reading, held: Reading) -> Meeting | None:
    """One says that only this does or holds something, the other that something else does."""
    if new.exclusive == held.exclusive:
        return None
    mine, theirs = new.parts[0], held.parts[0]
    if mine.negative or theirs.negative or mine.measures or theirs.measures:
        return None
    only, other = (mine, theirs) if new.exclusive else (theirs, mine)
    deed = only.spoken - only.holders
    doers = only.holders and other.holders and not only.holders & other.holders and len(deed) > 1
    told = only.spoken.difference(only.value.split())
    held_elsewhere = only.holders == other.holders and len(told) > 1 and told <= other.spoken
    every = (
        (held if new.exclusive else new).universal and other.spoken <= only.spoken and len(other.spoken) > 1
    )
    if every or (doers and deed <= other.spoken) or (held_elsewhere and mine.value != theirs.value):
        return met("opposes", "exclusive", mine, theirs)
    return None


def disowned(new: Reading, held: Reading) -> Meeting | None:
    """The newcomer says of what a statement prescribes that it is not to be used, and nothing besides."""
    theirs = held.parts[0]
    prescribed = frozenset(theirs.value.split()) - FAINT or theirs.holders
    if theirs.negative or theirs.measures or not prescribed:
        return None
    for mine in new.parts:
        if not mine.negative or mine.attribute not in _OWNING_UP:
            continue
        meant = mine.holders or frozenset(mine.value.split()) - FAINT
        about = mine.spoken - meant - _OWNING_UP
        if meant and meant in (prescribed, theirs.holders) and about <= theirs.spoken:
            return met("opposes", "suspected", mine, theirs)
    return None


def restored(new: Reading, held: Reading) -> Meeting | None:
    """What a statement says is gone is there again: "X was removed", "X has been reinstated"."""
    mine, theirs = new.parts[0], held.parts[0]
    if not held.gone or new.gone & held.gone or new.additive or RESTORING.isdisjoint(new.said):
        return None
    if any(part.negative for part in new.parts) or contrast(theirs.spoken, new.everything):
        return None
    about = theirs.spoken - held.gone - RETIRING - REPLACING - CHANGING - FAINT
    repeated = held.gone <= new.everything and len(about & new.everything) * 2 >= len(about)
    return met("opposes", "suspected", mine, theirs) if repeated else None
