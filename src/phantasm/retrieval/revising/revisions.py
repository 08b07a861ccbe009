"""Does a later statement give another value for what an earlier one told? Decided when it is written."""

from collections.abc import Mapping, Sequence

from phantasm.retrieval.revising.amounts import RANGE
from phantasm.retrieval.revising.mentions import Mention
from phantasm.retrieval.revising.revision import Reason, Revision
from phantasm.retrieval.revising.topics import names_role

# How much two statements must have in common, in words near both values, and how sure a revision is that has
# just so much. Set on the development conversations, where pairs were judged by hand.
_RULES: dict[Reason, tuple[float, float]] = {
    "former_value": (1.0, 0.9),
    "change_told": (1.5, 0.7),
    "told_as_new": (1.75, 0.6),
    "same_frame": (4.0, 0.4),
}
# Each further word in common makes a revision so much surer.
_SURER_BY_WORD = 0.1
# A word in common counts whole where it is near both values, less further away.
_NEAR_BOTH = 1.0
_NEAR_ONE = 0.5
_FAR_FROM_BOTH = 0.25
# That two numbers count the same noun is as good as half a word.
_SAME_UNIT = 0.5
# A word tells less when more of the earlier turns hold it than this many, or than this share of them:
# "budget" in a conversation about budgets.
_FEW_HOLDERS = 6
_COMMON_SHARE = 0.06
# What a value is told of is named by its three nearest words, of which the other statement has two.
_HEADS = 3
_SHARED_HEADS = 2
# Where no word tells of a change, the two nearest words must be among the four nearest of the other one.
_NEAREST = 2
_NEARBY = 4
# A frame is the same when the two nearest words are among the other's three; then fewer words will do.
_SAME_FRAME = 3
_LESS_FOR_SAME_FRAME = 1.0
# What is paid, or reached in one test, is paid and reached anew each time.
_ONE_OFF = frozenset(("spent", "result"))
_DEADLINE = "deadlin"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def weigh(holders: Mapping[str, int], turns: int) -> dict[str, float]:
    """Return how much each word tells: `holders` of the earlier `turns` with values have it among theirs."""
    common = max(_FEW_HOLDERS, _COMMON_SHARE * turns)
    return {word: min(1.0, common / held) for word, held in holders.items() if held}


def revised(
    newer: Sequence[Mention], older: Sequence[Mention], *, weights: Mapping[str, float] | None = None
) -> Revision | None:
    """Return the surest revision of an earlier turn by a later one; None where it only repeats or adds."""
    best: Revision | None = None
    for held in older:
        repeated = [told for told in newer if _is_same(told, held)]
        for told in newer:
            if any(_is_same(told, known) for known in older):
                continue  # the earlier turn knew this value beside its own
            if any(again.change or not told.change for again in repeated):
                continue  # the turn tells both values, and nothing says that this is the later one
            found = revises(told, held, weights=weights)
            if found is not None and (best is None or found.strength > best.strength):
                best = found
    return best


def revises(newer: Mention, older: Mention, *, weights: Mapping[str, float] | None = None) -> Revision | None:
    """Return how sure it is that a later mention gives another value for the same; None when it does not."""
    if not _is_comparable(newer, older):
        return None
    reason = _reason(newer, older)
    if reason is None:
        return None
    about, alike = _shared(newer, older, weights or {})
    need, least = _RULES[reason]
    if reason == "same_frame" and _have_one_frame(newer, older):
        need -= _LESS_FOR_SAME_FRAME
    if alike < need:
        return None
    strength = min(1.0, round(least + _SURER_BY_WORD * (alike - need), 3))
    return Revision(strength, reason, older.kind, older.unit, older.value, about)


def _is_same(newer: Mention, older: Mention) -> bool:
    return newer.value == older.value and newer.kind == older.kind and _have_one_unit(newer, older)


def _is_comparable(newer: Mention, older: Mention) -> bool:
    """Tell whether two values are of one kind and nothing says that they are values of two things."""
    if newer.value == older.value or newer.speaker != older.speaker or not _have_one_unit(newer, older):
        return False
    if (RANGE in newer.value) != (RANGE in older.value) and not newer.change:
        return False
    if newer.names and older.names and newer.names.isdisjoint(older.names):
        return False
    if newer.change != "told" and newer.marks and older.marks and newer.marks.isdisjoint(older.marks):
        return False
    if (newer.role == "goal") != (older.role == "goal"):
        return False  # what is aimed at is not what is
    return not newer.role or not older.role or newer.role == older.role


def _have_one_unit(newer: Mention, older: Mention) -> bool:
    unit, _, per = newer.unit.partition("/")
    other, _, other_per = older.unit.partition("/")
    if newer.kind == "number":  # "the commits …, which have now reached 165"
        return older.kind == "number" or (older.kind == "count" and other in newer.near + newer.far)
    return newer.kind == older.kind and unit == other and (per == other_per or not per or not other_per)


def _reason(newer: Mention, older: Mention) -> Reason | None:
    """Return why a later value may take the place of an earlier one; None when nothing speaks for it."""
    if newer.former:
        named = newer.former.rstrip(_LETTERS) == older.value.rstrip(_LETTERS)
        return "former_value" if named else None
    if not newer.change:
        return "same_frame" if _is_retold(newer, older) else None
    heads = newer.near[:_HEADS]
    timed = newer.kind in ("date", "clock")
    if timed and heads and heads[0] not in older.near:
        return None
    told = older.near if timed else older.near + older.far
    alike = sum(word in told or (newer.role == older.role and names_role(newer.kind, word)) for word in heads)
    if alike < min(_SHARED_HEADS, len(heads)):
        return None
    return "change_told" if newer.change == "told" else "told_as_new"


def _is_retold(newer: Mention, older: Mention) -> bool:
    """Tell whether two statements without a word of change tell the same: most dates and payments do not."""
    if newer.kind == "version" or not _ONE_OFF.isdisjoint((newer.role, older.role)):
        return False
    if newer.kind == "date" and not (
        _DEADLINE in newer.near[:_NEAREST] and _DEADLINE in older.near[:_NEAREST]
    ):
        return False
    if newer.kind == "clock" and newer.marks.isdisjoint(older.marks):
        return False
    if newer.names - older.names and older.names - newer.names:
        return False
    here = set(newer.near[:_NEAREST]).isdisjoint(older.near[:_NEARBY])
    there = set(older.near[:_NEAREST]).isdisjoint(newer.near[:_NEARBY])
    return not here and not there and len(set(newer.near) & set(older.near)) >= _NEAREST


def _have_one_frame(newer: Mention, older: Mention) -> bool:
    here = set(newer.near[:_NEAREST]) <= set(older.near[:_SAME_FRAME])
    return here and set(older.near[:_NEAREST]) <= set(newer.near[:_SAME_FRAME])


def _shared(newer: Mention, older: Mention, weights: Mapping[str, float]) -> tuple[tuple[str, ...], float]:
    """Return the words that two mentions have in common, nearest first, and how much they tell together."""
    about: list[str] = []
    alike = _SAME_UNIT if newer.kind in ("count", "number") else 0.0
    for words, beside, away in (
        (newer.near, _NEAR_BOTH, _NEAR_ONE),
        (newer.far, _NEAR_ONE, _FAR_FROM_BOTH),
    ):
        for word in words:
            share = beside if word in older.near else away if word in older.far else 0.0
            if share:
                about.append(word)
                alike += share * weights.get(word, 1.0)
    return tuple(about), alike
