"""What does the client send? Lines of standard input, of bounded length, until it ends or we do."""

import json
import os
import re
import select
import time
from collections.abc import Callable

# What a request may have at most (contracts.parse.MAX_REQUEST_BYTES); a longer line is dropped as a whole.
MOST_LINE_BYTES = 64 * 1024 * 1024
_CHUNK_BYTES = 64 * 1024
# How often we look whether the last answers are out, once the input has ended.
_SETTLE_SECONDS = 0.02


# Half a character: JavaScript writes one when a text is cut in the middle of an emoji.
_ESCAPED = re.compile(r"\\u[dD][89a-fA-F]")
_HALF = re.compile("[\ud800-\udfff]")
_REPLACEMENT = "\ufffd"


def mended(line: str) -> str:
    """Return a line without half characters: the SDK would drop it and never answer."""
    if not _ESCAPED.search(line):
        return line
    try:
        # Two halves that belong together become one character here.
        whole = json.dumps(json.loads(line), ensure_ascii=False)
    except (ValueError, RecursionError):
        return line
    return _HALF.sub(_REPLACEMENT, whole) + "\n"


class Lines:
    """Standard input, read so that it can be left at any time: ending is the same as an end of the input."""

    def __init__(
        self,
        descriptor: int,
        *,
        settled: Callable[[], bool],
        at_end: Callable[[], None],
        most_bytes: int = MOST_LINE_BYTES,
    ) -> None:
        """`settled` tells whether all is answered; `at_end` is told when the client has ended its side."""
        self._descriptor = descriptor
        self._most_bytes = most_bytes
        self._settled = settled
        self._at_end = at_end
        self._kept = bytearray()
        self._over = False
        self._wake_reader, self._wake_writer = os.pipe()

    def stop(self) -> None:
        """End the input from our side."""
        os.write(self._wake_writer, b"x")

    def readline(self) -> str:
        """Return the next line; nothing at the end. A line that is too long is left out."""
        scanned = 0
        while True:
            found = self._kept.find(b"\n", scanned)
            if found >= 0:
                line = bytes(self._kept[: found + 1])
                del self._kept[: found + 1]
                if len(line) <= self._most_bytes and not self._over:
                    return mended(line.decode("utf-8", "replace"))
                self._over, scanned = False, 0
                continue
            scanned = len(self._kept)
            if scanned > self._most_bytes:
                self._kept.clear()
                self._over, scanned = True, 0
            if not self._more():
                self._farewell()
                return ""

    def _more(self) -> bool:
        ready, _, _ = select.select([self._descriptor, self._wake_reader], [], [])
        if self._wake_reader in ready:
            return False
        chunk = os.read(self._descriptor, _CHUNK_BYTES)
        self._kept += chunk
        return bool(chunk)

    def _farewell(self) -> None:
        """Say that the input has ended, and give what was asked before the time to be answered.

        The SDK drops what is unanswered when the input ends; the lifetime bounds how long we wait.
        """
        self._at_end()
        time.sleep(_SETTLE_SECONDS)
        while not self._settled():
            time.sleep(_SETTLE_SECONDS)
