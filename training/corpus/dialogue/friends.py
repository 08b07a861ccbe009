"""Two friends write to each other; somebody asks about it later."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from training.corpus.dialogue.drawing import Writer, draw, quota
from training.corpus.pair import Pair

if TYPE_CHECKING:
    from collections.abc import Iterator

    from training.corpus.dialogue.events import Event
    from training.corpus.dialogue.lexicon import Scene

SOURCE = "dialogue"
_SENTENCE = re.compile(r"(^|[.!?] +|: )([a-z])")
_PRONOUNS = {
    "female": {"he": ("she",), "his": ("her",), "him": ("her",)},
    "male": {"he": ("he",), "his": ("his",), "him": ("him",)},
}
_OPENED, _FELT, _ASKED_BACK, _DATED, _WITH_REPLY = 0.4, 0.55, 0.3, 0.06, 0.12
_ABOUT = 2
"""How many more pairs ask about any word of a statement than about one frame's."""


def friends_pairs(writer: Writer, events: list[Event], each: int) -> Iterator[Pair]:
    """Up to `each` pairs for every combination of a way to say and a way to ask, note or reply."""
    for event in events:
        for say in event.lines["say"]:
            for ask in event.lines["ask"] + event.lines["note"]:
                yield from draw(partial(_asked, writer, event, say, ask), quota(each, say, ask))
            yield from draw(partial(_asked, writer, event, say, None), each * _ABOUT)
            for reply in event.lines["re"]:
                yield from draw(partial(_neighbours, writer, event, say, reply), quota(each, say, reply))


def _asked(writer: Writer, event: Event, say: str, ask: str | None) -> Pair | None:
    """A question or a note, and the turn it is about; without a frame, one about any of its words."""
    scene = cast_scene(writer)
    said = _turn(writer, event, say, scene)
    question = writer.ask(ask, said, scene) if ask else writer.about("{asking}", scene)
    if question is None:
        return None
    if event.lines["re"] and writer.chance(_WITH_REPLY):
        said += "\n" + _reply(writer, event, writer.rng.choice(event.lines["re"]), scene)
    if writer.chance(_DATED):
        said = writer.fill("{stamp}", scene) + "\n" + said
    return Pair(SOURCE, sentences(question), said)


def _neighbours(writer: Writer, event: Event, say: str, reply: str) -> Pair | None:
    """A turn and its reply, in either order: each should find the other."""
    scene = cast_scene(writer)
    turn = _turn(writer, event, say, scene)
    answer = _reply(writer, event, reply, scene)
    return Pair(SOURCE, turn, answer) if writer.chance(1 / 2) else Pair(SOURCE, answer, turn)


def cast_scene(writer: Writer) -> Scene:
    """A speaker N with pronouns and a listener M with another name."""
    lists = writer.lexicon.lists
    gender = writer.rng.choice(sorted(_PRONOUNS))
    scene: Scene = dict(_PRONOUNS[gender])
    scene["N"] = writer.rng.choice(lists[gender])
    others = lists[writer.rng.choice(sorted(_PRONOUNS))]
    scene["M"] = writer.rng.choice([name for name in others if name != scene["N"]])
    return scene


def _turn(writer: Writer, event: Event, say: str, scene: Scene) -> str:
    """What the speaker writes: the fact, with small talk around it most of the time."""
    parts = [writer.say(say, scene)]
    if writer.chance(_FELT):
        own = event.lines["feel"]
        mood = "{glad}" if event.glad else "{sad}"
        parts.append(writer.rng.choice(own) if own and writer.chance(2 / 3) else mood)
    if writer.chance(_OPENED):
        parts.insert(0, "{opener}")
    if writer.chance(_ASKED_BACK):
        parts.append("{back}")
    return scene["N"][0] + ": " + sentences(writer.fill(" ".join(parts), scene))


def _reply(writer: Writer, event: Event, reply: str, scene: Scene) -> str:
    """What the listener writes back: a reaction and something about the fact."""
    parts = ["{cheer}" if event.glad else "{comfort}", reply]
    if writer.chance(_ASKED_BACK):
        parts.append("{ownnews}")
    return scene["M"][0] + ": " + sentences(writer.fill(" ".join(parts), scene))


def sentences(text: str) -> str:
    """Text with a capital at the start of each sentence, whatever the slots brought."""
    return _SENTENCE.sub(lambda match: match.group(1) + match.group(2).upper(), text)
