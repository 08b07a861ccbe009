"""Where do the sentences of a text begin and end, and which words are in each? Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

LONGEST_LINE_CHARACTERS = 4_000
"""A longer line is data: the longest paragraph seen in assistants' answers has about half of that."""
_LEAST_PROSE_SHARE = 0.72
"""Share of letters, blanks and plain marks: prose with code words has .85 and more, listings below .65."""
_JUDGED_CHARACTERS = 16
"""Shorter lines say too little about their share of letters."""

_MACHINE = re.compile(
    r"""
    \$\ |%\ \w|>>>|\.\.\.\ |[\w.-]+@[\w.-]+:\S*[$\#]         # prompts
    | diff\ --git|index\ [0-9a-f]{7}|@@|\+\+\+|---|[+-](?=[^\s-])   # differences
    | Traceback|File\ "|\s*at\ [\w.$<>]+\(|Caused\ by:|goroutine\ |panicked\ at|\s*\^+\s*$   # traces
    | (?:[\w.]+\.)?[A-Z]\w*(?:Error|Exception|Warning|Failure)(?::|$)
    | \[?\d{4}-\d\d-\d\d[T\ ]\d\d:\d\d|\[?\d\d:\d\d(?::\d\d)?[\].,]?[ ]
      |[A-Z][a-z]{2}\ +\d+\ \d\d:\d\d:\d\d   # logs
    | \[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|FATAL|CRITICAL)\b\]?[:\s|]
    | (?:error|warning|fatal|note)(?:\[\w+\])?:|(?:FAILED|PASSED|SKIPPED|FAIL|PASS|OK)\b
    | npm\ (?:ERR|WARN|error|warn)|usb\ |\d+\ (?:failed|passed|passing|failing)\b|={3}
    | [d-][rwxs-]{9}|total\ \d+$|.*[├└│─█▏]                  # listings
    | \||.*\ \|\ .*\ \|                                       # tables
    | [{}\[\]]|"[\w.-]+"\s*[:,]|.*[{};]$|</?[A-Za-z!][\w:-]*[^>]*>$|[\w.-]+\s*=\s*\S+$
      |[\w.-]+:(?:\s+\S+)?$   # data and settings
    | (?:From|To|Cc|Subject|Date|Sent|Reply-To):\ |>|On\ .{5,80}\ wrote:$   # mail
    | (?:def|class|import|from|const|let|var|function|return|public|private|async|await|export|fn|func|type
      |struct
        |SELECT|INSERT|UPDATE|CREATE|ALTER|FROM|RUN|COPY|ENV)\ \S.*[\]({:;=>\\]   # code
    | //|/\*|\*/|\#!|<!--|\#(?:include|define|if)
    | \[\d+/\d+\]|\d+%|\s*\d+\s*[│|]\s
    """,
    re.VERBOSE,
)
_PROSE_MARKS = " .,;:!?'\"()-`\u2019\u201c\u201d/"
_MAIL_HEADER = re.compile(r"(?:From|To|Cc|Subject|Date|Sent|Reply-To): ")
_ANNOUNCED = re.compile(
    r"(?i)\b(?:outputs?|logs?|traceback|trace|error|message|wrote|writes|says|said|mail|email|slack|chat"
    r"|get|got"
    r"|shows|prints|diff|came\sin)\b[^.!?]{0,30}:\s*$"
)


def is_machine_line(line: str) -> bool:
    """Tell whether a line, without what stands before it as a list item, is no prose."""
    if len(line) > LONGEST_LINE_CHARACTERS or _MACHINE.match(line):
        return True
    if len(line) < _JUDGED_CHARACTERS:
        return False
    prose = sum(map(str.isalpha, line)) + sum(map(line.count, _PROSE_MARKS))
    return prose < _LEAST_PROSE_SHARE * len(line)


def is_mail_header(line: str) -> bool:
    """Tell whether a line stands above a mail: what follows is somebody else's word."""
    return _MAIL_HEADER.match(line) is not None


def announces_paste(line: str) -> bool:
    """Tell whether what follows a line is pasted ("here is what Ben wrote:")."""
    return line.endswith(":") and _ANNOUNCED.search(line[-160:]) is not None


Place = Literal["text", "item", "step"]
"""A line of text, an item of a list, or a numbered step."""

