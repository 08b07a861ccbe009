"""How is a whole history taken in? In bounded steps through the door, until nothing new is left.

Every step is short, so that whoever waits for the store waits a fraction of a second; what was taken in stays
when the work is ended in between.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from phantasm.contracts.model import JsonObject
from phantasm.workspace import git
from phantasm.workspace.history import reading, store
from phantasm.workspace.place import top_of, tree_of

if TYPE_CHECKING:
    from phantasm.capabilities.environment import Environment

STEP_COMMITS = 300
"""Commits of one step: about two tenths of a second, most of it under the store's lock (measured)."""
_COUNTED = ("added", "left_out", "tags", "unreachable", "came_back")

Ask = Callable[[JsonObject], JsonObject]
"""Sends the next step with its parameters and returns its data."""
Watch = Callable[[int, int], None]
"""Told after every step how many commits are done and how many are left."""


def is_due(environment: "Environment") -> bool:
    """Tell whether the repository has something that was not taken in, as far as its heads show."""
    root = tree_of(environment.paths.root, environment.start)
    if not environment.config.settings.history.enabled or top_of(root) is None:
        return False
    try:
        heads = reading.heads(root)
    except git.GitError:
        return False
    with environment.snapshot() as work:
        return len(store.known(work, heads)) < len(heads)


def take_in(
    ask: Ask,
    *,
    everything: bool = False,
    watch: Watch | None = None,
    stops: Callable[[], bool] = lambda: False,
) -> JsonObject:
    """Take in what is new, step by step, and return the sums; `stops` ends it between two steps."""
    sums = dict.fromkeys(_COUNTED, 0)
    reverts = 0
    params: JsonObject = {"limit": STEP_COMMITS, "everything": everything}
    while True:
        data = ask(params)
        for name in _COUNTED:
            sums[name] += int(str(data[name]))
        taken_back = data["reverts"]
        reverts += len(taken_back) if isinstance(taken_back, list) else 0
        left = int(str(data["left"]))
        if watch:
            watch(sums["added"], left)
        # A step that added nothing cannot go on: git names commits that it cannot show.
        if not left or not data["added"] or stops():
            return {
                **sums,
                "reverts": reverts,
                "left": left,
                "known": data["known"],
                "repository": data["repository"],
            }


def follow_with_vectors(environment: "Environment") -> int:
    """Embed what was taken in where that takes seconds; return how many units are left without a vector."""
    from phantasm.retrieval.upkeep import follow_at_once  # noqa: PLC0415  numpy

    return follow_at_once(environment)
