"""Which path of the project does somebody mean? As it is written from where the caller stands."""

import posixpath
import re
from pathlib import Path

_BETWEEN = "./\\@+-"
_WORDS = re.compile(r"[\w./\\@+-]+")
"""What a path consists of; one that is a word alone, without a slash or a dot inside, is none."""
_COMMITS = re.compile(r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b")
"""A commit's name, perhaps shortened; a number or a word of these letters alone is none."""
_ISSUES = re.compile(r"(?<![\w/&#])(?:gh-|#)(\d{1,7})\b", re.IGNORECASE)
"""`#12`, `GH-12`; `&#12;` is an entity, and `a/b#12` is of another repository."""


def project_path(name: str, root: Path, start: Path) -> str:
    """Return a path as the history has it: from the project's root, with slashes; empty for the root."""
    plain = posixpath.normpath(name.strip().replace("\\", "/") or ".")
    for folder in (start, root):
        place = posixpath.normpath(posixpath.join(folder.absolute().as_posix(), plain))
        if Path(place).is_relative_to(root) and _exists(Path(place)):
            return _without_dot(Path(place).relative_to(root).as_posix())
    return _without_dot(plain.lstrip("/") or ".")


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # longer than a name can be, say
        return False


def _without_dot(path: str) -> str:
    return "" if path == "." else path


def paths_in(text: str) -> list[str]:
    """Return what may be paths in a text."""
    words = (word.rstrip(_BETWEEN) for word in _WORDS.findall(text))
    found = (word for word in words if "/" in word or "." in word)
    plain = (word.replace("\\", "/").removeprefix("./").strip("/") for word in found)
    return list(dict.fromkeys(word for word in plain if word))


def commits_in(text: str) -> list[str]:
    """Return what may be names of commits in a text."""
    return list(dict.fromkeys(_COMMITS.findall(text)))


def issues_in(text: str) -> list[int]:
    """Return the numbers of issues that a text mentions."""
    return sorted({int(number) for number in _ISSUES.findall(text)})
