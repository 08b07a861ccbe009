"""Does a newcomer say that what is held has changed? It names what is gone, or gives another value."""

from phantasm.state.claims.contrasts import contrast, sets_apart
from phantasm.state.claims.cues import CHANGING
from phantasm.state.claims.keys import COMMON
from phantasm.state.claims.meetings import COVERED, SHARED, Meeting, Relation, comparable, met, names_in, win
from phantasm.state.claims.model import Part
from phantasm.state.claims.predicates import SUSTAINING
from phantasm.state.claims.quantities import UNIT_WORDS
from phantasm.state.claims.readings import Reading
from phantasm.state.claims.verbs import VERBS
from phantasm.state.claims.vocabulary import ATTRIBUTES, BOUNDS, FAINT, NOUN_LIKE, PLACING, PROCESSES
from phantasm.state.claims.words import stems


def named(new: Reading, held: Reading) -> Meeting | None:
    """The newcomer names what has ceased to hold, and that is what is held."""
    theirs = held.parts[0]
    if not new.gone or theirs.negative or theirs.ended or new.additive:
        return None
    if contrast(theirs.terms, new.vocabulary) or not knows(new, theirs) or _is_headed_elsewhere(new, theirs):
        return None
    for name in new.replaced:
        words = frozenset(name.split()) - FAINT - PROCESSES
        if words and words <= (theirs.spoken - held.gone).union(
            theirs.core, theirs.value.split(), _series(theirs)
        ):
            relation = _meant(new, theirs, words)
            if relation is not None:
                relation = relation if new.update and not _is_special(new, theirs) else "opposes"
                return met(relation, "named_as_replaced", new.parts[0], theirs)
    return None


def _series(theirs: Part) -> list[str]:
    """Return the release series of the versions of a value: "6.2" of "6.2.14"."""
    return [number.rpartition(".")[0] for number in theirs.measures if number.count(".") > 1]


def _meant(new: Reading, theirs: Part, words: frozenset[str]) -> Relation | None:
    """Tell whether what a newcomer says is gone is what a statement holds, not only a word in it."""
    held = (frozenset(theirs.value.split()) or theirs.holders or theirs.spoken) - FAINT - PROCESSES
    code = any(not word.isalpha() and not word[0].isdigit() for word in words)
    tool = any(word in words for _, member in theirs.choices for word in member.split())
    if not (words & held or words <= theirs.holders or tool or code):
        return None
    if code and words <= theirs.heading:
        return "replaces"  # "ADR-7 was withdrawn"
    if words <= COMMON and not words & frozenset(theirs.value.split()):
        return None  # "the API": everything is about it
    if _covers(new, theirs, words, held):
        return "replaces"
    if words.issubset(theirs.measures):
        return None
    distinct = (code or len(words) > 1) and bool(words & held)
    shared = (theirs.core - words) & new.vocabulary
    if distinct and (not new.leavers or (code and not theirs.holders) or (held <= words and shared)):
        return "replaces"
    if held <= words:
        return _meant_by_name(new, theirs, words, tool=tool)
    commended = (code or len(words) > 1) and words == theirs.holders and theirs.spoken & _COMMENDING
    return "opposes" if commended else None  # "X is the recommended call", "X is deprecated"


def _covers(new: Reading, theirs: Part, words: frozenset[str], held: frozenset[str]) -> bool:
    """Tell whether a newcomer speaks of what a statement is about, beside what it says is gone."""
    others = theirs.core - words
    if theirs.holders - new.vocabulary - COMMON - words and new.leavers - theirs.core - COMMON:
        return False  # each speaks of something of its own
    if words.issubset(theirs.measures) and not theirs.holders - COMMON <= new.vocabulary:
        return False  # the same number of something else
    if len(others & new.vocabulary) >= COVERED * len(others) and (others or not new.leavers):
        return True
    rest = theirs.holders - words
    ended = bool(rest) and words <= theirs.holders and not new.value
    if ended and not new.leavers - theirs.holders and rest <= new.vocabulary:
        return True  # what the statement speaks of is gone
    return bool(new.leavers and words & held) and new.leavers <= theirs.core and not words <= COMMON


def _meant_by_name(new: Reading, theirs: Part, words: frozenset[str], *, tool: bool) -> Relation | None:
    """The whole value is named as gone: who said so, and about what, decides."""
    if new.leavers:
        return "replaces" if theirs.holders and theirs.holders <= new.vocabulary else None
    about = new.parts[0].terms - FAINT - PROCESSES - words - {new.parts[0].attribute}
    if about:
        return "replaces" if (theirs.core - words) & new.vocabulary else None
    roles = frozenset(word for kind, _ in theirs.choices for word in kind.split())
    about = (theirs.terms | theirs.holders) - words - ATTRIBUTES - roles - FAINT - _MINOR - {theirs.attribute}
    return "opposes" if about - new.vocabulary and (tool or theirs.terms) else "replaces"


