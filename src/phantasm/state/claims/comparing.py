"""What is one statement to another? Two readings in, their relation out; who may win is not decided here."""

from typing import Literal, NamedTuple

from phantasm.state.claims.alternatives import exclude_one_another
from phantasm.state.claims.model import Reading

Relation = Literal["unrelated", "same", "refines", "replaces", "opposes"]
"""`replaces`: the newcomer may take the other's place; `opposes`: both cannot hold, and nothing says which."""


class Meeting(NamedTuple):
    """What a newcomer is to something held, why, and which of its words say so."""

    relation: Relation
    code: str
    old: str = ""
    new: str = ""


UNRELATED = Meeting("unrelated", "nothing_held")


def compare(new: Reading, held: Reading) -> Meeting:
    """Return what a newcomer is to something held."""
    if new.times != held.times:
        return UNRELATED
    if new.words and new.words == held.words and new.negative == held.negative:
        return Meeting("same", "same_words")
    named = _named(new, held)
    if named is not None:
        return named
    if new.topic is not None and new.topic == held.topic:
        return _same_topic(new, held)
    if new.frame is not None and new.frame == held.frame:
        return _same_frame(new, held)
    return UNRELATED


def _named(new: Reading, held: Reading) -> Meeting | None:
    """The newcomer names what has ceased to hold, and that is what is held."""
    if held.negative or new.tentative or not new.replaced:
        return None
    for gone in new.replaced:
        if gone in (held.value, held.mention) and _about_the_same(new, held):
            return Meeting("replaces", "named_as_replaced", gone, new.value or "")
    return None


def _about_the_same(new: Reading, held: Reading) -> bool:
    if not new.holders or not held.holders:
        return True
    return bool(new.holders & held.terms or held.holders & new.terms)


def _same_topic(new: Reading, held: Reading) -> Meeting:
    old_value, new_value = held.value or "", new.value or ""
    if _agree(new, held):
        if new.negative != held.negative:
            return _flip(new, held)
        return Meeting("same", "same_value", old_value, new_value)
    if not old_value or not new_value:
        return UNRELATED
    if new.negative or held.negative:
        return UNRELATED
    if _contains(new_value, old_value):
        return Meeting("refines", "more_precise", old_value, new_value)
    if new.additive or held.additive or new.tentative or held.tentative:
        return UNRELATED
    if "one" in (new.cardinality, held.cardinality) and "many" not in (new.cardinality, held.cardinality):
        return Meeting("replaces", "single_value", old_value, new_value)
    if new.exclusive or held.exclusive:
        return Meeting("replaces" if new.update else "opposes", "exclusive", old_value, new_value)
    if new.update and "many" not in (new.cardinality, held.cardinality):
        return Meeting("replaces", "update_cue", old_value, new_value)
    if exclude_one_another(new_value, old_value):
        return Meeting("replaces" if new.update else "opposes", "alternatives", old_value, new_value)
    return UNRELATED


def _same_frame(new: Reading, held: Reading) -> Meeting:
    if new.negative != held.negative:
        return _flip(new, held)
    if new.measures == held.measures and sorted(new.words) == sorted(held.words):
        return UNRELATED
    return UNRELATED


def _flip(new: Reading, held: Reading) -> Meeting:
    if new.tentative or held.tentative:
        return UNRELATED
    return Meeting("replaces" if new.update else "opposes", "opposite", held.value or "", new.value or "")


def _agree(new: Reading, held: Reading) -> bool:
    if new.measures or held.measures:
        return new.measures == held.measures
    return new.value == held.value


def _contains(longer: str, shorter: str) -> bool:
    return set(shorter.split()) < set(longer.split())
