"""Is a cited commit still part of what is checked out?"""

import re

from phantasm.workspace.anchors.model import UNCHANGED, Reference, Seen, Verdict
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.place import git_folder, shared_folder

_NAME = re.compile(r"[0-9a-f]{4,64}")
_FEW = 8
"""Commits that git is asked about one by one; for more, the whole history is read once."""


def see(reference: Reference, checkout: Checkout) -> Seen | None:
    """Return which commit a name means; None for one that git does not know."""
    found = full_name(reference.name, checkout)
    return None if found is None else {"sha": found, "commit": checkout.commit}


def verify(reference: Reference, seen: Seen, checkout: Checkout) -> Verdict:
    """Say whether a commit is an ancestor of what is checked out."""
    if checkout.commit is None:
        return Verdict("unknown", "there is no commit to compare with")
    kept = seen.get("sha")
    name = kept if isinstance(kept, str) else reference.name
    if _is_ancestor(name, checkout):
        return UNCHANGED
    if full_name(name, checkout) is not None:
        return Verdict("changed", f"the commit {reference.name} is no longer part of this branch's history")
    if _is_shallow(checkout):
        return Verdict("unknown", f"the history here does not reach back to the commit {reference.name}")
    return Verdict("gone", f"git does not know the commit {reference.name} any more")


def full_name(name: str, checkout: Checkout) -> str | None:
    """Return the whole name of a commit that is given by its first letters; None for what is none."""
    if not _NAME.fullmatch(name.lower()) or checkout.commit is None:
        return None
    told = checkout.git.text("rev-parse", "--verify", "--quiet", f"{name.lower()}^{{commit}}")
    return (told or "").strip() or None


def _is_ancestor(name: str, checkout: Checkout) -> bool:
    if not _NAME.fullmatch(name) or checkout.commit is None:
        return False
    asked = checkout.once(_answers)
    if name not in asked and len(asked) < _FEW:
        told = checkout.git.run("merge-base", "--is-ancestor", name, checkout.commit)
        asked[name] = told is not None
    if name in asked:
        return asked[name]
    history = checkout.once(_history)
    return name in history or any(one.startswith(name) for one in history if len(name) < len(one))


def _answers(_: Checkout) -> dict[str, bool]:
    """Return where it is kept which commits were asked about one by one, and whether each is an ancestor."""
    return {}


def _history(checkout: Checkout) -> frozenset[str]:
    return frozenset((checkout.git.text("rev-list", checkout.commit or "HEAD") or "").split())


def _is_shallow(checkout: Checkout) -> bool:
    folder = git_folder(checkout.root)
    return folder is not None and (shared_folder(folder) / "shallow").exists()
