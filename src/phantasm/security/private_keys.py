"""Where is the body of a private key?

The armour lines stay, so that a reader sees what stood there; everything between them goes. A block cut off
before its end (a truncated log) is masked as far as it reads like key material.
"""

from collections.abc import Iterator
from itertools import zip_longest

from phantasm.contracts.patterns import compiled

PRIVATE_KEY_RULE = "private-key"

# Largest body taken for one key: a 16384-bit RSA key in PEM is about 13 kB; PGP secret rings with photos
# stay below.
BODY_LIMIT_CHARACTERS = 65_536

ARMOUR = r"-{4,5} ?(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}"
# Base64 without a break. Real bodies fill lines of 64; 24 still catches the end of a cut one and no prose
# reaches it.
MATERIAL = r"[A-Za-z0-9+/]{24}"
UNFINISHED_BODY = r"[A-Za-z0-9+/=:,\-.\s\\\"']{40,65536}+"
PUTTY_BODY = r"Private-Lines: \d{1,4}(?:\r?\n|\\r?\\?n)"
PUTTY_MAC = r"Private-(?:MAC|Hash): ([a-f0-9]{40,128})"


def find_private_keys(text: str) -> Iterator[tuple[str, int, int]]:
    """The bodies of PEM, OpenSSH, PGP and PuTTY private keys, each as (rule, start, end)."""
    marks = list(compiled(ARMOUR).finditer(text))
    for mark, following in zip_longest(marks, marks[1:]):
        if mark[1] == "END":
            continue
        start = mark.end()
        if (
            following is not None
            and following[1] == "END"
            and following.start() - start <= BODY_LIMIT_CHARACTERS
        ):
            end = following.start()
        else:
            limit = following.start() if following is not None else len(text)
            unfinished = compiled(UNFINISHED_BODY).match(text, start, limit)
            end = unfinished.end() if unfinished else start
        if compiled(MATERIAL).search(text, start, end):
            yield _stripped(text, start, end)
    for lines in compiled(PUTTY_BODY).finditer(text):
        start = lines.end()
        mac = text.find("Private-", start, start + BODY_LIMIT_CHARACTERS)
        end = mac if mac >= 0 else min(len(text), start + BODY_LIMIT_CHARACTERS)
        if compiled(MATERIAL).search(text, start, end):
            yield _stripped(text, start, end)
    for mac_line in compiled(PUTTY_MAC).finditer(text):
        yield PRIVATE_KEY_RULE, *mac_line.span(1)


def _stripped(text: str, start: int, end: int) -> tuple[str, int, int]:
    """The span without the blank space at its ends, so that the lines around the key keep their breaks."""
    body = text[start:end]
    return PRIVATE_KEY_RULE, start + len(body) - len(body.lstrip()), start + len(body.rstrip())
