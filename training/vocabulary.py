"""Which pieces should the model know? WordPiece, learned on words as the model will cut them.

python -m training.vocabulary --corpus DIR --size 32000 --out vocabulary.txt
"""

from __future__ import annotations

import argparse
import string
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from phantasm.capabilities.embedding.pieces import CONTINUES, FIRST, words
from training.corpus.pair import read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

RAREST = 3
"""A word seen less often than this says nothing about which pieces are useful."""

ALPHABET = string.ascii_lowercase + string.digits + "?!"
"""Every word of these characters can be cut to the end: nothing in ASCII is unknown."""


def count_words(texts: Iterable[str]) -> Counter[str]:
    """How often each word occurs."""
    found: Counter[str] = Counter()
    for text in texts:
        found.update(words(text))
    return found


def learn(counts: Counter[str], size: int) -> list[str]:
    """The pieces, in a stable order: the alphabet first, then by usefulness."""
    ascii_only = {word: n for word, n in counts.items() if n >= RAREST and word.isascii()}
    trainer = trainers.WordPieceTrainer(
        vocab_size=size - FIRST,
        min_frequency=RAREST,
        initial_alphabet=list(ALPHABET),
        continuing_subword_prefix=CONTINUES,
        show_progress=False,
    )
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))  # noqa: S106  # a mark, not a password
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.train_from_iterator(_repeated(ascii_only), trainer=trainer)
    learned = sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])
    singles = [*ALPHABET, *(CONTINUES + letter for letter in string.ascii_lowercase + string.digits)]
    return list(dict.fromkeys([*singles, *(piece for piece, _ in learned)]))[: size - FIRST]


def _repeated(counts: dict[str, int]) -> Iterator[str]:
    """Each word as often as its frequency to the power of ¾: one project's names must leave room."""
    for word in sorted(counts):
        yield " ".join([word] * max(1, round(counts[word] ** 0.75)))


def _texts(files: Sequence[Path], every: int) -> Iterator[str]:
    for file in files:
        for pair in islice(read(file), 0, None, every):
            yield pair.a
            yield pair.b


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--corpus", type=Path, required=True, help="folder with *.jsonl")
    parser.add_argument("--size", type=int, default=32_000, help="rows of the embedding table")
    parser.add_argument("--every", type=int, default=1, help="look at each n-th pair only")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    counts = count_words(_texts(sorted(given.corpus.glob("*.jsonl*")), given.every))
    pieces = learn(counts, given.size)
    given.out.write_text("\n".join(pieces) + "\n", encoding="utf-8")
    print(f"{len(counts)} words, {len(pieces)} pieces -> {given.out}")


if __name__ == "__main__":
    main()
