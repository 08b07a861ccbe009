"""How are things named? Sortable ids for what happens, short handles for people, addresses for content."""

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime

# Crockford's alphabet in lower case: no i, l, o, u, so that a handle survives being read aloud.
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
HANDLE_BITS = 40
HANDLE_LENGTH = HANDLE_BITS // 5
_TIME_BITS, _RANDOM_BITS = 48, 80
# Two characters at a time: a bulk import draws tens of thousands of ids.
_PAIRS = tuple(first + second for first in ALPHABET for second in ALPHABET)

RandomBits = Callable[[int], int]
"""Whoever draws random bits; injected so that tests can choose ids."""


class Ids:
    """Draws ids from an injected clock and injected randomness."""

    def __init__(self, now: Callable[[], datetime], random_bits: RandomBits = secrets.randbits) -> None:
        self._now = now
        self._random_bits = random_bits
        self._last = (0, _base32(0, 10))

    def new(self, prefix: str) -> str:
        """Return a fresh id that sorts by the time it was drawn."""
        milliseconds = max(0, int(self._now().timestamp() * 1000)) % (1 << _TIME_BITS)
        last, written = self._last
        if milliseconds != last:  # a bulk draws a hundred ids in one millisecond
            written = _base32(milliseconds, 10)
            self._last = (milliseconds, written)
        return f"{prefix}_{written}{_base32(self._random_bits(_RANDOM_BITS), 16)}"

    def handle(self) -> str:
        """Return eight characters that a person or an agent can cite."""
        return _base32(self._random_bits(HANDLE_BITS), HANDLE_LENGTH)

    def salt(self) -> str:
        """Return a 128-bit salt."""
        return f"{self._random_bits(128):032x}"


def content_address(data: bytes, *, salt: str) -> str:
    """Return the address of some bytes inside one store.

    Keyed by the store's salt: an address that outlives erased content must not confirm a guess of it.
    """
    return hashlib.blake2b(data, key=bytes.fromhex(salt), digest_size=32).hexdigest()


def _base32(number: int, length: int) -> str:
    """Write a number with an even number of characters."""
    pairs = [_PAIRS[(number >> shift) & 0x3FF] for shift in range(5 * length - 10, -1, -10)]
    return "".join(pairs)
