"""Where did a file go? Compares what a commit had with what is there now, once per commit and checkout.

A file counts as moved only to where it was not before: content that was there all along is a copy, and stays
one. Files that vanished are paired with files that are new, the equal ones first, then those most alike.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from phantasm.workspace.anchors.content import WORD, reading_of, share, weight
from phantasm.workspace.checkout import Checkout

ALIKE = 0.5
"""The share of a file that must be left for it to count as the same one; git's own default."""
_MOST_COMPARED = 40_000
"""Pairs of files that are compared line by line: a second or two; beyond, only files of the same name."""


_MOST_LOOKED_AT = 200
"""Files that are looked through for one thing that is no longer where it was."""


class Target(NamedTuple):
    """Where a file is now."""

    path: str
    is_same: bool
    """Whether it holds the same, formatting aside."""


class _File(NamedTuple):
    path: str
    bag: Counter[str]
    weight: int


def target_of(path: str, blob: str | None, *, commit: str | None, checkout: Checkout) -> Target | None:
    """Return where a file that was seen at a commit is now, where it is no longer at its path."""
    pairs, were_many = checkout.once(_paired, commit)
    had = checkout.tree_at(commit)
    if path in pairs or blob is None or (path in had and not were_many):
        return pairs.get(path)
    # It was new in the working tree then, or too many files went to be compared with all that came: then its
    # content is looked for, where it was not before.
    taken = {target.path for target in pairs.values()}
    free = [one for one in gaining(commit, checkout) if one not in taken and not (were_many and one in had)]
    same = nearest((one for one in free if checkout.blob(one) == blob), path)
    if same:
        return Target(same, is_same=True)
    text = checkout.old(blob)
    if not text:
        return None
    # Where the commit is unknown every file may be the one: those of the same type and about the same size.
    suffix, length = path.rpartition(".")[2], len(text.encode())
    alike = [
        one for one in free if one.endswith(suffix) and ALIKE <= checkout.size(one) / length <= 1 / ALIKE
    ]
    alike.sort(key=lambda one: distance(one, path))
    return _pairs([(path, text)], alike[:_MOST_LOOKED_AT], checkout).get(path)


def gaining(commit: str | None, checkout: Checkout) -> tuple[str, ...]:
    """Return the files that hold something that they did not at a commit; all where it is unknown."""
    return checkout.once(_gained, commit)


def gaining_word(word: str, origin: str, *, commit: str | None, checkout: Checkout) -> list[str]:
    """Return the files that gained something and hold a word, the nearest to a file first."""
    if not checkout.tree_at(commit):
        found = checkout.holding(word)
    else:
        found = checkout.once(_by_word, commit).get(word, [])
    return sorted(found, key=lambda path: distance(path, origin))[:_MOST_LOOKED_AT]


def nearest(paths: Iterable[str], origin: str) -> str | None:
    """Return the path that is most like another: the same, in the same folder, of the same name."""
    return min(paths, key=lambda path: distance(path, origin), default=None)


def distance(path: str, origin: str) -> tuple[bool, bool, bool, str]:
    """Return how far a path is from another, for sorting; ties are broken by the path itself."""
    folder, _, name = path.rpartition("/")
    other_folder, _, other_name = origin.rpartition("/")
    return path != origin, folder != other_folder, name != other_name, path


def text_before(path: str, commit: str | None, checkout: Checkout) -> str | None:
    """Return what a file held at a commit; None where it was not there."""
    blob = checkout.tree_at(commit).get(path)
    return checkout.old(blob) if blob else None


def _gained(checkout: Checkout, commit: str | None) -> tuple[str, ...]:
    before = checkout.tree_at(commit)
    return tuple(path for path in checkout.paths if checkout.blob(path) != before.get(path))


def _paired(checkout: Checkout, commit: str | None) -> tuple[dict[str, Target], bool]:
    """Pair every file that vanished with a new one; also tells whether there were too many to compare."""
    before = checkout.tree_at(commit)
    gone = [path for path in before if not checkout.has(path)]
    new = [path for path in checkout.paths if path not in before] if gone else []
    by_blob: dict[str | None, list[str]] = {}
    for path in new:
        by_blob.setdefault(checkout.blob(path), []).append(path)
    found: dict[str, Target] = {}
    for path in sorted(gone):
        same = nearest(by_blob.get(before[path], ()), path)
        if same is not None:
            by_blob[before[path]].remove(same)
            found[path] = Target(same, is_same=True)
    left = [path for path in gone if path not in found]
    taken = {target.path for target in found.values()}
    free = [path for path in new if path not in taken]
    are_many = _comparisons(left, free) > _MOST_COMPARED
    if left and free and not are_many:
        checkout.recall(before[path] for path in left)
        texts = [(path, text) for path in left if (text := checkout.old(before[path]))]
        found |= _pairs(texts, free, checkout)
    return found, are_many


def _comparisons(gone: list[str], new: list[str]) -> int:
    """Return how many pairs of files are compared: all or, where those are too many, those of one name."""
    if len(gone) * len(new) <= _MOST_COMPARED:
        return len(gone) * len(new)
    named = Counter(path.rpartition("/")[2] for path in new)
    return sum(named[path.rpartition("/")[2]] for path in gone)


def _pairs(gone: list[tuple[str, str]], new: list[str], checkout: Checkout) -> dict[str, Target]:
    """Pair texts with files that are alike enough, the most alike first."""
    files = [_bagged(path, text) for path in new if (text := checkout.read(path))]
    few = len(gone) * len(files) <= _MOST_COMPARED
    by_name: dict[str, list[_File]] = {}
    for one in files:
        by_name.setdefault(one.path.rpartition("/")[2], []).append(one)
    scored: list[tuple[float, tuple[bool, bool, bool, str], str, str]] = []
    for path, text in gone:
        one = _bagged(path, text)
        for other in files if few else by_name.get(path.rpartition("/")[2], ()):
            small, large = sorted((one.weight, other.weight))
            if small < large * ALIKE:
                continue
            alike = share(one.bag, other.bag)
            if alike >= ALIKE:
                scored.append((-alike, distance(other.path, path), path, other.path))
    found: dict[str, Target] = {}
    taken: set[str] = set()
    texts = dict(gone)
    for _, _, path, other_path in sorted(scored):
        if path not in found and other_path not in taken:
            taken.add(other_path)
            same = reading_of(texts[path]).loose == reading_of(checkout.read(other_path) or "").loose
            found[path] = Target(other_path, is_same=same)
    return found


def _by_word(checkout: Checkout, commit: str | None) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in gaining(commit, checkout):
        for word in set(WORD.findall(checkout.read(path) or "")):
            found.setdefault(word, []).append(path)
    return found


def _bagged(path: str, text: str) -> _File:
    bag = Counter(piece for piece in reading_of(text).pieces if piece)
    return _File(path, bag, weight(bag))
