"""What stands in a file that was compressed with Zstandard? Pure; holds one piece at a time."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from phantasm.contracts.errors import Code, PhantasmError, Remediation

MODULES: Final = ("compression.zstd", "backports.zstd")
"""The standard library has it from Python 3.14 on; before, a package gives the same module."""

PIECE_BYTES: Final = 256 * 1024
"""How much that is compressed is asked for at once, in bytes: it becomes about 2 MiB of transcript."""


def decompressed(read: Callable[[int], bytes], start: int = 0) -> Callable[[int], bytes]:
    """Return a `read` over what the compressed bytes of `read` stand for, from its byte `start` on.

    Frames may follow one another. A frame that is cut off ends where its bytes end, as a file does that is
    still written. Memory stays within one piece and the window that a frame declares: at most 128 MiB, the
    library's own bound; Codex writes 2 MiB.
    """
    source = _Frames(read, module_of())
    left = start
    while left > 0 and (passed := source.read(min(left, PIECE_BYTES))):
        left -= len(passed)
    return source.read


class _Frames:
    """The frame that is being read, and what was read of its bytes."""

    def __init__(self, read: Callable[[int], bytes], module: Any) -> None:  # noqa: ANN401  # either module
        self._read = read
        self._module = module
        self._frame = module.ZstdDecompressor()

    def read(self, size: int) -> bytes:
        """Return at most `size` bytes, and none at the end."""
        while size > 0:
            piece = b""
            if self._frame.eof:
                piece = self._frame.unused_data
                self._frame = self._module.ZstdDecompressor()
            if self._frame.needs_input and not piece and not (piece := self._read(PIECE_BYTES)):
                return b""
            if found := self._unpacked(piece, size):
                return found
        return b""

    def _unpacked(self, piece: bytes, size: int) -> bytes:
        try:
            found: bytes = self._frame.decompress(piece, size)
        except self._module.ZstdError as problem:
            raise PhantasmError(
                Code.INVALID_PARAMS,
                f"the transcript is no valid Zstandard data: {problem}",
                expected="a file that the client wrote, whole",
            ) from problem
        return found


def module_of(names: tuple[str, ...] = MODULES) -> Any:  # noqa: ANN401  # they are alike
    """Return the first of these modules that there is."""
    for name in names:
        try:
            return import_module(name)
        except ImportError:
            continue
    raise PhantasmError(
        Code.PROVIDER_UNAVAILABLE,
        "compressed transcripts (.jsonl.zst) need a package that is not installed",
        remediation=(Remediation("Install it.", command="pip install backports.zstd"),),
    )
