"""All pairs of this builder: friends, chats, and the conversations somebody published."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from training.corpus.dialogue.chats import chat_pairs
from training.corpus.dialogue.conversation import conversation_pairs
from training.corpus.dialogue.drawing import Writer
from training.corpus.dialogue.events import Event, parse_events
from training.corpus.dialogue.friends import friends_pairs
from training.corpus.dialogue.lexicon import Lexicon, parse_lists
from training.corpus.pair import Pair, clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

GRAMMAR = Path(__file__).parent / "grammar"
SEED = 4
EACH = 150
"""Pairs per combination of frames, each of which has several wordings (see `quota`)."""
SAME = 3
"""Pairs with the same left side: with more, a question would have too many right answers."""
WORDS_A, WORDS_B = range(2, 61), range(5, 201)


def load_lexicon(folder: Path = GRAMMAR) -> Lexicon:
    """Every word list of the grammar."""
    names = ("words.txt", "smalltalk.txt", "technical.txt", "assistant.txt")
    text = "\n".join((folder / name).read_text(encoding="utf-8") for name in names)
    return Lexicon(parse_lists(text.splitlines()))


def load_events(kind: str, folder: Path = GRAMMAR) -> list[Event]:
    """The events of every `KIND_*.txt` file, in the order of the file names."""
    paths = sorted(folder.glob(f"{kind}_*.txt"))
    return [event for path in paths for event in parse_events(path.read_text(encoding="utf-8").splitlines())]


def pairs(workdir: Path) -> Iterator[Pair]:
    """All pairs, cleaned, without duplicates, in a seeded random order."""
    rng = random.Random(SEED)  # noqa: S311  a repeatable corpus, not a secret
    writer = Writer(load_lexicon(), rng)
    found = list(acceptable(friends_pairs(writer, load_events("friends"), EACH)))
    found += acceptable(chat_pairs(writer, load_events("chat"), EACH))
    found += acceptable(conversation_pairs(workdir))
    rng.shuffle(found)
    yield from found


def acceptable(found: Iterable[Pair]) -> Iterator[Pair]:
    """Pairs of the agreed lengths, each once, and no left side too often."""
    seen: set[Pair] = set()
    asked: Counter[str] = Counter()
    for pair in found:
        kept = Pair(pair.source, clean(pair.a), clean(pair.b))
        fits = len(kept.a.split()) in WORDS_A and len(kept.b.split()) in WORDS_B
        if not fits or kept in seen or kept.a == kept.b or asked[kept.a] >= SAME:
            continue
        seen.add(kept)
        asked[kept.a] += 1
        yield kept
