"""Does a newcomer tell anew what is held, with something else in one place? The frame stays the same."""

from collections.abc import Iterator

from phantasm.state.claims.contrasts import contrast, sets_apart
from phantasm.state.claims.keys import COMMON
from phantasm.state.claims.meetings import Meeting, is_number, met
from phantasm.state.claims.model import Part
from phantasm.state.claims.predicates import MULTIPLE, ONE_OBJECT, OWNING, SINGLE
from phantasm.state.claims.readings import Reading
from phantasm.state.claims.replacements import knows
from phantasm.state.claims.suspicions import other_number
from phantasm.state.claims.verbs import VERBS
from phantasm.state.claims.vocabulary import ATTRIBUTES, BOUNDS, FAINT, NOUN_LIKE, PLACING, STIRRING
from phantasm.state.claims.words import stems

# Words of a statement that its retelling need not repeat, nor may count as something new.
_LOOSE = FAINT | STIRRING | PLACING | BOUNDS | (VERBS - NOUN_LIKE)
_LOOSE |= stems("default after before above below behind upon under within beside still part")
# A retelling brings a new value, and hardly more.
_MOST_NEW = 3
# Attributes that verbs speak of without naming them.
_ASPECTS = frozenset(SINGLE.values()) | frozenset(OWNING.values())
# Verbs that only carry a value; with another verb, something else is said of the same thing.
_CARRYING = PLACING | FAINT | STIRRING | stems("destination location") | {""}
# Verbs that have one object at a time in what is said of a change.
_ONE_OBJECT = ONE_OBJECT | stems("print speak output pick default run cost take last")
# … of which these say where something is, or goes.
_WHERE = stems("location destination target host deploy publish push send route tracking")
# A frame of common words has at least so many.
_FEWEST = 2
# Verbs whose doers are several at a time: one more does not end another; what is used for a job is one.
_SHARED_DEEDS = MULTIPLE - stems("use handle review produce provide")


def retold(new: Reading, held: Reading) -> Meeting | None:
    """The newcomer says that something changed, in the frame of what is held, with another filler."""
    theirs = held.parts[0]
    if not new.update or new.additive or held.additive or theirs.ended or theirs.negative:
        return None
    if new.gone and not theirs.measures and not new.gone & (theirs.spoken | theirs.holders):
        return None
    for filler, frame in _readings(new, theirs):
        slight = frame <= COMMON and len(frame) < _FEWEST and not _chooses_otherwise(new, theirs)
        if not frame or slight or not frame <= new.everything:
            continue
        if filler & new.everything or contrast(frame, new.everything) or any(map(sets_apart, filler)):
            continue
        if any(_fills(mine, theirs, frame, filler) for mine in new.parts):
            return met("opposes", "suspected", new.parts[0], theirs)
    return None


def _chooses_otherwise(new: Reading, theirs: Part) -> bool:
    """Tell whether both make one choice, and not in the same way."""
    made = {choice for part in new.parts for choice in part.choices}
    kinds = {kind for kind, _ in made}
    return any(kind in kinds and (kind, member) not in made for kind, member in theirs.choices)


def _readings(new: Reading, theirs: Part) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """Give what may have been filled otherwise, and the frame around it: the value, or whoever does it."""
    spoken = theirs.spoken - _LOOSE
    value = frozenset(theirs.value.split()) - FAINT
    if theirs.measures:
        if other_number(new, theirs, loosely=True) and theirs.cardinality != "many":
            yield frozenset(theirs.measures), spoken - value
        return
    role = theirs.active or theirs.link == "for" or not ATTRIBUTES.isdisjoint(value)
    # "the X engine", "Y is the engine": the noun belongs to the frame.
    value -= (ATTRIBUTES & new.everything) - theirs.holders
    chosen = _chooses_otherwise(new, theirs)
    if (theirs.cardinality != "many" or chosen) and knows(new, theirs) and value:
        yield value, spoken - value
    if role and theirs.holders and theirs.attribute not in _SHARED_DEEDS:
        yield theirs.holders, spoken - theirs.holders


def _fills(mine: Part, theirs: Part, frame: frozenset[str], filler: frozenset[str]) -> bool:
    """Tell whether a clause puts something else there, and speaks of nothing besides."""
    if mine.negative or mine.ended or not (mine.value or mine.holders):
        return False
    if is_number(mine) != is_number(theirs) or _is_another_aspect(mine, theirs):
        return False
    if _is_of_another_kind(mine, theirs) or (mine.changed and _describes(theirs)):
        return False
    strange = {word for word in mine.holders - theirs.spoken - _LOOSE if not word[0].isdigit()}
    if (
        strange
        and filler.isdisjoint(theirs.holders)
        and not (mine.active and frame <= set(mine.value.split()) | _LOOSE)
    ):
        return False  # another subject, unless it does now what was done with something else
    fresh = (mine.core | mine.spoken).difference(theirs.spoken, _LOOSE, mine.measures)
    if mine.link == theirs.link == "object" and mine.attribute == theirs.attribute not in _ONE_OBJECT:
        return not filler.isdisjoint(theirs.holders)  # "shows latency", "now shows error rates"
    if (
        mine.link == "object"
        and theirs.link != "object"
        and not strange
        and filler.isdisjoint(theirs.holders)
    ):
        return False  # "formats with single quotes", "now formats the YAML files"
    about = mine.spoken | mine.terms | mine.heading
    told = bool(fresh) or mine.measures != theirs.measures
    return told and len(fresh) <= _MOST_NEW and len(frame & about) * 2 >= len(frame)


def _is_another_aspect(mine: Part, theirs: Part) -> bool:
    """Tell whether both say which of its aspects they speak of, and not the same: where, and whose."""
    if mine.attribute == theirs.attribute:
        return False
    both = {mine.attribute, theirs.attribute}
    if both <= _WHERE:
        return False
    return both <= _ASPECTS or (both.isdisjoint(_CARRYING) and not mine.changed)


def _is_of_another_kind(mine: Part, theirs: Part) -> bool:
    """Tell whether both choose something, but of two kinds: a language and a bundler."""
    if theirs.attribute in PLACING:
        return False
    made, held = ({kind for kind, _ in part.choices} for part in (mine, theirs))
    return bool(made and held) and made.isdisjoint(held)


def _describes(theirs: Part) -> bool:
    """Tell whether a statement says how a thing is, not what it is: "the queue is empty"."""
    plain = theirs.cardinality == "unknown" and not theirs.attribute and not theirs.link
    return plain and not theirs.choices and theirs.value.isalpha()
