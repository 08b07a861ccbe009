"""How are hundreds of hooks run in little time? One interpreter, and a process of its own for each.

Reads lines of JSON, each one case: client, event, told, folder, and whether it may write. The interpreter has
loaded everything that a hook may load, then forks: the child is a hook with its own standard files, and ends
as one. Prints one line for each case: its status, what it said, and what it complained about.
"""

import importlib
import json
import os
import sys
import tempfile

NOBODY = 65_534
_LOADED = (
    "phantasm.runtime.hooks.attending",
    "phantasm.runtime.hooks.draining",
    "phantasm.runtime.hooks.masking",
    "phantasm.runtime.hooks.standing",
    "phantasm.surfaces.hooks.attending",
    "phantasm.surfaces.hooks.entry",
    "phantasm.surfaces.hooks.ready",
)


def run(case: dict[str, object]) -> dict[str, object]:
    """Run one hook and return how it ended."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(str(case["told"]).encode("utf-8", "surrogatepass"))
        given.seek(0)
        child = os.fork()
        if child == 0:
            _be_a_hook(case, given.fileno(), out.fileno(), err.fileno())
        _, status = os.waitpid(child, 0)
        out.seek(0)
        err.seek(0)
        told = out.read().decode(), err.read().decode(errors="replace")
    return {"status": os.waitstatus_to_exitcode(status), "out": told[0], "err": told[1]}


def _be_a_hook(case: dict[str, object], *files: int) -> None:
    from phantasm.surfaces.hooks import entry  # noqa: PLC0415  loaded by the parent

    try:
        for number, file in enumerate(files):
            os.dup2(file, number)
        os.chdir(str(case["folder"]))
        if case.get("may_write") is False:
            os.setgroups([])
            os.setegid(NOBODY)
            os.seteuid(NOBODY)
        os._exit(entry.main([str(case["client"]), str(case["event"])]))
    except BaseException:  # noqa: BLE001  a child never comes back into the loop
        os._exit(99)


def main() -> None:
    """Run every case that is asked for."""
    for name in _LOADED:
        importlib.import_module(name)
    for line in sys.stdin:
        print(json.dumps(run(json.loads(line))), flush=True)  # noqa: T201  this is what it is for


if __name__ == "__main__":
    main()
