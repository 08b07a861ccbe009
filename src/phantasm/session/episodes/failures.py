"""Which words tell one failure from another, whatever the run? Pure."""

import re
from typing import Final

MOST_OUTPUT: Final = 8_000
"""How much of an output is looked at, in characters, half from each end."""

MOST_LINES: Final = 3
"""How many lines a signature is taken from: the error, its reason and where it showed."""

MOST_WORDS: Final = 16
"""How many words a signature has at most; the first tell most."""

MOST_LINE: Final = 500
"""How much of a line is looked at, in characters: what is longer is data, with its error at its head."""

MOST_ERROR: Final = 240
"""How much of the telling line is kept, in characters."""

_RAISED, _STATED, _HINTED = 5, 4, 2
"""How much a line tells: an error by its name, an error that a program states, a word of trouble."""

_SCORES: Final = (
    (
        re.compile(
            r"^(?:E\s+)?(?:[\w$]+\.)*[A-Z][\w$]*(?:Error|Exception|Failure|Interrupt|Fault)\b(?:: | - |$|\()"
        ),
        _RAISED,
    ),
    (re.compile(r"^(?:thread .* )?panicked at|^panic: |^(?:Uncaught|Unhandled) "), _RAISED),
    (
        re.compile(
            r"\berror(?:\[[A-Z]\d+\]| [A-Z]{1,5}\d{2,5}\b)|^(?:\S+ )?(?:npm ERR! code|npm error code) "
        ),
        _RAISED,
    ),
    (re.compile(r"\b[A-Z]\w*(?:Error|Exception)\b"), _STATED),
    (
        re.compile(
            r"(?i)^(?:\S+: )?(?:fatal(?: error)?|error|err!|failed|failure|panic|abort(?:ed)?)\b ?[:\]-]"
        ),
        _STATED,
    ),
    (
        re.compile(r"(?i): (?:fatal )?error: |command not found|no such file or directory|permission denied"),
        _STATED,
    ),
    (
        re.compile(
            r"(?i)cannot find module|module not found|undefined reference|unresolved import|"
            r"connection refused"
        ),
        _STATED,
    ),
    (
        re.compile(
            r"^(?:FAILED|--- FAIL:|ERROR) \S|^E\s{2,}\S|(?i:segmentation fault|out of memory|"
            r"address already in use)"
        ),
        _STATED,
    ),
    (
        re.compile(
            r"(?i)\b(?:errors?|failed|fails|failure|exception|denied|refused|not found|missing|cannot|"
            r"can't|unable"
            r"|invalid|timed out|timeout|unexpected|undefined|unknown|conflict)\b"
        ),
        _HINTED,
    ),
)
_EMPTY: Final = re.compile(
    r"(?i)^(?:error: )?(?:exit (?:code|status):? -?\d+|error: \(none\)|signal: \S+|chunk id: .*"
    r"|wall time: .*|command (?:failed|exited) with.*|process exited with.*"
    r"|make(?:\[\d+\])?: \*\*\* .*|npm (?:err!|error) (?:a complete log|lifecycle|errno|path|command).*)$"
    r"|^=+|^-+$|\b0 (?:errors?|failed|failures)\b|^\+ "
)
"""Lines that say that something went wrong, but not what."""

_MARK: Final = re.compile(r"^E\s+")
"""What pytest writes before the lines of an error."""

