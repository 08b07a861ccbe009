"""What is one statement to another? Two readings in, their relation out; who may win is not decided here."""

from phantasm.state.claims.choosing import chosen
from phantasm.state.claims.contrasts import are_alike
from phantasm.state.claims.denials import denied, disowned, excluded, restored
from phantasm.state.claims.meetings import UNRELATED, Meeting, comparable, is_number, met, win
from phantasm.state.claims.model import Cardinality, Part
from phantasm.state.claims.predicates import DOING, ONE_OBJECT
from phantasm.state.claims.readings import Reading
from phantasm.state.claims.replacements import changed, named
from phantasm.state.claims.retellings import retold
from phantasm.state.claims.suspicions import nearly_one_topic, suspected
from phantasm.state.claims.vocabulary import ATTRIBUTES, ENTITIES, FAINT, PLACING


def compare(new: Reading, held: Reading) -> Meeting:
    """Return what a newcomer is to something held."""
    if not new.parts or not held.parts or not _share_time(new, held):
        return UNRELATED
    repeated = _repeated(new, held)
    if repeated is not None:
        return repeated
    if new.tentative or held.tentative:
        return UNRELATED
    for rule in (
        named,
        _about_one_topic,
        denied,
        chosen,
        changed,
        disowned,
        restored,
        excluded,
        suspected,
        retold,
        nearly_one_topic,
        _more,
    ):
        meeting = rule(new, held)
        if meeting is not None:
            unsure = new.unsure and meeting.relation == "replaces"
            return meeting._replace(relation="opposes", code="suspected") if unsure else meeting
    return UNRELATED


def _share_time(new: Reading, held: Reading) -> bool:
    """Tell whether both speak of the same time; what is said to have changed speaks of now."""
    return new.times == held.times or (new.update and not held.times)


def _repeated(new: Reading, held: Reading) -> Meeting | None:
    """The newcomer says what is held, in the same or in turned words; with more words it says more."""
    mine, theirs = new.parts[0], held.parts[0]
    if mine.negative != theirs.negative or mine.measures != theirs.measures or not mine.words:
        return None
    if new.tentative != held.tentative or {mine.modality, theirs.modality} == {"may", "must"}:
        return None
    same_value = mine.terms and mine.terms == theirs.terms and mine.value == theirs.value
    if mine.words != theirs.words and not same_value:
        if sorted(mine.words) != sorted(theirs.words):
            return None
        if _swapped(mine, theirs) and mine.agentive == theirs.agentive:
            compared = " than " in mine.value and not mine.negative
            return met("opposes", "opposite", mine, theirs) if compared else UNRELATED
    if new.everything - held.everything - FAINT or new.exclusive != held.exclusive:
        return met("refines", "more_precise", mine, theirs)
    return met("same", "same_value" if theirs.value else "same_words", mine, theirs)


def _swapped(mine: Part, theirs: Part) -> bool:
    """Tell whether subject and value changed places: "A depends on B", "B depends on A"."""
    return bool(
        (mine.holders & set(theirs.value.split())) - FAINT
        and (theirs.holders & set(mine.value.split())) - FAINT
    )


def _about_one_topic(new: Reading, held: Reading) -> Meeting | None:
    theirs = held.parts[0]
    for mine in new.parts:
        if _has_topic(mine, theirs) and not _mistaken(mine, theirs):
            found = _of_values(new, held, mine, theirs)
            if found is not None:
                return found
    return None


def _has_topic(mine: Part, theirs: Part) -> bool:
    """Tell whether two clauses speak of one topic; what holds by default is what is said to hold."""
    if mine.heading and theirs.heading and not mine.heading & theirs.heading:
        return False
    if mine.heading - theirs.heading and theirs.heading - mine.heading:
        return False  # "readiness probe: …", "liveness probe: …"
    if mine.terms == theirs.terms:
        return bool(mine.terms - PLACING)
    if mine.link == theirs.link == "=" and mine.terms - FAINT == theirs.terms - FAINT:
        return bool(mine.terms - PLACING - FAINT)
    both_measured = bool(mine.measures and theirs.measures)
    return both_measured and mine.terms ^ theirs.terms == {"default"} and len(mine.terms) > 1


def _mistaken(mine: Part, theirs: Part) -> bool:
    """Tell whether a word is a verb here and a noun there: "images are built with", "the build image is"."""
    if mine.changed or theirs.changed or mine.measures or theirs.measures:
        return False
    return (mine.attribute in DOING) != (theirs.attribute in DOING)


def _of_values(new: Reading, held: Reading, mine: Part, theirs: Part) -> Meeting | None:
    """Two values of one topic: how many it may have decides."""
    old, value = theirs.value, mine.value
    if old == value or (mine.measures and mine.measures == theirs.measures):
        return win(new, "opposite", mine, theirs) if mine.negative != theirs.negative else None
    if not value or not old or mine.negative != theirs.negative or new.additive or held.additive:
        return None
    if mine.negative and not (mine.measures and theirs.measures):
        return None
    if set(old.split()) < set(value.split()) or set(value.split()) < set(old.split()):
        return None
    if not comparable(mine, theirs):
        single = new.update and mine.cardinality == theirs.cardinality == "one" and is_number(theirs)
        return met("opposes", "suspected", mine, theirs) if single and not mine.measures else None
    cardinalities = (_firm(mine), _firm(theirs))
    if "many" not in cardinalities and mine.link.strip("=") == theirs.link.strip("="):
        if "one" in cardinalities:
            return met("replaces", "single_value", mine, theirs)
        found = _of_unknown_number(new, mine, theirs)
        if found is not None:
            return found
    return win(new, "exclusive", mine, theirs) if new.exclusive or held.exclusive else None


def _of_unknown_number(new: Reading, mine: Part, theirs: Part) -> Meeting | None:
    """Two values of a topic that may have one or many: a cue decides, or likeness makes them doubtful."""
    if new.update and not new.gone and not _is_vague(mine, theirs):
        return met("replaces", "update_cue", mine, theirs)
    paths = "/" in theirs.value and "/" in mine.value
    if paths or are_alike(theirs.value, mine.value):
        return met("opposes", "alternatives", mine, theirs)
    told = frozenset(theirs.value.split()) - FAINT
    if told <= new.everything - mine.core and theirs.value not in mine.terms:
        return met("opposes", "update_cue", mine, theirs)  # it explains why the old value is none
    return None


def _is_vague(mine: Part, theirs: Part) -> bool:
    """Tell whether a change may be one of something else: "CI now caches X", "the API moved to HTTP/2"."""
    if mine.link == "object":
        return mine.attribute not in ONE_OBJECT
    described = theirs.changed or (theirs.cardinality == "unknown" and not theirs.attribute)
    if theirs.value.isalpha() and described and not theirs.choices and mine.terms <= ENTITIES:
        return True  # "the queue is empty"
    return mine.changed and described and not mine.terms & ATTRIBUTES


def _firm(part: Part) -> Cardinality:
    """Return how many values a topic has; of what changed only a number says that it had one value."""
    vague = part.changed and part.cardinality == "one" and not is_number(part)
    return "unknown" if vague else part.cardinality


def _more(new: Reading, held: Reading) -> Meeting | None:
    """The newcomer says the same and more."""
    mine, theirs = new.parts[0], held.parts[0]
    if mine.negative != theirs.negative or not theirs.words:
        return None
    if theirs.spoken and theirs.spoken <= new.everything and set(theirs.measures) <= set(mine.measures):
        return met("refines", "more_precise", mine, theirs)
    return None
