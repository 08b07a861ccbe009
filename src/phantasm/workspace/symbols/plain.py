"""What do the lines of a file seem to define, where no grammar reads them? Pure.

A line that looks like a definition begins one. It ends with the brace that closes it, else before the next
line that is indented no further. That is a guess, but always the same one for the same lines.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from phantasm.workspace.symbols.grammar import Found, FoundKind
from phantasm.workspace.symbols.model import Symbol
from phantasm.workspace.symbols.naming import Entries

_FUNCTIONS = "def defp defmacro func function fn fun sub proc procedure method macro"
_CLASSES = (
    "class struct interface trait enum module namespace protocol record object union package contract type "
    "defmodule message service library impl extension actor table view"
)
_KEYWORDS: dict[str, FoundKind] = {
    **dict.fromkeys(_FUNCTIONS.split(), "function"),
    **dict.fromkeys(_CLASSES.split(), "class"),
}
_MODIFIERS = (
    "export|default|pub|public|private|protected|internal|static|async|abstract|final|open|override|inline|"
    "virtual|sealed|partial|data|local|unsafe|extern|const|native|readonly|create|or|replace|temporary|case"
)
_DEFINITION = re.compile(
    rf"(?:(?:{_MODIFIERS})\s+)*+({'|'.join(_KEYWORDS)})\s+(?:if\s+not\s+exists\s+)?"
    # What follows a name in code, and seldom a word in a sentence.
    r"[\"'`]?([A-Za-z_$][\w$.:]*+[?!]?)[\"'`]?\s*+"
    r"(?=[({:<=\[,;|)]|->|(?:extends|implements|is|do|as|where|with)\b|$)",
    re.IGNORECASE,
)
_CALLABLE = re.compile(r"((?:[A-Za-z_][\w<>\[\],:.&*?]*+\s++)*+)[&*]*([A-Za-z_~][\w:~]*+)?\s*+\((\)?)")
_LABELLED = re.compile(r"([a-z_]\w*+)\s++\"([^\"]++)\"(?:\s++\"([^\"]++)\")?\s*+\{")
_ASSIGNMENT = re.compile(
    r"(?:(?:export|const|let|var|val|static|final|public|private|local|my|our|readonly|declare|set)\s++)*+"
    r"\$?([A-Za-z_][\w-]*+)(?:\s*+:\s*+[\w<>\[\]., |]++)?\s*+(?:<-|[:?+]?=(?![=>~]))"
)
_TARGETS = re.compile(r"([A-Za-z_][\w./ -]*+):(?!=)")
_NOT_CALLABLE = frozenset(
    "if for foreach while switch return else elif catch throw new do using lock await assert case when until "
    "unless with match guard defer try finally sizeof typeof".split()
)
_COMMENTS = ("#", "//", "--", "/*", "*", "%", ";", "'", '"')


def definition_in(line: str, *, opens: bool) -> Found | None:
    """Tell what a line defines, without its indentation; `opens`: a brace opens a block after it."""
    if line.startswith(_COMMENTS):
        return None
    match = _DEFINITION.match(line)
    if match:
        name = _dotted(match[2])
        return Found(_KEYWORDS[match[1].lower()], (name,)) if name else None
    if not opens:
        return None
    match = _LABELLED.match(line)
    if match:
        return Found("class", (".".join(part for part in match.groups()[1:] if part),))
    return _callable(line)


def assignment_in(line: str) -> Found | None:
    """Tell what a line at the top of a file sets."""
    match = None if line.startswith(_COMMENTS) else _ASSIGNMENT.match(line)
    return Found("constant", (match[1],)) if match and match[1] not in _NOT_CALLABLE else None


def targets_in(line: str) -> Found | None:
    """Tell which targets a line of a Makefile has."""
    match = _TARGETS.match(line)
    return Found("function", tuple(dict.fromkeys(match[1].split()))) if match else None


def _callable(line: str) -> Found | None:
    """`int send(…) {`, `send() {`, `Client(…) {`, but not `while (…) {` or `task(…) {`."""
    match = _CALLABLE.match(line)
    if not match:
        return None
    before = match[1].split()
    # Without parameters between the name and the parenthesis, the name is the last of the words.
    name = match[2] or (before.pop() if before else "")
    if not name or _NOT_CALLABLE.intersection([name, *before]):
        return None
    if not before and not match[3] and not name[0].isupper():
        return None
    return Found("function", (_dotted(name),)) if _dotted(name) else None


def _dotted(name: str) -> str:
    """`Client::send` and `Client:send` are `Client.send`."""
    return name.replace("::", ".").replace(":", ".").strip(".")


MOST_LINES = 50_000
"""Lines of a file that are read; the longest that people wrote have some 20,000."""
LONGEST_LINE = 400
"""Characters; a longer line is data or minified, and defines nothing that anybody names."""
_MOST_HEADER = 12
"""Lines from the name of a function to the brace that opens it: about one parameter each."""
_QUOTED = re.compile(r"\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'|//.*|(?:^|\s)#.*")
_CLOSER = re.compile(r"(?:end|fi|done|esac)\b|[})\]]")
_ATTRIBUTE = re.compile(r"@\w|#?\[.*\]$")


@dataclass(frozen=True, slots=True)
class _Line:
    bare: str
    """Without strings and comments."""
    text: str
    """Without indentation."""
    indent: int


@dataclass(frozen=True, slots=True)
class _Open:
    """A definition whose end is not reached yet."""

    entries: range
    """Several where one line defines several names."""
    indent: int
    depth: int
    """How many braces were open before it; -1 where its end is told by indentation."""
    opened: int
    """The line of the brace that opens it."""


@dataclass(slots=True)
class _Reading:
    lines: Sequence[_Line]
    make: bool
    entries: Entries = field(default_factory=Entries)
    open: list[_Open] = field(default_factory=list)
    depth: int = 0
    last: int = 0
    """The last line that was not blank."""

    def take(self, number: int) -> None:
        """Take in a line that is not blank."""
        line = self.lines[number]
        self._close_above(line, number)
        opened = _opening(self.lines, number)
        found = self._found(line, opens=opened >= 0)
        if found:
            parent = self.open[-1].entries[-1] if self.open else -1
            last = self.entries.add(found, parent, start=self._start(number), stop=number)
            added = range(last + 1 - len(found.names), last + 1)
            self.open.append(_Open(added, line.indent, self.depth if opened >= 0 else -1, opened))
        self.depth = max(0, self.depth + line.bare.count("{") - line.bare.count("}"))
        while self.open and self.open[-1].depth >= self.depth and number >= self.open[-1].opened:
            self._close(number)
        self.last = number

    def finish(self) -> tuple[Symbol, ...]:
        """Return the definitions; what is still open ends with the file."""
        while self.open:
            self._close(self.last)
        return self.entries.symbols()

    def _found(self, line: _Line, *, opens: bool) -> Found | None:
        if len(line.text) > LONGEST_LINE:
            return None
        top = not line.indent and not self.depth
        if self.make:
            return (assignment_in(line.text) or targets_in(line.text)) if top else None
        return definition_in(line.text, opens=opens) or (assignment_in(line.text) if top else None)

    def _close_above(self, line: _Line, number: int) -> None:
        """Close what ends by indentation before a line, or with it."""
        while self.open and self.open[-1].depth < 0 and line.indent <= self.open[-1].indent:
            with_it = line.indent == self.open[-1].indent and _CLOSER.match(line.text)
            self._close(number if with_it else self.last)

    def _close(self, number: int) -> None:
        for entry in self.open.pop().entries:
            self.entries.found[entry].stop = number

    def _start(self, number: int) -> int:
        """Return where the decorators and attributes above a line start."""
        indent = self.lines[number].indent
        while (
            number
            and self.lines[number - 1].indent == indent
            and _ATTRIBUTE.match(self.lines[number - 1].text)
        ):
            number -= 1
        return number


def guessed_in(lines: Sequence[str], *, make: bool = False) -> tuple[Symbol, ...]:
    """Return what some lines seem to define; `make`: they are a Makefile's."""
    reading = _Reading([_line(line) for line in lines[:MOST_LINES]], make)
    for number, line in enumerate(reading.lines):
        if line.text and not reading.entries.full:
            reading.take(number)
    return reading.finish()


def _line(line: str) -> _Line:
    text = line.lstrip()
    bare = _QUOTED.sub("", text) if len(text) <= LONGEST_LINE else text
    return _Line(bare, text.rstrip(), len(line) - len(text))


def _opening(lines: Sequence[_Line], number: int) -> int:
    """Return the line of the brace that opens a block for a header; -1 where there is none."""
    parentheses = 0
    for at in range(number, min(number + _MOST_HEADER, len(lines))):
        bare = lines[at].bare
        parentheses += bare.count("(") - bare.count(")")
        if "{" in bare and parentheses <= 0:
            return at
        if ";" in bare:
            return -1
        if parentheses <= 0:
            following = lines[at + 1].bare if at + 1 < len(lines) else ""
            return at + 1 if following.startswith("{") else -1
    return -1
