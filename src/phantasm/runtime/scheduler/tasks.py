"""What is done for each kind of job? One function each; all they write goes through the door."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from phantasm.contracts.model import JsonObject
from phantasm.runtime.asking import ask_in_run
from phantasm.storage.jobs import EMBED, MAINTENANCE, SESSION

if TYPE_CHECKING:
    from phantasm.runtime.bootstrap import Runtime

Beat = Callable[[], None]
"""Called between two steps; raises when the work has to end here."""

Task = Callable[["Runtime", JsonObject, Beat], JsonObject]
"""Does a job and returns its report. `params` are the job's own, with `run_id`, the same in every attempt,
and `lease`, which every step that writes carries and checks (storage.leases.require)."""

ALONE = frozenset({MAINTENANCE, SESSION})
"""Both consolidate, the whole memory or one session: only one such job runs in a project."""


def maintain(runtime: "Runtime", params: JsonObject, beat: Beat) -> JsonObject:
    """Consolidate everything that is due, or what one session left."""
    from phantasm.runtime.maintaining import run  # noqa: PLC0415  all of learning, which few need

    return run(runtime, params, beat)


def embed(runtime: "Runtime", params: JsonObject, beat: Beat) -> JsonObject:
    """Give a vector to everything that has none; another process that embeds already is as good."""
    beat()
    lease = params["lease"]
    fence = lease["fence"] if isinstance(lease, dict) else 0
    return ask_in_run(runtime, "embed", {}, run_id=str(params["run_id"]), key=f"{fence}-embed")


TASKS: Mapping[str, Task] = {MAINTENANCE: maintain, SESSION: maintain, EMBED: embed}
