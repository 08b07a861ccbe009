"""Does a newcomer say that what is held has changed? It names what is gone, or gives another value."""

from phantasm.state.claims.contrasts import contrast
from phantasm.state.claims.keys import COMMON
from phantasm.state.claims.meetings import COVERED, SHARED, Meeting, Relation, comparable, met, names_in, win
from phantasm.state.claims.model import Part
from phantasm.state.claims.readings import Reading
from phantasm.state.claims.verbs import VERBS
from phantasm.state.claims.vocabulary import ATTRIBUTES, BOUNDS, FAINT, NOUN_LIKE, PLACING, PROCESSES


def named(new: Reading, held: Reading) -> Meeting | None:
    """The newcomer names what has ceased to hold, and that is what is held."""
    theirs = held.parts[0]
    if not new.gone or theirs.negative or theirs.ended or new.additive:
        return None
    if contrast(theirs.terms, new.vocabulary) or not knows(new, theirs):
        return None
    for name in new.replaced:
        words = frozenset(name.split()) - FAINT - PROCESSES
        if words and words <= (theirs.spoken - held.gone) | theirs.core | set(theirs.value.split()):
            relation = _meant(new, theirs, words)
            if relation is not None:
                return met(relation if new.update else "opposes", "named_as_replaced", new.parts[0], theirs)
    return None


def _meant(new: Reading, theirs: Part, words: frozenset[str]) -> Relation | None:
    """Tell whether what a newcomer says is gone is what a statement holds, not only a word in it."""
    held = (frozenset(theirs.value.split()) or theirs.holders) - FAINT - PROCESSES
    code = any(not word.isalpha() and not word[0].isdigit() for word in words)
    tool = any(word in words for _, member in theirs.choices for word in member.split())
    if not (words & held or words <= theirs.holders or tool or code):
        return None
    if words <= COMMON and not words & frozenset(theirs.value.split()):
        return None  # "the API": everything is about it
    others = theirs.core - words
    shared = others & new.vocabulary
    if len(shared) >= COVERED * len(others) and (others or not new.leavers):
        return "replaces"
    if words.issubset(theirs.measures):
        return "replaces" if new.leavers and new.leavers <= theirs.core else None
    distinct = (code or len(words) > 1) and bool(words & held)
    if distinct and (not new.leavers or (code and not theirs.holders) or (held <= words and shared)):
        return "replaces"
    if not held <= words:
        return None
    if new.leavers:
        theirs_too = bool(theirs.holders) and theirs.holders <= new.vocabulary
        return "replaces" if theirs_too or new.leavers <= theirs.core else None
    about = new.parts[0].terms - FAINT - PROCESSES - words - {new.parts[0].attribute}
    if about:
        return "replaces" if shared else None
    roles = frozenset(word for kind, _ in theirs.choices for word in kind.split())
    special = theirs.holders - words - ATTRIBUTES - roles - new.vocabulary
    return "opposes" if special and tool else "replaces"


def knows(new: Reading, theirs: Part) -> bool:
    """Tell whether a newcomer speaks of the same version, file or identifier where a subject has one."""
    return all(word.isalpha() or word in new.everything or word in new.vocabulary for word in theirs.holders)


# Words that a statement of change may add without speaking of something more special.
_MINOR = (VERBS - NOUN_LIKE) | PLACING | BOUNDS | {"default", "port"}
# By how many words a denial may be longer than what it denies.
_MOST_EXTRA = 1


def changed(new: Reading, held: Reading) -> Meeting | None:
    """The newcomer says that something changed, and speaks of what is held in other words."""
    theirs = held.parts[0]
    terms = theirs.terms - FAINT
    if not new.update or new.additive or (theirs.negative and not theirs.measures) or not terms:
        return None
    if contrast(theirs.terms, new.vocabulary) or not knows(new, theirs):
        return None
    topic = terms - PLACING - {theirs.attribute} or terms
    if len(topic & new.vocabulary) < COVERED * len(topic):
        return None
    for mine in new.parts:
        if mine.negative != theirs.negative:
            if _is_denied(mine, theirs):
                return win(new, "opposite", mine, theirs)
        elif not mine.measures and new.gone and not new.gone & set(theirs.value.split()):
            continue
        elif mine.value and mine.value != theirs.value and _has_another(mine, theirs):
            return met("replaces", "update_cue", mine, theirs)
    return None


def _is_denied(mine: Part, theirs: Part) -> bool:
    """Tell whether a clause that denies something denies what is held: it has nearly all of its words."""
    missing = theirs.spoken.difference(mine.words)
    verb = theirs.attribute
    if verb and verb not in PLACING and verb not in mine.words and verb not in mine.terms:
        return False
    if len(mine.spoken - theirs.spoken) > _MOST_EXTRA or theirs.measures not in ((), mine.measures):
        return False
    if any(word in missing for _, member in theirs.choices for word in member.split()):
        return False
    return len(theirs.spoken) > 1 and len(missing) <= (1 - SHARED) * len(theirs.spoken)


def _has_another(mine: Part, theirs: Part) -> bool:
    """Tell whether a clause about the same thing gives another value."""
    if "many" in (mine.cardinality, theirs.cardinality):
        return False
    about, terms = mine.terms - FAINT - PLACING, theirs.terms - FAINT - PLACING
    if mine.measures and theirs.measures:
        if mine.measures == theirs.measures or not comparable(mine, theirs, strictly=True):
            return False
        about = (about | names_in(mine)) - BOUNDS
        terms = (terms | names_in(theirs)) - BOUNDS
        return bool(about & terms) and (about <= terms or about - terms <= _MINOR)
    if (
        not mine.changed
        or theirs.link == "by"
        or about != terms
        or bool(mine.measures) != bool(theirs.measures)
    ):
        return False
    if theirs.changed and not about & ATTRIBUTES:
        return False
    if len(about) == 1:
        return theirs.cardinality == "one" and not about <= COMMON
    return bool(about)