_LINE = re.compile(r"[^\n]*\n?")
_FENCE = re.compile(r"\s{0,3}(?:>\s?)?(`{3,}|~{3,})")
_ELEMENT = re.compile(r"\s*<([A-Za-z][\w:-]*)[^<>]*>")
_ITEM = re.compile(r"\s*(?:[-*+•]\s+(?:\[[ xX]\]\s+)?|(?P<number>\d{1,3}[.)])\s+)")
_DIFFERENCE = re.compile(r"diff --git |@@ |--- \S|\+\+\+ \S")
_DIFFERENCE_LINE = re.compile(r"[+\- @\\]|diff |index |new file|deleted file|similarity|rename ")
_MEMORY = "phantasm-memory"
_INDENTED = re.compile(r"(?: {4}|\t)")
_WRAPPED_CHARACTERS = 70
"""A line of at least this many characters may have been wrapped: editors wrap at 72 to 100."""
_ENDS = (".", "!", "?", ":", ";", "…", ")")


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of prose: a line, or several where one was wrapped."""

    start: int
    stop: int
    place: Place


@dataclass(slots=True)
class _Reader:
    """What is known about the lines above."""

    fence: str = ""
    element: str = ""
    in_difference: bool = False
    in_mail: bool = False
    in_paste: bool = False
    in_memory: bool = False
    is_listing: bool = False

    def takes(self, line: str) -> bool:
        """Tell whether a line is prose, and remember what it means for the next."""
        bare = line.strip()
        if self._is_inside(line, bare):
            return False
        if not bare:
            self.in_paste = self.in_difference = False
            return False
        if _DIFFERENCE.match(line):
            self.in_difference = True
            return False
        if self.in_difference and _DIFFERENCE_LINE.match(line):
            return False
        self.in_difference = False
        self.in_mail = self.in_mail or is_mail_header(bare)
        if self.in_mail or self.in_paste:
            return False
        self.in_paste = announces_paste(bare)
        item = _ITEM.match(line)
        rest = line[item.end() :].strip() if item else bare
        if _INDENTED.match(line) and not item and not self.is_listing:
            return False
        self.is_listing = bool(item) or (self.is_listing and line[:1].isspace())
        return bool(rest) and not bare.startswith("#") and not is_machine_line(rest)

    def _is_inside(self, line: str, bare: str) -> bool:
        """Tell whether a line belongs to a block: fenced code, an element of markup, injected memory."""
        fence = _FENCE.match(line)
        if self.fence:
            self.fence = "" if fence and fence[1].startswith(self.fence) else self.fence
            return True
        if fence:
            self.fence = fence[1]
            return True
        if self.element:
            self.element = "" if f"</{self.element}>" in line else self.element
            return True
        opened = _ELEMENT.match(line) if bare.startswith("<") else None
        if opened:
            self.element = "" if f"</{opened[1]}>" in line or bare.endswith("/>") else opened[1]
            return True
        if _MEMORY in line:
            self.in_memory = not self.in_memory
            return True
        # A context without its end is over at the first line that is not one of a list.
        self.in_memory = self.in_memory and (not bare or bare[0] in "-#[<{")
        return self.in_memory


def passages(text: str) -> Iterator[Passage]:
    """Yield the prose of a text, in order; lines that were wrapped are put together."""
    reader = _Reader()
    held: Passage | None = None
    for match in _LINE.finditer(text):
        line = match[0]
        found = None
        if line and reader.takes(line):
            found = _passage(line, match.start())
        if held is not None and found is not None and _goes_on(text, held, found):
            held = Passage(held.start, found.stop, held.place)
            continue
        if held is not None:
            yield held
        held = found


def _passage(line: str, offset: int) -> Passage:
    item = _ITEM.match(line)
    begin = item.end() if item else len(line) - len(line.lstrip())
    place: Place = "text" if item is None else "step" if item["number"] else "item"
    return Passage(offset + begin, offset + len(line.rstrip()), place)


def _goes_on(text: str, held: Passage, found: Passage) -> bool:
    """Tell whether a line ends in the next one: it is long, has no end, and the next begins small."""
    line = text[text.rfind("\n", 0, held.stop) + 1 : held.stop]
    return (
        found.place == "text"
        and len(line) >= _WRAPPED_CHARACTERS
        and not line.endswith(_ENDS)
        and text[found.start].islower()
    )


LONGEST_CHARACTERS = 400
"""A longer sentence claims more than one thing, or is none; the rules look at nothing longer."""
SHORTEST_CHARACTERS = 6
"""The shortest claim is a verb and a name: "use uv"."""

_END = re.compile(r"[.!?…]+[\"')\]\u2019\u201d*_]*(?=\s)")
_NO_END = re.compile(
    r"(?i)(?:\b(?:e\.g|i\.e|vs|etc|cf|resp|approx|incl|excl|no|nr|st|dr|mr|mrs|ms|prof|sec|fig|ver|v|a\.k\.a)"
    r")\.$"
)
_AROUND = " \t\r\n*_\u2022\u2013\u2014"
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_PLAIN = str.maketrans("\u2019\u2018\u201c\u201d", "''\"\"")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a turn."""

    start: int
    stop: int
    """Where it stands in the turn's text."""
    text: str
    """On one line, with plain quotation marks and without bold ones."""
    low: str
    """The same in small letters, as long as it."""
    words: frozenset[str]
    place: Place
    order: int
    """Which sentence of its turn it is."""


def sentences_of(text: str) -> Iterator[Sentence]:
    """Yield the sentences of a turn's prose, in order."""
    order = 0
    for passage in passages(text):
        for start, stop in _spans(text, passage.start, passage.stop):
            found = sentence(text, start, stop, place=passage.place, order=order)
            order += 1
            if found is not None:
                yield found


def sentence(text: str, start: int, stop: int, *, place: Place, order: int) -> Sentence | None:
    """Return a stretch of text as a sentence, without the marks around it; None where the length is wrong."""
    piece = text[start:stop]
    begin = start + len(piece) - len(piece.lstrip(_AROUND))
    piece = piece.strip(_AROUND)
    if not SHORTEST_CHARACTERS <= len(piece) <= LONGEST_CHARACTERS:
        return None
    plain = " ".join(piece.translate(_PLAIN).replace("**", "").split())
    low = plain.lower()
    if len(low) != len(plain):  # a few letters of other alphabets have a longer small form
        low = "".join(sign.lower() if sign.isascii() else sign for sign in plain)
    return Sentence(begin, begin + len(piece), plain, low, frozenset(_WORD.findall(low)), place, order)


def _spans(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    begin = start
    for match in _END.finditer(text, start, stop):
        if _NO_END.search(text, max(begin, match.end() - 12), match.end()):
            continue
        yield begin, match.end()
        begin = match.end()
    if begin < stop:
        yield begin, stop
