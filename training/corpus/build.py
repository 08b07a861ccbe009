"""Which pairs are trained on? Those of all builders, once each, and none that an evaluation set holds.

    python -m training.corpus.build --out DIR [--exclude DATA] [--shard PAIRS] FILE...

The evaluation data is read only to leave out what it contains: a pair that shares a run of twelve words with
any of its texts is dropped, because functions of well-known packages are in code search sets too.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from hashlib import blake2b
from multiprocessing import Pool
from pathlib import Path
from typing import TYPE_CHECKING

from phantasm.capabilities.embedding.pieces import words
from training.corpus.pair import Pair, read, write

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

RUN = 12
"""Words in a row that two texts share only if one was taken from the other."""

SEED = 4

_without: set[int] = set()


def runs(text: str) -> Iterator[int]:
    """A number for each run of words, the same in every process."""
    found = words(text)
    for start in range(len(found) - RUN + 1):
        run = " ".join(found[start : start + RUN]).encode()
        yield int.from_bytes(blake2b(run, digest_size=8).digest(), "little")


def forbidden(data: Path) -> set[int]:
    """The runs of every text of the evaluation sets."""
    found: set[int] = set()
    for file in sorted(data.rglob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            found.update(runs(json.loads(line)["text"]))
    return found


def _forbid(data: Path | None) -> None:
    """Make a worker know what must not be learned."""
    if data is not None:
        _without.update(forbidden(data))


def allowed(pair: Pair) -> bool:
    """Whether a pair shares no run with what must not be learned."""
    return not any(run in _without for text in (pair.a, pair.b) for run in runs(text))


def once(pairs: Iterable[Pair]) -> list[Pair]:
    """Each pair once, whatever its source, and none of a text with itself."""
    found: dict[tuple[str, str], Pair] = {}
    for pair in pairs:
        if pair.a != pair.b:
            found.setdefault((pair.a, pair.b), pair)
    return list(found.values())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="+", help="what the builders wrote")
    parser.add_argument("--out", type=Path, required=True, help="folder of the shards")
    parser.add_argument("--exclude", type=Path, help="folder of evaluation sets")
    parser.add_argument("--shard", type=int, default=400_000, help="pairs per file")
    parser.add_argument("--every", type=int, default=1, help="keep each n-th pair")
    parser.add_argument(
        "--whole", nargs="*", default=(), help="sources of which every pair is kept all the same"
    )
    given = parser.parse_args()
    every = once(pair for file in sorted(given.files) for pair in read(file))
    with Pool(initializer=_forbid, initargs=(given.exclude,)) as pool:
        kept = [
            pair for pair, fine in zip(every, pool.map(allowed, every, chunksize=2048), strict=True) if fine
        ]
    random.Random(SEED).shuffle(kept)  # noqa: S311  # an order that can be repeated, not a secret
    kept = [pair for n, pair in enumerate(kept, 1) if n % given.every == 0 or pair.source in given.whole]
    given.out.mkdir(parents=True, exist_ok=True)
    for number, start in enumerate(range(0, len(kept), given.shard)):
        write(given.out / f"pairs-{number}.jsonl", kept[start : start + given.shard])
    counts = Counter(pair.source for pair in kept)
    print(f"{len(every)} pairs read, {len(kept)} kept: {dict(sorted(counts.items()))}")


if __name__ == "__main__":
    main()
