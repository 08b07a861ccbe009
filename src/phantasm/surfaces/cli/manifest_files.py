"""How does the manifest of a context get into a file, and out of it again?"""

import json
import os
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from phantasm.contracts.errors import Code, PhantasmError, Remediation

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject

_STDIN = Path("-")


def read_manifest(path: Path) -> "JsonObject":
    """Return the manifest in a file: by itself, or inside the response that brought it."""
    try:
        value = json.loads(_bytes_of(path))
    except OSError as problem:
        raise _no_manifest(path, str(problem.strerror)) from problem
    except (ValueError, RecursionError) as problem:
        raise _no_manifest(path, f"not valid JSON: {problem}") from problem
    answer = value.get("data") if isinstance(value, dict) else None
    found = answer.get("manifest") if isinstance(answer, dict) else value
    if not isinstance(found, dict) or not isinstance(found.get("lines"), list):
        raise _no_manifest(path, "it has no lines of a context")
    return found


def keep_manifest(path: Path, manifest: object) -> None:
    """Write a manifest into a private file that nobody sees half; an earlier one is replaced."""
    if path.exists() and not stat.S_ISREG(path.lstat().st_mode):
        raise PhantasmError(
            Code.INVALID_PARAMS, f"{path} is no regular file", field="--manifest", expected="a file's path"
        )
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    text = json.dumps(manifest, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            os.fchmod(descriptor, 0o600)
            file.write(text.encode() + b"\n")
        partial.replace(path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise


def _bytes_of(path: Path) -> bytes:
    """Return what a file or stdin holds; one that is too long for a request is cut, and so no manifest."""
    from phantasm.contracts.parse import MAX_REQUEST_BYTES  # noqa: PLC0415  the runtime

    if path == _STDIN:
        return sys.stdin.buffer.read(MAX_REQUEST_BYTES)
    with path.open("rb") as file:
        return file.read(MAX_REQUEST_BYTES)


def _no_manifest(path: Path, problem: str) -> PhantasmError:
    return PhantasmError(
        Code.INVALID_PARAMS,
        f"{path} is no manifest: {problem}",
        expected="a file that `phantasm compile --manifest FILE` wrote",
        remediation=(
            Remediation("Compile again and keep the manifest.", command="phantasm compile --manifest FILE"),
        ),
    )
