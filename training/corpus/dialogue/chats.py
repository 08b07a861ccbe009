"""A user works with an assistant over weeks; later the user asks what was said."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from training.corpus.dialogue.drawing import Writer, draw, quota
from training.corpus.pair import Pair

if TYPE_CHECKING:
    from collections.abc import Iterator

    from training.corpus.dialogue.events import Event
    from training.corpus.dialogue.lexicon import Scene

SOURCE = "chat"
_FORMS = (("", ""), ("user: ", "assistant: "), ("User: ", "Assistant: "), ("", ""), ("Human: ", "AI: "))
"""How a record marks who spoke: stores differ, and some keep only the text."""
_WITH_ANSWER, _MORE, _WITH_CODE, _REMINDED = 0.15, 0.25, 0.5, 0.25
_ABOUT = 3
"""How many more pairs ask about any word of a statement than about one frame's."""
_FEWEST_STEPS, _MOST_STEPS = 3, 6


def chat_pairs(writer: Writer, events: list[Event], each: int) -> Iterator[Pair]:
    """Up to `each` pairs for every combination of a statement with a question, a note or an answer."""
    for event in events:
        for say in event.lines["say"]:
            for ask in event.lines["ask"] + event.lines["note"]:
                yield from draw(partial(_remembered, writer, event, say, ask), quota(each, say, ask))
            yield from draw(partial(_remembered, writer, event, say, None), each * _ABOUT)
            if event.lines["step"]:
                yield from draw(partial(_answered, writer, event, say), each * 2)
        for reply in event.lines["re"]:
            for ask in event.lines["ask"]:
                yield from draw(partial(_advised, writer, event, reply, ask), quota(each, reply, ask))


def _remembered(writer: Writer, event: Event, say: str, ask: str | None) -> Pair | None:
    """A question or a note of later, and the statement it goes back to."""
    scene: Scene = {}
    user, assistant = writer.rng.choice(_FORMS)
    said = user + writer.fill(_said(writer, event, writer.say(say, scene)), scene)
    question = writer.ask(ask, said, scene) if ask else writer.about("{recalling}", scene)
    if question is None:
        return None
    if event.lines["step"] and writer.chance(_WITH_ANSWER):
        said += "\n" + (assistant or "Assistant: ") + _answer(writer, event, scene)
    return Pair(SOURCE, _asked(writer, question), said)


def _answered(writer: Writer, event: Event, say: str) -> Pair | None:
    """What the user wrote, and the long answer of the assistant."""
    scene: Scene = {}
    user, assistant = writer.rng.choice(_FORMS)
    said = user + writer.fill(_said(writer, event, writer.say(say, scene)), scene)
    return Pair(SOURCE, said, assistant + _answer(writer, event, scene))


def _advised(writer: Writer, event: Event, reply: str, ask: str) -> Pair | None:
    """A question of later, and the answer in which the assistant repeated the fact."""
    scene: Scene = {}
    said = writer.rng.choice(_FORMS)[1] + writer.fill(reply, scene)
    question = writer.ask(ask, said, scene)
    if question is None:
        return None
    if event.lines["step"]:
        said += "\n" + _answer(writer, event, scene)
    return Pair(SOURCE, _asked(writer, question), said)


def _asked(writer: Writer, question: str) -> str:
    """The question as it is, or as one puts it to somebody with a memory."""
    if not question.endswith("?") or not writer.chance(_REMINDED):
        return question
    return writer.fill("{reminder}", {}) + " " + question[0].lower() + question[1:]


def _said(writer: Writer, event: Event, say: str) -> str:
    """The statement, sometimes with more of the user's worries after it."""
    more = event.lines["feel"]
    return f"{say} {writer.rng.choice(more)}" if more and writer.chance(_MORE) else say


def _answer(writer: Writer, event: Event, scene: Scene) -> str:
    """An introduction, some steps in the order of the grammar, perhaps code, and an offer."""
    rng, steps = writer.rng, event.lines["step"]
    count = min(len(steps), rng.randint(_FEWEST_STEPS, _MOST_STEPS))
    numbered = writer.chance(1 / 2)
    lines = [rng.choice(("{greet} {lead}", "{lead}"))]
    for number, index in enumerate(sorted(rng.sample(range(len(steps)), count)), 1):
        lines.append((f"{number}. " if numbered else "- ") + steps[index])
    filled = [writer.fill(line, scene) for line in lines]
    if event.lines["code"] and writer.chance(_WITH_CODE):
        filled.append(code(writer, rng.choice(event.lines["code"]), scene))
    filled.append(writer.fill("{outro}", scene))
    return "\n".join(filled)


def code(writer: Writer, template: str, scene: Scene) -> str:
    """A snippet: `<<` and `>>` stand for the braces of the language, which a template cannot hold."""
    return writer.fill(template, scene).replace("<<", "{").replace(">>", "}")
