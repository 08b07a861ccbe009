"""Where does the process start? At the shortest way to each answer.

Agents start this program for every request, so starting is a feature: each way imports only what it needs,
which is why imports stand inside functions here and wherever a command reaches for the runtime.
"""

import os
import sys

from phantasm import __version__

INTERRUPTED = 130
"""The exit status of a process that Ctrl-C ended, as every shell reports it."""
READER_GONE = 1
"""The exit status when whoever read our output went away; nothing is printed then."""


def main() -> int:
    """Answer `--version` at once, `handle-request` without Typer and Rich, and everything else with them."""
    arguments = sys.argv[1:]
    if arguments in (["--version"], ["-V"]):
        print(f"phantasm {__version__}")  # noqa: T201  this is what it is for
        return 0
    if arguments[:1] == ["hook"] and "--help" not in arguments:
        from phantasm.surfaces.hooks import entry as hook  # noqa: PLC0415  only where it is needed

        _leave(hook.main(arguments[1:]))
    is_request = arguments[:1] == ["handle-request"] and "--help" not in arguments
    _open_missing()
    try:
        status = _answer(arguments[1:]) if is_request else _run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _forget_reader()
        return READER_GONE
    if is_request:
        _leave(status)
    return status


def _run(arguments: list[str]) -> int:
    from phantasm.config.environment import (  # noqa: PLC0415  only where it is needed
        leave_out_plugins,
        use_one_thread_each,
    )

    leave_out_plugins()
    use_one_thread_each()
    from phantasm.surfaces.cli import app  # noqa: PLC0415  only where it is needed

    return app.run(arguments)


def _answer(arguments: list[str]) -> int:
    """Answer requests; what was imported lives as long as the process, so nobody looks for garbage in it."""
    import gc  # noqa: PLC0415  only where it is needed

    from phantasm.config.environment import (  # noqa: PLC0415  only where it is needed
        leave_out_plugins,
        use_one_thread_each,
    )

    leave_out_plugins()
    use_one_thread_each()
    gc.disable()
    from phantasm.surfaces.cli import handle_request  # noqa: PLC0415  only where it is needed

    gc.freeze()
    gc.enable()
    return handle_request.run(arguments)


def _open_missing() -> None:
    """Give a process that was started with closed standard files something to read and write."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115  for good


def _leave(status: int) -> None:
    """End at once: the store is closed and the answer written, and taking modules apart costs 20 ms."""
    if sys.stderr is not None:  # closed by whoever started us
        sys.stderr.flush()
    os._exit(status)


def _forget_reader() -> None:
    """Point stdout nowhere, or the interpreter would complain about the pipe once more when it flushes."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
