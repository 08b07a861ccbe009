"""What does the store say about what is going on? Reads what a session frame is made of, on one snapshot."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from phantasm.context.asking import kinds_asked, slots_asked, topic_of
from phantasm.context.frame import Material, compose
from phantasm.context.framing.focus import focus_of, ranked
from phantasm.context.framing.recalling import Near, Wish
from phantasm.context.framing.scene import Scene
from phantasm.context.reading import remembering, ruling, tracing
from phantasm.context.reading.anchored import became_of
from phantasm.context.reading.working import workload
from phantasm.contracts.ids import HANDLE_LENGTH
from phantasm.evidence import store as evidence
from phantasm.state import store as state

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phantasm.context.framing.answers import Frame
    from phantasm.context.framing.cue import Trace
    from phantasm.context.framing.focus import Ranked
    from phantasm.context.framing.recalling import Found
    from phantasm.context.framing.scene import Thing
    from phantasm.context.reading.occasion import Occasion
    from phantasm.context.reading.tracing import Doings, Journal
    from phantasm.context.reading.working import Workload
    from phantasm.retrieval.hits import Hit
    from phantasm.retrieval.look import Sight
    from phantasm.retrieval.rank import Match
    from phantasm.storage.work import Work

# The best hits among which a query may name a line of work.
_MENTIONING = 10
# What is looked for of a long focus: its first sentences say what it is about.
_QUESTION_CHARACTERS = 500
_HANDLE = re.compile(rf"\b[0-9a-z]{{{HANDLE_LENGTH}}}\b")


@dataclass(frozen=True, slots=True)
class Read:
    """A frame, and what was learned on the way."""

    frame: Frame
    session: str | None
    """The session that goes on."""
    match: Match | None
    """How well the query, or without one the focus, is answered; None where nothing was looked for."""
    withheld: int
    sight: Sight | None


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a search brought."""

    hits: Sequence[Hit] = ()
    match: Match | None = None
    withheld: int = 0
    sight: Sight | None = None


def read_frame(work: Work, occasion: Occasion, sight: Sight | None) -> Read:
    """Read what the frame is made of and put it together."""
    journal = tracing.journal_of(work, occasion)
    doings = tracing.doings(work, journal)
    answer = _search(work, occasion.query, occasion, sight)
    found = workload(work, occasion, _named(work, occasion.query or "", answer.hits) | doings.touched.keys())
    scene = _scene(found, occasion, answer.hits, doings)
    lines = ranked(scene)
    focus = focus_of(lines)
    question = occasion.query
    if not question and focus and focus.thing.text:
        question = focus.thing.text[:_QUESTION_CHARACTERS]
        answer = _search(work, question, occasion, None)
    linked = remembering.linked(work, found, focus.name, occasion) if focus else []
    material = Material(
        wish=Wish(
            moment=occasion.moment,
            by="query" if occasion.query else "focus",
            slots=scene.slots,
            kinds=kinds_asked(occasion.query or ""),
            limit=occasion.limit,
        ),
        found=_held_against_code(
            work, _merged(_recalled(work, answer, (journal, occasion)), linked), occasion
        ),
        near=replace(
            _near(work, focus, linked, doings, journal),
            turn=tracing.last_turn(work, journal, occasion),
        ),
        rules=ruling.rules(work, question, answer.sight, occasion),
        traces=_traces(work, found, focus, doings, (journal, occasion)),
        changed=tracing.changed_since(work, journal, occasion) if occasion.moment == "wake" else None,
    )
    return Read(
        frame=compose(scene, lines, focus, material),
        session=journal.session,
        match=answer.match,
        withheld=answer.withheld + sum(1 for thing in found.things.values() if thing.text is None),
        sight=answer.sight,
    )


