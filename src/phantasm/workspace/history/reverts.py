"""What does a commit take back? Read from its message. Pure.

`git revert` writes "This reverts commit SHA."; of a merge also the side that is taken back. A platform that
squashes writes only `Revert "SUBJECT"`, so the commit is then the newest one before that has this subject.
"""

import re
from collections.abc import Mapping, Sequence

from phantasm.workspace.history.model import Commit

_NAMED = re.compile(r"\bThis reverts commits?\s+([0-9a-f]{7,64}(?:(?:\s*,\s*|\s+and\s+)[0-9a-f]{7,64})*)")
_SHA = re.compile(r"[0-9a-f]{7,64}")
# `git revert` of a revert says Reapply since git 2.43; before, the titles nest.
_TITLE = re.compile(r'^(?:Revert|Reapply)\s+"(?P<subject>.+)"\s*(?:\(#\d+\))?$')
_PULL_NUMBER = re.compile(r"\s*\(#\d+\)$")


def reverted(message: str) -> tuple[str, ...]:
    """Return the commits that a message says it takes back, as it names them; perhaps shortened."""
    named = [sha for names in _NAMED.findall(message) for sha in _SHA.findall(names)]
    return tuple(dict.fromkeys(named))


def reverted_subject(commit: Commit) -> str | None:
    """Return the subject of the commit that another takes back without naming it."""
    found = _TITLE.match(commit.subject)
    if found is None or reverted(commit.message):
        return None
    subject = found["subject"]
    # "Reapply X" takes back the revert of X.
    return f'Revert "{subject}"' if commit.subject.startswith("Reapply") else subject


def plain_subject(subject: str) -> str:
    """Return a subject as it is compared: without the number that a platform puts behind it."""
    return _PULL_NUMBER.sub("", " ".join(subject.split())).casefold()


def effective(takes_back: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return which commits are taken back in the end, and by which; `takes_back`: those that take each back.

    A commit is taken back when one that takes it back is not itself taken back; of several the last that was
    told counts. In a circle, which only forged messages can make, nobody takes anybody back.
    """
    found: dict[str, str] = {}
    decided: set[str] = {name for names in takes_back.values() for name in names} - set(takes_back)
    waiting = list(takes_back)
    while waiting:
        ready = [sha for sha in waiting if all(name in decided for name in takes_back[sha])]
        if not ready:
            break
        for sha in ready:
            standing = [name for name in takes_back[sha] if name not in found]
            if standing:
                found[sha] = standing[-1]
        decided.update(ready)
        waiting = [sha for sha in waiting if sha not in decided]
    return found
