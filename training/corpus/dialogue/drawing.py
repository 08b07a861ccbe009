"""Drawing from the grammar: as often as asked for, and only what makes sense."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from training.corpus.dialogue.lexicon import CAST, variants
from training.corpus.dialogue.matching import family, labels, meets

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

    from training.corpus.dialogue.lexicon import Lexicon, Scene
    from training.corpus.pair import Pair

PER_WORDING = 40
"""Pairs per wording of a combination: enough to vary its words, too few to learn it by heart."""
_TRIES = 2
"""Draws per pair wanted. A frame that seldom finds its question stays seldom."""
_NO_TOPIC = {
    *("he", "his", "him", "when", "soon", "span", "stay", "number", "hours", "price", "one", "year", "dayno"),
    *("opener", "glad", "sad", "back", "reason", "goodfeeling", "badfeeling", "feeling", "month", "weekday"),
    *("big", "percent", "ms", "date", "clock", "version", "digit", "bug", "whytech", "season", "verb"),
}
"""Slots that nobody would search for on their own."""
_TOPICS = 2


@dataclass(frozen=True)
class Writer:
    """The words and the dice that all frames are filled with."""

    lexicon: Lexicon
    rng: random.Random

    def fill(self, template: str, scene: Scene) -> str:
        """The template with this scene's words."""
        return self.lexicon.fill(template, scene, self.rng)

    def say(self, template: str, scene: Scene) -> str:
        """The template without its labels, which the scene keeps for `ask`."""
        names, text = labels(template)
        scene.update({f"#{name}": () for name in names})
        return text

    def ask(self, template: str, said: str, scene: Scene) -> str | None:
        """A question or note that the statement answers, or nothing."""
        mentioned = set(scene)
        names, text = labels(template)
        if not all(name in mentioned or f"#{name}" in mentioned for name in names):
            return None
        question = self.fill(text, scene)
        return question if meets(question, said, mentioned, set(scene) - mentioned) else None

    def about(self, template: str, scene: Scene) -> str | None:
        """A question or search for something that was mentioned, whatever was said about it."""
        found = sorted(slot for slot in scene if slot[0] not in "#NM" and family(slot) not in _NO_TOPIC)
        if len(found) < _TOPICS:
            return None
        topics = self.rng.sample(found, _TOPICS)
        heard = {slot: scene[slot] for slot in CAST if slot in scene}
        heard |= {"topic": scene[topics[0]], "other": scene[topics[-1]]}
        return self.fill(template, heard)

    def chance(self, share: float) -> bool:
        """True in this share of cases."""
        return self.rng.random() < share


def quota(each: int, *frames: str) -> int:
    """Pairs wanted of a combination of frames: fewer than `each` where it has few wordings."""
    return min(each, PER_WORDING * prod(map(variants, frames)))


def draw(make: Callable[[], Pair | None], each: int) -> Iterator[Pair]:
    """Up to `each` pairs that could be made."""
    made = 0
    for _ in range(each * _TRIES):
        pair = make()
        if pair is not None:
            yield pair
            made += 1
        if made == each:
            return