def _search(work: Work, question: str | None, occasion: Occasion, sight: Sight | None) -> _Answer:
    if not question:
        return _Answer(sight=sight)
    found, sight = remembering.answers_to(work, question, sight, occasion)
    match: Match = found.match
    topic = topic_of(question)
    if match == "no_match" and topic != question:
        # "What was the result of …": nobody writes down the word result. What is about the topic may answer.
        found, sight = remembering.answers_to(work, topic, sight, occasion)
        match = "no_match" if found.match == "no_match" else "weak_match"
    # What does not match is not recalled: it would only fill the frame.
    hits = [] if match == "no_match" else found.hits
    return _Answer(hits, match, found.withheld, sight)


def _scene(found: Workload, occasion: Occasion, hits: Sequence[Hit], doings: Doings) -> Scene:
    return Scene(
        moment=occasion.moment,
        today=(occasion.at.as_of or occasion.now)[:10],
        graph=found.graph,
        things=found.things,
        query=occasion.query,
        slots=slots_asked(occasion.query or ""),
        chosen=found.chosen,
        touched=doings.touched,
        mentioned=_mentioned(occasion.query or "", hits, found.things),
    )


def _named(work: Work, query: str, hits: Sequence[Hit]) -> set[str]:
    """Return the lines that a query names, whatever their age: by a handle, or by being about them."""
    by_handle = state.find(work, _HANDLE.findall(query)[:_MENTIONING]).values()
    return {record.lineage for record in by_handle} | {
        hit.record.lineage for hit in hits[:_MENTIONING] if hit.record
    }


def _mentioned(query: str, hits: Sequence[Hit], things: Mapping[str, Thing]) -> dict[str, float]:
    """Return the open work that a query is about: named by its handle, or among the best that answer."""
    named = set(_HANDLE.findall(query))
    lines = {line: 1.0 for line, thing in sorted(things.items()) if thing.handle in named}
    for hit in hits[:_MENTIONING]:
        line = hit.record.lineage if hit.record else None
        if line is None or line not in things or hit.score < remembering.RELEVANT:
            continue
        if things[line].item.is_work and things[line].item.is_open:
            lines.setdefault(line, round(hit.score, 3))
    return lines


def _recalled(work: Work, answer: _Answer, whence: tuple[Journal, Occasion]) -> list[Found]:
    """Return what answers; where nothing does, what the question asks for whatever the words."""
    journal, occasion = whence
    if answer.hits or not occasion.query:
        return remembering.recalled(work, answer.hits, occasion)
    latest = [name for turn in tracing.turns(work, journal, occasion) for name, _ in turn]
    return remembering.targeted(work, occasion.query, latest, occasion)


def _merged(answering: Sequence[Found], linked: Sequence[Found]) -> list[Found]:
    """Return everything once: what answers and is linked as well with both reasons."""
    by_id = {one.id: one for one in answering}
    for one in linked:
        known = by_id.get(one.id)
        by_id[one.id] = replace(known, relation=one.relation) if known else one
    return list(by_id.values())


def _held_against_code(work: Work, found: Sequence[Found], occasion: Occasion) -> list[Found]:
    """Say of records what became of what they cite; one that rests on what is gone is not recalled."""
    records = state.find(work, [one.id for one in found if one.type == "record"])
    became = became_of(work, list(records.values()), occasion)
    return [replace(one, became=became.get(one.id)) for one in found if became.get(one.id, "") is not None]


def _near(
    work: Work, focus: Ranked | None, linked: Sequence[Found], doings: Doings, journal: Journal
) -> Near:
    lines = {one.lineage for one in linked if one.lineage} | ({focus.name} if focus else set())
    ids = [one.id for one in linked] + ([focus.thing.record_id] if focus else [])
    behind = evidence.behind(work, ids)
    return Near(
        session=journal.session,
        written=doings.written,
        lines=frozenset(lines),
        behind=frozenset(name for names in behind.values() for name in names),
    )


def _traces(
    work: Work,
    found: Workload,
    focus: Ranked | None,
    doings: Doings,
    whence: tuple[Journal, Occasion],
) -> list[Trace]:
    """Return what was said last in the session, and what was done last to the focus, or by the session."""
    journal, occasion = whence
    record = found.records[focus.name] if focus else doings.last
    done = tracing.done_last(work, record, occasion) if record else []
    return [*tracing.said_last(work, journal, occasion), *done]
