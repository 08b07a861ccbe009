"""What could a project's memory hold, at any size? Made-up statements, dialogues, and questions about them.

Words are drawn as in a language: a few are everywhere, most are rare (Zipf's law). The common ones are
English; the rest is made of syllables, because no word list of a million texts' breadth lies around. The same
seed gives the same texts, and a larger store begins with the texts of a smaller one.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import accumulate
from typing import NamedTuple

SEED = 5
"""Where all choices start; any number does, and it must be the same on every run."""

VOCABULARY = 60_000
"""Different words besides names. English text of ten million words has about twice as many."""

ZIPF_OFFSET = 2.7
"""Mandelbrot's correction: the commonest word is in most sentences, not in all."""

SHORTEST, LONGEST = 8, 20
"""Words of a sentence: a statement as agents write them."""

TURNS = 20
"""Things said in one session."""

SESSIONS_PER_BATCH, BATCH = 10, 10_000
"""Of ten thousand texts, two hundred are what was said in ten sessions: most of a store are statements."""

COMMON = """the to of and in a is for on with by from at after before when not are was it this that all one
new old first last each only now still must should never always runs reads writes keeps uses needs calls
returns fails starts stops moves holds checks builds ships loads sends waits drops opens closes file service
request response error test build deploy release table column key value cache queue worker job index page
user token client server port region branch commit review schema migration backup config setting default
limit timeout retry batch row record event log metric alert session thread process memory disk network
version package module function class method type field path folder name list map set string number date
time hour day week month team owner customer invoice order payment account report search query
result""".split()

SYLLABLES = """ba be bi bo bra cal car cen co cra da de di dor du el en fa fer fi fo ga gen gra hal ha hi
in ka ker la lan le li lo lu ma man mar me mi mo na nel ner ni no nor o par pe pi por pra qua ra re ri
ro ru sa sel sen si so sta stra ta tel ten ter ti to tra tu u va ver vi vo wa wen ya zen""".split()

PEOPLE, SERVICES, FILES = 2_000, 20_000, 40_000
"""Names there are of each: at a million texts a service is named fifty times, a file a dozen times."""

ASKING = (
    "where does",
    "what did we decide about",
    "why is",
    "who owns",
    "when was",
    "how do we handle",
    "which one of the",
    "does anybody remember",
)


class Session(NamedTuple):
    """What was said in one session, in order."""

    name: str
    turns: list[str]


class Batch(NamedTuple):
    """What is written together."""

    number: int
    statements: list[str]
    sessions: list[Session]


class Words(NamedTuple):
    """What sentences are made of."""

    words: list[str]
    weights: list[float]
    """Added up, as `random.choices` wants them."""
    people: list[str]
    services: list[str]
    files: list[str]


@cache
def words() -> Words:
    """Return the words, commonest first, and the names."""
    drawn = random.Random(SEED)

    def made(count: int, least: int, most: int) -> list[str]:
        found: dict[str, None] = {}
        while len(found) < count:
            found["".join(drawn.choices(SYLLABLES, k=drawn.randint(least, most)))] = None
        return list(found)

    known = set(COMMON)
    rare = [word for word in made(VOCABULARY, 2, 4) if word not in known]
    every = list(dict.fromkeys(COMMON)) + rare
    services = [
        f"{name}-{drawn.choice(('api', 'worker', 'gateway', 'store'))}" for name in made(SERVICES, 2, 4)
    ]
    folders = made(400, 2, 2)
    files = [
        f"src/{drawn.choice(folders)}/{name}{drawn.choice(('.py', '_test.py', '.ts', '.toml'))}"
        for name in made(FILES, 2, 4)
    ]
    people = [name.capitalize() for name in made(PEOPLE, 2, 3)]
    weights = list(accumulate(1 / (rank + ZIPF_OFFSET) for rank in range(len(every))))
    return Words(every, weights, people, services, files)


def batch(number: int, size: int = BATCH) -> Batch:
    """Return the texts of one batch: statements, and for each thousandth of it a session's worth of turns."""
    drawn = random.Random(f"{SEED}-{number}")
    sessions = [
        Session(f"session-{number}-{one}", [_said(drawn) for _ in range(TURNS)])
        for one in range(max(1, SESSIONS_PER_BATCH * size // BATCH))
    ]
    spoken = sum(len(session.turns) for session in sessions)
    return Batch(number, [sentence(drawn) for _ in range(size - spoken)], sessions)


def sentence(drawn: random.Random) -> str:
    """Return a sentence about services, files and people."""
    names = words()
    said = drawn.choices(names.words, cum_weights=names.weights, k=drawn.randint(SHORTEST, LONGEST) - 2)
    said.insert(0, drawn.choice(names.services))
    said.insert(drawn.randint(2, len(said)), drawn.choice(drawn.choice((names.files, names.people))))
    said[0] = f"The {said[0]}"
    return " ".join(said) + "."


def questions(count: int, texts: list[str]) -> list[str]:
    """Return questions of different length: some words of one text, or of two or three, asked for."""
    drawn = random.Random(f"{SEED}-questions")
    found = []
    for number in range(count):
        about = drawn.sample(texts, 1 + number % 3)
        said = [word.strip(".") for text in about for word in text.split()[1:]]
        wanted = min(len(said), drawn.randint(2, 4 + 8 * (number % 3)))
        found.append(f"{drawn.choice(ASKING)} {' '.join(drawn.sample(said, wanted))}?")
    return found


def _said(drawn: random.Random) -> str:
    return f"{drawn.choice(words().people)}: {sentence(drawn)}"
