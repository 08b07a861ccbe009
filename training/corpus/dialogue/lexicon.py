"""Word lists and templates: how a line of the grammar becomes a sentence.

A template holds slots in braces. `{city}` is one item of the list `city`, the same one wherever the scene
mentions it, though each mention may word it differently (`dog~puppy` are two wordings of one item), because a
question seldom repeats the words of its answer. `{city2}` is another city, `{a breed}` has its article, and
`{bought|picked up}` is decided anew each time.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

_RANGE = re.compile(r"(\d+)\.\.(\d+)")
_AN = re.compile(r"(?!(?:uni|use|eur|one|ufo|uk))[aeiou]|hour|honest|heir", re.IGNORECASE)
_ARTICLES = ("a ", "A ")
_TRIES = 8

CAST = ("N", "M", "he", "his", "him", "topic", "other")
"""Slots of the people and the topics of a scene: an item of a list knows them, and no other choice."""

Scene = dict[str, tuple[str, ...]]
"""What was chosen for each slot: the wordings of one item."""


class Lexicon:
    """Named lists of items, each item a tuple of wordings."""

    def __init__(self, lists: dict[str, list[tuple[str, ...]]]) -> None:
        self.lists = lists

    def fill(self, template: str, scene: Scene, rng: random.Random) -> str:
        """The template with every slot filled; new choices are kept in the scene.

        From the outside in, so that the scene holds nothing from a wording that was not used: a question may
        then ask only for what was said.
        """
        start = template.find("{")
        if start < 0:
            return template
        end = _closing(template, start)
        options = _options(template[start + 1 : end])
        chosen = rng.choice(options)
        text = self.fill(chosen, scene, rng) if len(options) > 1 else self._slot(chosen, scene, rng)
        return template[:start] + text + self.fill(template[end + 1 :], scene, rng)

    def _slot(self, slot: str, scene: Scene, rng: random.Random) -> str:
        name = slot[2:] if slot[:2] in _ARTICLES else slot
        if name not in scene:
            scene[name] = self._choose(name, scene, rng)
        text = rng.choice(scene[name])
        if name == slot:
            return text
        return f"{slot[0]}n {text}" if _AN.match(text) else f"{slot[0]} {text}"

    def _choose(self, name: str, scene: Scene, rng: random.Random) -> tuple[str, ...]:
        """An item that no other slot of the same list holds, its own slots filled."""
        family = name.rstrip("0123456789")
        items = self.lists[family]
        held = [wordings for slot, wordings in scene.items() if slot.rstrip("0123456789") == family]
        filled: tuple[str, ...] = ()
        for _ in range(_TRIES):
            inner = {slot: scene[slot] for slot in CAST if slot in scene}
            filled = tuple(self.fill(wording, inner, rng) for wording in rng.choice(items))
            if filled not in held:
                break
        return filled


@cache
def _closing(template: str, start: int) -> int:
    """Where the brace that opens at `start` closes."""
    depth = 0
    for index in range(start, len(template)):
        depth += {"{": 1, "}": -1}.get(template[index], 0)
        if depth == 0:
            return index
    raise ValueError(f"a brace is never closed: {template}")


@cache
def _options(body: str) -> list[str]:
    """The alternatives of a slot, split at the bars that stand in no inner slot."""
    options, depth, last = [], 0, 0
    for index, char in enumerate(body):
        depth += {"{": 1, "}": -1}.get(char, 0)
        if char == "|" and depth == 0:
            options.append(body[last:index])
            last = index + 1
    return [*options, body[last:]]


def variants(template: str) -> int:
    """How many wordings the alternatives of a template make, the words of its slots not counted."""
    start = template.find("{")
    if start < 0:
        return 1
    end = _closing(template, start)
    options = _options(template[start + 1 : end])
    inner = sum(map(variants, options)) if len(options) > 1 else 1
    return inner * variants(template[end + 1 :])


def parse_lists(lines: Iterable[str]) -> dict[str, list[tuple[str, ...]]]:
    """Lists from text: `name: item, item~other wording`, and `- ` lines for items that hold commas."""
    lists: dict[str, list[tuple[str, ...]]] = {}
    name = ""
    for line in lines:
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        if text.startswith("- "):
            lists[name].append(tuple(text[2:].split("~")))
            continue
        head, colon, rest = text.partition(":")
        if colon and re.fullmatch(r"\w+", head):
            name, text = head, rest
            if name in lists:
                raise ValueError(f"two lists have the name {name}")
            lists[name] = []
        for item in filter(None, map(str.strip, text.split(","))):
            lists[name].extend(_items(item))
    return lists


def _items(item: str) -> list[tuple[str, ...]]:
    """One item, or each number of a range such as `2..9`."""
    if span := _RANGE.fullmatch(item):
        low, high = map(int, span.groups())
        return [(str(number),) for number in range(low, high + 1)]
    return [tuple(item.split("~"))]
