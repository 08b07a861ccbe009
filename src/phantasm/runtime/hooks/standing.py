"""How is the standing context kept ready? In a small file for each client, made anew after commits.

The file is derived and may be deleted. Whoever reads it compares everything that it depends on: the store's
count of changes, the day, the branch, the files of the configuration and those that are cited, the release.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from phantasm import __version__
from phantasm.config.environment import overrides
from phantasm.config.paths import Paths
from phantasm.config.trust import stamp, stamps
from phantasm.contracts.agent_event import FAILURES_LOG, READY_FORMAT
from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.errors import PhantasmError
from phantasm.runtime.bootstrap import open_project
from phantasm.runtime.hooks.injecting import NOTHING, Said, Standing, standing
from phantasm.runtime.hooks.noticing import notice
from phantasm.runtime.safety import typed_failures
from phantasm.storage.files import make_private_folder, write_whole
from phantasm.workspace.place import checkout, tree_of

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject
    from phantasm.runtime.bootstrap import Runtime

_ENDING: Final = ".json"
_WAIT_SECONDS: Final = 0.5
"""How long whoever refreshes waits for a writer: the next one refreshes as well."""


def refresh(runtime: "Runtime", client: str) -> Said:
    """Compile the standing context for a client, keep it ready, and return it with what is wrong."""
    environment = runtime.environment
    chosen = environment.config.settings.hooks
    if not (chosen.enabled and chosen.standing):
        with suppress(OSError):  # a folder that cannot be written to
            _path(environment.paths, client).unlink(missing_ok=True)
        return NOTHING
    day = to_timestamp(environment.clock.now())[:10]
    made = standing(runtime, client)
    said = Said(made.said.context, notice(runtime), made.said.items, made.said.prints, standing=True)
    # What variables of this process change must not be handed to another one; and what is wrong now is looked
    # for again next time, because nobody tells us when it is mended.
    if not overrides() and not said.notice:
        _keep(runtime, client, day, made, said)
    return said


def refresh_known(start: Path) -> None:
    """Make the files anew of the clients that have one; what cannot be done now is done by the next one."""
    from phantasm.runtime.bootstrap import locate  # noqa: PLC0415  opened by the callers of `refresh`

    try:
        clients = known_clients(locate(start))
    except PhantasmError:
        return
    if clients:
        make_ready(start, clients)


def make_ready(start: Path, clients: Sequence[str]) -> None:
    """Make the files of clients that are about to start their first session; none without a store."""
    try:
        with open_project(start, wait_seconds=_WAIT_SECONDS) as runtime:
            for client in clients:
                refresh(runtime, client)
    except PhantasmError:
        return


def known_clients(paths: Paths) -> list[str]:
    """Return the clients for which a context is kept ready."""
    try:
        found = [path.name.removesuffix(_ENDING) for path in paths.ready.iterdir()]
    except OSError:
        return []
    return sorted(name for name in found if name.isidentifier())


def _keep(runtime: "Runtime", client: str, day: str, made: Standing, said: Said) -> None:
    environment = runtime.environment
    tree = tree_of(environment.paths.root, environment.start)
    with typed_failures(), environment.database.read() as (_, head):
        if head.seq != made.seq:  # somebody has written meanwhile, and makes it anew
            return
    told: JsonObject = {
        "format": READY_FORMAT,
        "version": __version__,
        "store_id": head.store_id,
        "epoch": head.epoch,
        "seq": head.seq,
        "day": day,
        "head": checkout(environment.start),
        "files": _files(environment.paths),
        "cited": {str(path): stamp(path) for path in (tree / name for name in made.files)},
        "context": said.context,
        "notice": said.notice,
        "items": list(said.items),
        "prints": list(said.prints),
    }
    folder = environment.paths.ready
    try:
        make_private_folder(folder)
        write_whole(_path(environment.paths, client), json.dumps(told).encode())
    except OSError:
        return  # a folder that cannot be written to has no ready file


def _path(paths: Paths, client: str) -> Path:
    return paths.ready / f"{client}{_ENDING}"


def _files(paths: Paths) -> dict[str, list[int] | None]:
    """Return what a context depends on, and what its notice does; surfaces.hooks.ready names the same."""
    others = (paths.quarantine / "inbox", paths.logs / FAILURES_LOG)
    return stamps(paths) | {str(path): stamp(path) for path in others}
