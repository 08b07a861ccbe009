"""Build the conversation corpus: `python -m training.corpus.dialogue --out FILE [--work DIR]`."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from training.corpus.dialogue import conversation
from training.corpus.dialogue.build import pairs
from training.corpus.pair import Pair, write

if TYPE_CHECKING:
    from collections.abc import Iterator

OWN = {"version": "1", "licence": "our own text, from training/corpus/dialogue/grammar"}
ORIGINS = {
    "dialogue": {"name": "grammar of two friends", **OWN},
    "chat": {"name": "grammar of user and assistant", **OWN},
    conversation.SOURCE: {
        "name": conversation.PACKAGE,
        "version": conversation.VERSION,
        "licence": conversation.LICENCE,
    },
}


def main() -> None:
    """Write the pairs and, beside them, where they come from."""
    parser = argparse.ArgumentParser(prog="training.corpus.dialogue", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="file to write (xz)")
    parser.add_argument("--work", type=Path, help="folder for downloads (default: a temporary one)")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    with TemporaryDirectory() as temporary:
        work = options.work or Path(temporary)
        work.mkdir(parents=True, exist_ok=True)
        total = write(options.out, _counted(pairs(work), counts))
    record = [{**ORIGINS[source], "source": source, "pairs": counts[source]} for source in sorted(counts)]
    sources = options.out.with_name(options.out.name + ".sources.json")
    sources.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    sys.stdout.write(f"{total} pairs in {options.out}\n")


def _counted(found: Iterator[Pair], counts: Counter[str]) -> Iterator[Pair]:
    for pair in found:
        counts[pair.source] += 1
        yield pair


if __name__ == "__main__":
    main()