_STRIPPED: Final = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_PATH: Final = re.compile(
    r"(?:[A-Za-z]:\\|~?/|\.{1,2}/)?(?<!@)\b[\w.+-]*[\\/][\w.+\\/-]*[\w](?::\d+)*|(?<![\w@])/[\w./+-]+"
)
_HEX: Final = re.compile(r"\b0[xX][0-9a-fA-F]+\w*|\b[0-9a-f]{12,}\b")
_SCOPED: Final = re.compile(r"@[\w.-]+/[\w.-]+")
_NODE: Final = re.compile(r"\S*\.\w+::(?=\w)")
_WORD: Final = re.compile(r"@[\w.-]+/[\w.-]+|[A-Za-z_À-ɏ][\w.$-]*[\w$]")
_CODE: Final = re.compile(r"(?:[A-Z]{1,5}\d{2,5}|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|E[A-Z]{3,})$")
_CHANGING: Final = re.compile(r"^[0-9a-f]{7,}$|^0x|\d{3,}|^v?\d|-[0-9a-f]{4,}(?:-|$)", re.IGNORECASE)
_PLACE: Final = re.compile(r"\.(?:py|js|ts|tsx|jsx|go|rs|java|rb|php|c|cc|cpp|h|cs|kt|swift)$")
_STOPS: Final = frozenset(
    "a an and are as at be because been but by did do does for from had has have if in into is it its "
    "not of on or "
    "so than that the their then there this to was were when which while will with you your error "
    "errors failed e "
    "line file col column see run try use please exit code status most recent call last exception "
    "occurred".split()
)


def signature_of(command: str, output: str) -> tuple[str, ...]:
    """Return the telling words of a failure, in small letters: the same for the same failure in every run.

    Names of errors, codes and missing things come first, then the words of the message; no paths, numbers,
    hashes and times. Empty where the output tells nothing.
    """
    named: list[str] = []
    other: list[str] = []
    for line in error_lines(command, output):
        text = _HEX.sub(" ", _NODE.sub(" ", line))
        scoped = _SCOPED.findall(text)
        text = _PATH.sub(" ", _SCOPED.sub(" ", text))
        quoted = " ".join(
            re.findall(r"['\"`\u2018\u201c]([^'\"`\u2019\u201d]{1,80})['\"`\u2019\u201d]", text)
        )
        names = set(_WORD.findall(quoted))
        for word in (*scoped, *_WORD.findall(text)):
            plain = word.lower().strip(".-$")
            if _is_passing(word, plain):
                continue
            is_name = word in names or word.startswith("@") or bool(_CODE.match(word)) or _is_class(word)
            (named if is_name else other).append(plain)
    return tuple(dict.fromkeys((*named, *other)))[:MOST_WORDS]


def error_line(command: str, output: str) -> str:
    """Return the line of an output that tells most about a failure; empty where none does."""
    found = error_lines(command, output)
    return _MARK.sub("", found[0])[:MOST_ERROR] if found else ""


def error_lines(command: str, output: str) -> list[str]:
    """Return the lines that tell what went wrong, the most telling first."""
    text = (
        output
        if len(output) <= MOST_OUTPUT
        else output[: MOST_OUTPUT // 2] + "\n" + output[-MOST_OUTPUT // 2 :]
    )
    own = command.strip().split("\n", 1)[0]
    scored: list[tuple[int, int, str]] = []
    seen: set[str] = set()
    for place, raw in enumerate(text.split("\n")):
        line = _STRIPPED.sub("", raw[:MOST_LINE]).strip()
        if line in seen or not line or (own and own in line) or _EMPTY.search(line):
            continue
        seen.add(line)
        score = next((points for pattern, points in _SCORES if pattern.search(line)), 0)
        if score:
            # Of errors by name the last is what came of the others; of all else the first began it.
            scored.append((-score, -place if score == _RAISED else place, line))
    scored.sort()
    best = scored[0][0] if scored else 0
    return [line for score, _, line in scored if score == best or score <= -_STATED][:MOST_LINES]


def is_trouble(output: str) -> bool:
    """Tell whether an output of which nobody says how it ended plainly reports an error."""
    return any(
        pattern.search(line[:MOST_LINE])
        for line in output[-MOST_OUTPUT:].split("\n")
        for pattern, points in _SCORES
        if points == _RAISED
    )


def _is_class(word: str) -> bool:
    return word.endswith(("Error", "Exception", "Failure", "Warning")) or (
        word[:1].isupper() and any(letter.isupper() for letter in word[1:]) and not word.isupper()
    )


def _is_passing(word: str, plain: str) -> bool:
    """Tell whether a word changes from run to run or says nothing."""
    if len(plain) < 2 or plain in _STOPS:  # noqa: PLR2004 - one letter tells nothing
        return True
    return (bool(_CHANGING.search(word)) and not _CODE.match(word)) or bool(_PLACE.search(plain))
