"""Is this `.phantasm` folder ours to use? A link or somebody else's folder is refused before it is read."""

import os
import stat

from phantasm.config.paths import Paths
from phantasm.contracts.errors import Code, PhantasmError, Remediation


def refuse_unsafe(paths: Paths) -> None:
    """Refuse a `.phantasm` or `state` that is a symbolic link or belongs to another user."""
    for path in (paths.folder, paths.state, paths.store):
        try:
            found = os.lstat(path)
        except FileNotFoundError:
            continue
        if stat.S_ISLNK(found.st_mode):
            raise _unsafe(f"{path} is a symbolic link")
        if found.st_uid != os.geteuid():
            raise _unsafe(f"{path} belongs to another user (uid {found.st_uid})")


def _unsafe(message: str) -> PhantasmError:
    return PhantasmError(
        Code.UNSAFE_PROJECT,
        message,
        remediation=(Remediation("Look at where it came from; remove it, then run `phantasm bootstrap`."),),
    )
