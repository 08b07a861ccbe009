"""What does a text name? Files, lines, definitions and commits that it can mean only one of, and claims.

Nothing is read for a text that has nothing of code about it, and little for one that has.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import Final

from phantasm.workspace.anchors import commits
from phantasm.workspace.anchors.content import lines_of
from phantasm.workspace.anchors.model import Reference
from phantasm.workspace.anchors.wording import Commit, Name, Path, words_of
from phantasm.workspace.checkout import Checkout

MOST_REFERENCES: Final = 8
"""In one text. One that names more is a list, and rests on none of them in particular."""
_MOST_NAMES = 12
"""Names that are looked for: each asks git once for where the word occurs."""
_MOST_COMMITS = 3
_MOST_FILES = 60
"""Files that are read for one name; a word that occurs in more is none that tells things apart."""
# Those read a checkout as this package does, and this package is read by them: loaded by name, and late.
_CLAIMS: Final = ("phantasm.workspace.manifests.mentions", "phantasm.workspace.declared.mentions")


def expect(texts: Iterable[str], checkout: Checkout) -> None:
    """Prepare for what many texts name: where each name may be defined is looked for at once."""
    names = (word.name for text in texts for word in words_of(text) if isinstance(word, Name))
    checkout.expect(part for name in names for part in name.split("."))


def mentioned(text: str, checkout: Checkout) -> list[Reference]:
    """Return what a text names, in its order, and what it claims about versions, commands and settings."""
    words = words_of(text)
    claimed = list(_claims(text, checkout))
    taken = {reference.name for reference in claimed if reference.kind == "variable"}
    found: dict[Reference, int] = {}
    for number, path in enumerate(word for word in words if isinstance(word, Path)):
        reference = _file(path, checkout) if number < _MOST_NAMES else None
        if reference is not None:
            found.setdefault(reference, path.at)
    files = {reference.name for reference in found}
    names = dict.fromkeys(word.name for word in words if isinstance(word, Name) and word.name not in taken)
    for name in list(names)[:_MOST_NAMES]:
        reference = _symbol(name, files, checkout)
        if reference is not None:
            at = min(word.at for word in words if isinstance(word, Name) and word.name == name)
            found.setdefault(reference, at)
            # The file of a definition that is named as well says nothing more.
            found.pop(Reference("file", reference.name), None)
    for commit in [word for word in words if isinstance(word, Commit)][:_MOST_COMMITS]:
        sha = commits.full_name(commit.sha, checkout)
        if sha is not None:
            found.setdefault(Reference("commit", sha), commit.at)
    ordered = sorted(found, key=lambda reference: found[reference])
    return list(dict.fromkeys([*ordered, *claimed]))[:MOST_REFERENCES]


def _file(word: Path, checkout: Checkout) -> Reference | None:
    top = f"{checkout.root.as_posix()}/"
    path = word.path.removeprefix(top)
    if path.startswith(("/", "../", "~")):
        return None
    if not checkout.has(path):
        meant = checkout.named(path)
        if len(meant) != 1:
            return None
        path = meant[0]
    if word.lines and word.lines[1] <= len(lines_of(checkout.read(path) or "")):
        return Reference("file", path, lines=word.lines)
    return Reference("file", path)


def _symbol(name: str, files: set[str], checkout: Checkout) -> Reference | None:
    """Return the one definition that a name may mean; one in a file that is named as well goes first."""
    for paths in (sorted(files), None):
        meant: set[tuple[str, str, bool]] = set()
        where = _holding_all(name.split("."), checkout) if paths is None else paths
        if len(where) > _MOST_FILES:
            continue
        for path in where:
            defined = checkout.outline(path).find(name)
            meant |= {(path, one.name, one.kind in {"function", "class"}) for one in defined}
            if len(meant) > 1:
                break
        if len(meant) == 1:
            path, qualified, does = meant.pop()
            # A plain word, such as `gap`, is many a thing's property: only what does something is called so.
            is_plain = paths is None and name.isalpha() and name.islower()
            if is_plain and qualified != name and not does:
                return None
            return Reference("symbol", path, qualified)
        if meant:
            return None
    return None


def _holding_all(words: list[str], checkout: Checkout) -> list[str]:
    """Return the files in which every part of a name occurs: a method is defined where its class is."""
    found = [checkout.holding(word) for word in words]
    common = set(found[0]).intersection(*found[1:])
    return [path for path in found[-1] if path in common]


def _claims(text: str, checkout: Checkout) -> Iterator[Reference]:
    for read in _readers():
        yield from read(text, checkout)


@cache
def _readers() -> "list[Callable[[str, Checkout], list[Reference]]]":
    return [import_module(module).mentioned for module in _CLAIMS]
