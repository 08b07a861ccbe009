"""What can be learned from commits about files and about each other?

    python -m training.corpus.history --out FILE PAIRS

Reads commit pairs (subject, body and touched files) and makes two kinds of new ones. `history`: a subject and
a file it touched, told by the file's path and the other subjects that touched it. `sequel`: two commits on
the same few files whose subjects share a telling word.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from phantasm.capabilities.embedding.pieces import words
from training.corpus.pair import Pair, clean, read, write

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_PATH = re.compile(r"[\w.\-@+()\[\]]+(?:/[\w.\-@+()\[\]]+)+\.\w+")

SEED = 4
PER_FILE = 12
"""Pairs made from one file: the busiest ones would otherwise be most of the corpus."""
SUBJECTS = 20
"""Other subjects that tell a file."""
BUSY = 40
"""A file with more commits than this relates commits too loosely to make sequels of them."""
TELLING = 5
"""Letters of a word that says what a commit is about."""


def paths(text: str) -> list[str]:
    """The files a commit touched, as its text ends with them."""
    return list(dict.fromkeys(_PATH.findall(text)))


def pairs(commits: Iterable[Pair]) -> Iterator[Pair]:
    """All pairs of both kinds, in a fixed order."""
    draw = random.Random(SEED)  # noqa: S311  # a choice that can be repeated, not a secret
    touched: dict[str, list[Pair]] = defaultdict(list)
    for commit in commits:
        for path in paths(commit.b):
            touched[path].append(commit)
    for path in sorted(touched):
        found = touched[path]
        subjects = list(dict.fromkeys(commit.a for commit in found))
        if len(subjects) < 3:  # noqa: PLR2004  # with fewer nothing is left to tell the file by
            continue
        for subject in draw.sample(subjects, min(PER_FILE, len(subjects))):
            others = [each for each in subjects if each != subject]
            told = draw.sample(others, min(SUBJECTS, len(others)))
            yield Pair("history", subject, clean("\n".join([path, *told])))
        if len(found) <= BUSY:
            yield from _sequels(found, draw)


def _sequels(found: list[Pair], draw: random.Random) -> Iterator[Pair]:
    for _ in range(min(PER_FILE // 3, len(found))):
        first, second = draw.sample(found, 2)
        if first.a == second.a or not _telling(first.a) & _telling(second.a):
            continue
        yield Pair("sequel", first.a, clean(second.a + "\n" + " ".join(paths(second.b))))


def _telling(subject: str) -> set[str]:
    return {word for word in words(subject) if len(word) >= TELLING}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("commits", type=Path, help="pairs with the source `commit`")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    commits = [pair for pair in read(given.commits) if pair.source == "commit"]
    print(f"{write(given.out, dict.fromkeys(pairs(commits)))} pairs -> {given.out}")


if __name__ == "__main__":
    main()
