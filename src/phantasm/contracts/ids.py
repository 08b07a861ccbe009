"""How are things named? Sortable ids for what happens, short handles for people, addresses for content."""

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime

# Crockford's alphabet in lower case: no i, l, o, u, so that a handle survives being read aloud.
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
HANDLE_BITS = 40
HANDLE_LENGTH = HANDLE_BITS // 5
EVIDENCE = "ev_"
"""What the id of a piece of evidence begins with; 32 hexadecimal digits of a keyed hash follow."""
RECORD_MARK, EVIDENCE_MARK, EPISODE_MARK = "m:", "e:", "s:"
"""What stands before a handle in a citation: `[m:k3v9qd2a]` cites a record, `[e:k3v9qd2a]` evidence,
`[s:k3v9qd2a]` what a session came to."""
# A hexadecimal digit is four bits: a handle of evidence is the beginning of its hash.
_PREFIX_DIGITS = HANDLE_BITS // 4
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


def is_handle(name: str) -> bool:
    """Tell whether a name has the form of a handle."""
    return len(name) == HANDLE_LENGTH and all(character in ALPHABET for character in name)


def cited(name: str) -> str:
    """Return what stores look up for a name as somebody cites it: the name itself, without its brackets.

    A record's handle loses its mark. That of evidence keeps it: a record may have the same eight characters.
    """
    plain = name[1:-1] if name.startswith("[") and name.endswith("]") else name
    return plain.removeprefix(RECORD_MARK)


def evidence_handle(evidence_id: str) -> str:
    """Return the eight characters under which a piece of evidence is cited: the first 40 bits of its id."""
    digits = evidence_id.removeprefix(EVIDENCE)[:_PREFIX_DIGITS]
    return _base32(int(digits, 16), HANDLE_LENGTH)


def session_handle(session_id: str, salt: str) -> str:
    """Return the eight characters under which what a session came to is cited."""
    digits = content_address(session_id.encode(), salt=salt)[:_PREFIX_DIGITS]
    return _base32(int(digits, 16), HANDLE_LENGTH)


def evidence_prefix(handle: str) -> str:
    """Return the ten hexadecimal digits with which the ids of a handle's evidence begin."""
    number = 0
    for character in handle:
        number = number << 5 | ALPHABET.index(character)
    return f"{number:0{_PREFIX_DIGITS}x}"


def _base32(number: int, length: int) -> str:
    """Write a number with an even number of characters."""
    pairs = [_PAIRS[(number >> shift) & 0x3FF] for shift in range(5 * length - 10, -1, -10)]
    return "".join(pairs)