def _is_special(new: Reading, theirs: Part) -> bool:
    """Tell whether a statement holds for a place that a newcomer does not speak of: "on staging"."""
    return any(sets_apart(word) for word in theirs.terms - new.everything)


def knows(new: Reading, theirs: Part) -> bool:
    """Tell whether a newcomer speaks of the same version, file or identifier where a subject has one."""
    return all(word.isalpha() or word in new.everything or word in new.vocabulary for word in theirs.holders)


def _is_headed_elsewhere(new: Reading, theirs: Part) -> bool:
    """Tell whether a heading names something else of the kind: "Pricing page: …", "… of the landing page"."""
    heading = frozenset().union(*(part.heading for part in new.parts))
    return bool(heading - theirs.spoken - FAINT - COMMON) and bool(theirs.holders - new.everything - COMMON)


# Words that a statement of change may add without speaking of something more special.
_MINOR = (VERBS - NOUN_LIKE - CHANGING) | PLACING | BOUNDS | UNIT_WORDS
_MINOR |= stems("default port first second third last")
# Words that hold something up: they end with it.
_COMMENDING = SUSTAINING | stems("prefer way work exist valid introduce add adopt launch enable")
# By how many words a denial may be longer than what it denies.
_MOST_EXTRA = 1


def changed(new: Reading, held: Reading) -> Meeting | None:
    """The newcomer says that something changed, and speaks of what is held in other words."""
    theirs = held.parts[0]
    terms = theirs.terms - FAINT
    if not new.update or new.additive or (theirs.negative and not theirs.measures) or not terms:
        return None
    if contrast(theirs.terms, new.vocabulary) or not knows(new, theirs) or _is_headed_elsewhere(new, theirs):
        return None
    topic = terms - PLACING - {theirs.attribute} or terms
    telling = topic - COMMON
    telling = telling if len(telling) > 0 and theirs.measures else topic
    if len(telling & new.vocabulary) < COVERED * len(telling):
        return None
    for mine in new.parts:
        if mine.negative != theirs.negative:
            if _is_denied(new, mine, theirs):
                return win(new, "opposite", mine, theirs)
        elif not mine.measures and new.gone and not new.gone & set(theirs.value.split()):
            continue
        elif mine.value and mine.value != theirs.value and _has_another(new, mine, theirs):
            return met("opposes" if _is_special(new, theirs) else "replaces", "update_cue", mine, theirs)
    return None


def _is_denied(new: Reading, mine: Part, theirs: Part) -> bool:
    """Tell whether a clause that denies something denies what is held: it has nearly all of its words."""
    missing = theirs.spoken - new.vocabulary
    if len(theirs.spoken.intersection(mine.words)) * 2 < len(theirs.spoken):
        return False
    verb = theirs.attribute
    if verb and verb not in PLACING and verb not in mine.words and verb not in mine.terms:
        return False
    if len(mine.spoken - theirs.spoken) > _MOST_EXTRA or theirs.measures not in ((), mine.measures):
        return False
    if any(word in missing for _, member in theirs.choices for word in member.split()):
        return False
    return len(theirs.spoken) > 1 and len(missing) <= (1 - SHARED) * len(theirs.spoken)


def _has_another(new: Reading, mine: Part, theirs: Part) -> bool:
    """Tell whether a clause about the same thing gives another value."""
    if "many" in (mine.cardinality, theirs.cardinality):
        return False
    about, terms = mine.terms - FAINT - PLACING, theirs.terms - FAINT - PLACING
    if mine.measures and theirs.measures:
        return _has_another_number(new, mine, theirs)
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
        places = not mine.value.isalpha() and not theirs.value.isalpha() and theirs.attribute in PLACING
        return theirs.cardinality == "one" and (places or not about <= COMMON)
    return bool(about)


def _has_another_number(new: Reading, mine: Part, theirs: Part) -> bool:
    """Tell whether a clause about the same thing gives another number."""
    if mine.measures == theirs.measures or not comparable(mine, theirs, strictly=True):
        return False
    about = (mine.terms | names_in(mine)) - FAINT - PLACING - BOUNDS
    terms = (theirs.terms | names_in(theirs)) - FAINT - PLACING - BOUNDS
    missing = terms - new.vocabulary - ATTRIBUTES - COMMON - _MINOR
    if missing and mine.spoken - theirs.spoken - _MINOR - ATTRIBUTES - CHANGING:
        return False  # each has a word of its own: another thing of the kind
    if not theirs.tail and terms <= about:
        about = about - (mine.tail - terms)  # what follows the new value explains it
    return bool(about & terms) and (about <= terms or about - terms <= _MINOR)
