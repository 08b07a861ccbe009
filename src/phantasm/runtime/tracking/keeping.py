"""Who takes in what came with git? Whoever opens the project, before it answers; bounded, as suggestions."""

from typing import TYPE_CHECKING, Final

from phantasm.contracts.errors import PhantasmError
from phantasm.runtime.asking import ask_in_run
from phantasm.state.exchange.tracked import arriving
from phantasm.state.exchange.tracked.looking import look
from phantasm.state.exchange.tracked.synced import write_synced
from phantasm.storage.driver import Error

if TYPE_CHECKING:
    from phantasm.runtime.bootstrap import Runtime

_CHANGES_AT_ONCE: Final = 200
"""How many changes of others are taken in before something else is answered: a quarter of a second."""


def take_in(runtime: "Runtime") -> None:
    """Take in what somebody changed in the tracked files; what is no news costs no write."""
    environment = runtime.environment
    mask = environment.config.settings.security.redact_secrets
    try:
        found = look(environment.paths, environment.start, mask=mask, thorough=False)
        if found.is_settled:
            return
        with environment.snapshot() as work:
            sorted_ = arriving.sort(work, found, "tracked")
        if sorted_.is_empty:
            write_synced(found.state, arriving.agreed(found, sorted_, ()))
            return
        drawn = environment.ids.new("ask")
        ask_in_run(runtime, "tracked_import", {"limit": _CHANGES_AT_ONCE}, run_id=drawn, key="tracked")
    except (PhantasmError, OSError, Error):
        return  # whoever asks for it is told why; what is asked now has nothing to do with it
