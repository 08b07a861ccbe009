"""What of a text may reach a terminal? Letters and line breaks, never what would steer the terminal."""

import re

# A whole escape sequence goes, not only its first byte: CSI (colours, cursor), OSC (titles, links, the
# clipboard), the other strings, the two-character rest. An unfinished one loses its start and stays readable.
# Texts, not compiled: most processes of an agent never show anything to a person.
_SEQUENCE = r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[PX^_][^\x1b]*\x1b\\|\x1b.?"
# C0 without tab and line feed, DEL, C1, the marks that turn text around, and halves of surrogate pairs.
_CONTROL = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"


def plain(text: str) -> str:
    """Return a text without control characters and escape sequences."""
    return re.sub(_CONTROL, "", re.sub(_SEQUENCE, "", text))


def one_line(text: str) -> str:
    """Return a text as one line, for a table cell or a question."""
    return " ".join(plain(text).split())
