"""What is recalled, from how near, and why? In order of answer and scope, each in a sentence. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from phantasm.context.framing.answers import Moment, RecallAnswer, RecallScope
from phantasm.context.ways import Slot

# Nearer first. A turn goes on from what was just said; whoever comes back goes on from the work itself.
PREFERENCE: dict[Moment, tuple[RecallScope, ...]] = {
    "turn": ("turn", "session", "lineage", "workspace"),
    "resume": ("lineage", "session", "workspace"),
    "wake": ("lineage", "session", "workspace"),
}
# On the scale of the score, from 0 to 1: between answers that are about as good the nearer one comes first,
# and no scope lifts what hardly answers above what answers well.
_STEP = 0.1
# The turn that tells the outcome of what the question names says other words than the question: it has to be
# lifted over the turn that has them. By hand, as there are no labelled questions of this sort yet.
_ASKED_SLOT = 0.35
_ASKED_KIND = 0.2
# How much a link to the focus says by itself, on the same scale: what is waited for is needed first.
_LINKED: dict[str, float] = {
    "blocks": 0.75,
    "depends_on": 0.7,
    "contradicts": 0.65,
    "derived_from": 0.6,
    "part_of": 0.5,
    "about": 0.5,
    "relates_to": 0.4,
    "supersedes": 0.3,
}
_RELATION = {
    ("blocks", "in"): "it blocks the focus",
    ("blocks", "out"): "the focus blocks it",
    ("depends_on", "out"): "the focus depends on it",
    ("depends_on", "in"): "it depends on the focus",
    ("contradicts", "out"): "the focus contradicts it",
    ("contradicts", "in"): "it contradicts the focus",
    ("derived_from", "out"): "the focus is derived from it",
    ("derived_from", "in"): "it is derived from the focus",
    ("part_of", "out"): "the focus is part of it",
    ("part_of", "in"): "it is part of the focus",
    ("supersedes", "out"): "the focus took its place",
    ("supersedes", "in"): "it took the place of the focus",
}
_WHENCE: dict[RecallScope, str] = {
    "turn": "from this turn",
    "session": "from this session",
    "lineage": "from the line of the focus",
    "workspace": "from the rest of the project",
}
# What is far behind the best answer only fills the frame; what is of the sort asked for may be further.
_LEAST_SHARE, _LEAST_SHARE_ASKED = 0.5, 0.25
_LEAST_SCORE = 0.1
# What only its slot or kind brings: as good as a middling answer.
_TARGETED = 0.5
# The parts of a score that a sentence names: the strongest, and none that changes no place.
_PARTS_NAMED = 3
_TELLING = 0.01


@dataclass(frozen=True, slots=True)
class Relation:
    """How something is linked to the focus, seen from the focus."""

    type: str
    direction: Literal["out", "in"]


@dataclass(frozen=True, slots=True)
class Found:
    """Something that may be recalled."""

    type: Literal["record", "evidence", "episode"]
    id: str
    kind: str
    text: str
    at: str
    origin: str
    trusted: bool
    handle: str
    start: int = 0
    stop: int = 0
    lineage: str | None = None
    score: float = 0.0
    """How well it answers the question that was looked for; 0 when only a link brings it."""
    parts: Mapping[str, float] = field(default_factory=dict)
    session: str | None = None
    slot: Slot | None = None
    marks: Sequence[str] = ()
    became: str | None = None
    """What became of what it cites, where that is no longer as it was."""
    evidence_ids: Sequence[str] = ()
    revised_by: str | None = None
    relation: Relation | None = None
    linked_from: str | None = None
    """The record whose link brought it, where it does not answer by itself."""
    targeted: bool = False
    """Whether only its slot or its kind brings it: what is asked for, whatever the words."""


@dataclass(frozen=True, slots=True)
class Near:
    """What lies how near: ids of items, lines of records, sessions."""

    turn: frozenset[str] = frozenset()
    """The evidence of the last turn, and what was written with it."""
    session: str | None = None
    written: frozenset[str] = frozenset()
    """What the session wrote."""
    lines: frozenset[str] = frozenset()
    """The focus and what is linked to it."""
    behind: frozenset[str] = frozenset()
    """The evidence that these lines rest on."""


@dataclass(frozen=True, slots=True)
class Wish:
    """For what, and how, something is recalled."""

    moment: Moment
    by: Literal["query", "focus"]
    slots: Sequence[Slot] = ()
    kinds: Sequence[str] = ()
    limit: int = 10


def recall(found: Sequence[Found], near: Near, wish: Wish) -> list[RecallAnswer]:
    """Return what is recalled, the best and nearest first; ties go by id."""
    best = max((one.score for one in found), default=0.0)
    placed = [(one, scope_of(one, near, wish.moment)) for one in found if _counts(one, best, wish)]
    ordered = sorted(placed, key=lambda pair: (-_weight(pair[0], pair[1], wish), pair[0].id))
    return [_answer(one, scope, wish) for one, scope in ordered[: wish.limit]]


def scope_of(one: Found, near: Near, moment: Moment) -> RecallScope:
    """Return the nearest scope that something belongs to, by the preference of the moment."""
    within: dict[RecallScope, bool] = {
        "turn": one.id in near.turn,
        "session": one.id in near.written or (near.session is not None and one.session == near.session),
        "lineage": one.relation is not None or one.lineage in near.lines or one.id in near.behind,
        "workspace": True,
    }
    return next(scope for scope in PREFERENCE[moment] if within[scope])


def base_score(one: Found) -> float:
    """Return how much speaks for something before its scope: its answer, its link, or what it is."""
    linked = _LINKED.get(one.relation.type, 0.0) if one.relation else 0.0
    return round(max(one.score, linked, _TARGETED if one.targeted else 0.0), 3)


def _counts(one: Found, best: float, wish: Wish) -> bool:
    """Tell whether something speaks for an item that only its scope would lift."""
    if one.relation or one.targeted:
        return True
    asked = one.slot in wish.slots or one.kind in wish.kinds
    return one.score >= max(_LEAST_SCORE, best * (_LEAST_SHARE_ASKED if asked else _LEAST_SHARE))


def _weight(one: Found, scope: RecallScope, wish: Wish) -> float:
    order = PREFERENCE[wish.moment]
    nearness = _STEP * (len(order) - 1 - order.index(scope))
    asked = _ASKED_SLOT * (one.slot in wish.slots) + _ASKED_KIND * (one.kind in wish.kinds)
    return round(base_score(one) + nearness + asked, 3)


def _answer(one: Found, scope: RecallScope, wish: Wish) -> RecallAnswer:
    return RecallAnswer(
        type=one.type,
        id=one.id,
        handle=one.handle,
        kind=one.kind,
        text=one.text,
        start=one.start,
        stop=one.stop,
        scope=scope,
        score=base_score(one),
        why=_sentence(one, scope, wish),
        at=one.at,
        origin=one.origin,
        trusted=one.trusted,
        slot=one.slot,
        session=one.session,
        marks=list(one.marks),
        became=one.became,
        evidence_ids=list(one.evidence_ids),
    )


def _sentence(one: Found, scope: RecallScope, wish: Wish) -> str:
    said = []
    if one.linked_from and not one.relation:
        said.append(f"a link of {one.linked_from} brings it")
    elif one.score and not one.linked_from:
        most = sorted(one.parts.items(), key=lambda part: (-abs(part[1]), part[0]))[:_PARTS_NAMED]
        parts = [f"{name} {added:+.2f}" for name, added in most if abs(added) >= _TELLING]
        made = f": {', '.join(parts)}" if parts else ""
        about = "answers the query" if wish.by == "query" else "is about the same as the focus"
        said.append(f"it {about} (score {one.score:.2f}{made})")
    if one.relation:
        said.append(_RELATION.get((one.relation.type, one.relation.direction), "it is related to the focus"))
    if one.slot is not None and one.slot in wish.slots:
        said.append(f"it tells the {one.slot} that is asked for")
    elif one.kind in wish.kinds:
        said.append(f"a {one.kind.replace('_', ' ')} answers such questions")
    if one.revised_by:
        said.append(f"{one.revised_by} tells a later value")
    said.append(_WHENCE[scope])
    words = "; ".join(said)
    return words[0].upper() + words[1:] + "."
