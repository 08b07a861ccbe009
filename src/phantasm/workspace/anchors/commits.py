"""Is a cited commit still part of what is checked out?"""

import re

from phantasm.workspace import git
from phantasm.workspace.anchors.model import UNCHANGED, Reference, Seen, Verdict
from phantasm.workspace.checkout import Checkout

_NAME = re.compile(r"[0-9a-f]{4,64}")


def see(reference: Reference, checkout: Checkout) -> Seen | None:
    """Return which commit a name means; None for one that git does not know."""
    found = full_name(reference.name, checkout)
    return None if found is None else {"sha": found, "commit": checkout.commit}


def verify(reference: Reference, seen: Seen, checkout: Checkout) -> Verdict:
    """Say whether a commit is an ancestor of what is checked out."""
    if checkout.commit is None:
        return Verdict("unknown", "there is no commit to compare with")
    kept = seen.get("sha")
    sha = full_name(kept if isinstance(kept, str) else reference.name, checkout)
    if sha is None:
        return Verdict("gone", f"git does not know the commit {reference.name} any more")
    try:
        git.run(checkout.root, "merge-base", "--is-ancestor", sha, checkout.commit)
    except git.GitError:
        return Verdict("changed", f"the commit {reference.name} is no part of this branch's history")
    return UNCHANGED


def full_name(name: str, checkout: Checkout) -> str | None:
    """Return the whole name of a commit that is given by its first letters; None for what is none."""
    if not _NAME.fullmatch(name.lower()) or checkout.commit is None:
        return None
    return git.answer(checkout.root, "rev-parse", "--verify", "--quiet", f"{name.lower()}^{{commit}}") or None
