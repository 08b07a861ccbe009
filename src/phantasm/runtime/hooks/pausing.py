"""Do hooks work in this project? Until somebody pauses them."""

from pathlib import Path

from phantasm.capabilities.clock import SystemClock
from phantasm.contracts.clock import to_timestamp
from phantasm.runtime.bootstrap import locate
from phantasm.runtime.safety import claim, typed_failures
from phantasm.session import pauses


def pause(start: Path) -> bool:
    """Stop hooks in the project that a folder belongs to; tells whether they were stopped before."""
    with typed_failures():
        paths = locate(start)
        claim(paths)
        return pauses.begin(paths, to_timestamp(SystemClock().now()))


def resume(start: Path) -> bool:
    """Let hooks go on; tells whether they were stopped."""
    with typed_failures():
        return pauses.end(locate(start), to_timestamp(SystemClock().now()))
