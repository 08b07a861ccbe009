"""How does a hook open its project? As everybody does, but without waiting long for whoever writes."""

from dataclasses import replace
from pathlib import Path
from typing import Final

from phantasm.config.load import load
from phantasm.contracts.clock import Clock
from phantasm.runtime.bootstrap import Runtime, compose, locate, not_bootstrapped
from phantasm.runtime.migration import ensure_current

_SHORTEST_WAIT_SECONDS: Final = 0.05
"""What a write takes is a few milliseconds: whoever waits so long has met something slower."""


def open_for_hook(start: Path, *, wait_seconds: float, clock: Clock | None = None) -> Runtime:
    """Open the project that a folder belongs to; nobody is waited for longer than so many seconds."""
    paths = locate(start)
    if not paths.store.exists():
        raise not_bootstrapped(paths.root)
    config = load(paths)
    store = config.settings.store.model_copy(
        update={"lock_timeout_seconds": max(_SHORTEST_WAIT_SECONDS, wait_seconds)}
    )
    config = replace(config, settings=config.settings.model_copy(update={"store": store}))
    environment, profiles = compose(paths, config, start=start.absolute(), clock=clock)
    try:
        ensure_current(environment)
    except BaseException:
        environment.database.close()
        raise
    return Runtime(environment, profiles)
