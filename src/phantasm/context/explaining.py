"""Why is a line there, why is something not, and what should somebody look at? Pure."""

from collections.abc import Iterable, Mapping, Sequence

from phantasm.context.liveness import freshness
from phantasm.context.manifest import Measured, text_hash
from phantasm.context.model import Candidate, Left
from phantasm.context.sections import SECTIONS
from phantasm.context.views import FindingView, LineView, OmittedView, PrefixView, SectionView
from phantasm.state.reasons import ANCHOR_REASONS

# Enough to see what came near; all of it would be the store.
_MOST_OMITTED = 50


def prefix_view(lines: Sequence[Measured]) -> PrefixView:
    """Return how much of a context holds for every task."""
    text = "".join(measured.line.text for measured in lines)
    return PrefixView(
        bytes=len(text.encode()),
        characters=len(text),
        tokens=sum(measured.tokens for measured in lines),
        hash=text_hash(text),
    )


def section_views(lines: Iterable[Measured]) -> list[SectionView]:
    """Return the sections as they are read, with the room each takes."""
    tokens: dict[str, int] = {}
    said: dict[str, int] = {}
    for measured in lines:
        name = measured.line.section
        if name:
            tokens[name] = tokens.get(name, 0) + measured.tokens
            said[name] = said.get(name, 0) + (measured.line.chosen is not None)
    return [
        SectionView(name=name, title=SECTIONS[name].title, tokens=tokens[name], lines=said[name])
        for name in tokens
    ]


def line_views(lines: Iterable[Measured], rests_on: Mapping[str, Sequence[str]]) -> list[LineView]:
    """Return why each line is there."""
    return [
        LineView(
            id=candidate.id,
            handle=candidate.handle,
            tier=candidate.tier,
            section=measured.line.section,
            kind=candidate.kind,
            text=measured.line.said,
            tokens=measured.tokens,
            reason=candidate.reason,
            score=candidate.score,
            parts=dict(candidate.parts),
            spans=[[candidate.offset + start, candidate.offset + stop] for start, stop in chosen.spans],
            evidence_ids=list(rests_on.get(candidate.id, ())),
            at=candidate.at,
            freshness=freshness(candidate),
            labels=list(candidate.labels),
            also=list(chosen.also),
        )
        for measured in lines
        if (chosen := measured.line.chosen) is not None
        for candidate in (chosen.candidate,)
    ]


def omitted_views(left: Sequence[Left]) -> list[OmittedView]:
    """Return why what came near is not there, the nearest first."""
    nearest = sorted(left, key=lambda one: (-one.candidate.score, one.candidate.rank, one.candidate.id))
    return [
        OmittedView(
            id=one.candidate.id,
            handle=one.candidate.handle,
            tier=one.candidate.tier,
            kind=one.candidate.kind,
            reason=one.reason,
            detail=one.detail,
            score=one.candidate.score,
        )
        for one in nearest[:_MOST_OMITTED]
    ]


def findings(shown: Iterable[Candidate], left: Iterable[Left]) -> list[FindingView]:
    """Return what somebody should look at: reads write nothing, so they say it."""
    found: dict[tuple[str, tuple[str, ...]], FindingView] = {}
    for one in shown:
        if one.standing.opposed:
            ids = tuple(sorted({one.id, *one.standing.opposed}))
            found["conflict", ids] = _finding("conflict", ids, "these contradict each other")
        code = ANCHOR_REASONS.get(one.standing.condition)
        if code is not None:
            message = f"{one.handle}: {one.standing.fresh}"
            found[code, (one.id,)] = _finding("stale", (one.id,), message, code)
        for mark in ("doubtful",) if code else ("doubtful", "stale"):
            if mark in one.standing.marks:
                found[mark, (one.id,)] = _finding(mark, (one.id,), f"{one.handle} is {mark}")
    for gone in left:
        ids, message = (gone.candidate.id,), f"{gone.candidate.handle}: {gone.detail}"
        if gone.reason == "stale":
            found["expired", ids] = _finding("expired", ids, message, "expired")
        elif gone.reason == "gone":
            found["gone", ids] = _finding("stale", ids, message, ANCHOR_REASONS["gone"])
    return list(found.values())


def _finding(kind: str, ids: Sequence[str], message: str, *reasons: str) -> FindingView:
    told = {"kind": kind, "record_ids": list(ids), "message": message, "reasons": list(reasons)}
    return FindingView.model_validate(told)
