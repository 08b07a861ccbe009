"""What do lineages cite now, and where is it looked for?"""

from collections.abc import Sequence

from phantasm.capabilities.environment import Environment
from phantasm.state import links
from phantasm.state.links import Link
from phantasm.storage.work import Work
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.place import tree_of

DERIVED = "derived"
"""Set in what was seen of an anchor that nobody named: it goes when the words that named it go."""


def checkout_of(environment: Environment) -> Checkout:
    """Return the working tree that a caller stands in, as far as it is the project's."""
    return Checkout(tree_of(environment.paths.root, environment.start))


def of_lineages(work: Work, lineages: Sequence[str]) -> dict[str, list[Link]]:
    """Return what some lineages cite, each in order."""
    found: dict[str, list[Link]] = {}
    for link in links.outgoing(work, lineages):
        if link.closed_at is None and link.reference is not None:
            found.setdefault(link.source, []).append(link)
    return found
