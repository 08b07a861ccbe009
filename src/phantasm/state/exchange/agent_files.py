"""What does an agent's file say? CLAUDE.md, AGENTS.md, .cursorrules and their kind, taken apart. Pure.

A bullet, a numbered step, a paragraph is one statement; a code fence belongs to what stands before it; a line
that ends with a colon leads into the list below it. What Phantasm itself put into the file is left out.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from phantasm.contracts.kinds import KindName
from phantasm.state.exchange.vocabulary import kind_of

_MANAGED = re.compile(r"<!-- phantasm:begin v\d+ -->.*?(?:<!-- phantasm:end -->|\Z)", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_FRONT_MATTER = re.compile(r"\A---\n.*?\n---(?=\n|\Z)", re.DOTALL)
_HEADING = re.compile(r"^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$")
_UNDERLINE = re.compile(r"^ {0,3}(?:=+|-{2,})\s*$")
_RULE = re.compile(r"^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$")
_BULLET = re.compile(r"^(\s*)(?:[-*+•]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$")
_FENCE = re.compile(r"^\s*(`{3,}|~{3,})")
_QUOTE = re.compile(r"^ {0,3}>\s?")
_INCLUDE = re.compile(r"^@\S+$")
_WORD = re.compile(r"\w\w", re.UNICODE)
_TAB = "    "


@dataclass(frozen=True, slots=True)
class Item:
    """One statement of a file."""

    statement: str
    line: int
    headings: tuple[str, ...]
    kind: KindName


@dataclass(slots=True)
class _Open:
    """A statement that may still go on."""

    line: int
    indent: int
    """-1 for a paragraph."""
    parts: list[str]
    leads: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        return " ".join(part for part in self.parts if not part.startswith("\n")).strip()

    @property
    def text(self) -> str:
        whole = "".join(part if part.startswith("\n") else f" {part}" for part in self.parts).strip()
        # Behind the words: in front it would read as one attribute with many values.
        context = " > ".join(lead.rstrip(": ") for lead in self.leads)
        first, newline, rest = whole.partition("\n")
        return f"{first} ({context}){newline}{rest}" if context else whole


@dataclass(slots=True)
class _Reader:
    """Where the reading stands."""

    headings: list[tuple[int, str]] = field(default_factory=list)
    open: _Open | None = None
    leads: list[tuple[int, str]] = field(default_factory=list)
    """Lines that lead into what is indented deeper than they are, the outermost first."""
    fence: str | None = None
    after_blank: bool = False

    def close(self) -> Iterator[Item]:
        """Hand over the open statement."""
        done, self.open = self.open, None
        if done is not None and _WORD.search(done.text) and not _INCLUDE.match(done.words):
            names = tuple(name for _, name in self.headings)
            yield Item(done.text, done.line, names, kind_of(done.text, names))

    def enter(self, level: int, name: str) -> None:
        """Begin a section."""
        self.headings = [*(one for one in self.headings if one[0] < level), (level, name)]
        self.leads = []

    def lead_into(self, indent: int) -> Iterator[Item]:
        """Begin something at an indentation: what ended with a colon leads into it, the rest is done."""
        before = self.open
        if before is not None and before.indent < indent and before.words.endswith(":"):
            self.leads.append((before.indent, before.words))
            self.open = None
        yield from self.close()
        self.leads = [lead for lead in self.leads if lead[0] < indent]


def items_of(text: str) -> list[Item]:
    """Return the statements of a file, in order."""
    reader = _Reader()
    found: list[Item] = []
    for number, line in enumerate(_own_words(text).split("\n"), start=1):
        found += _read_line(reader, number, line.expandtabs(len(_TAB)).rstrip())
    found += reader.close()
    return found


def _read_line(reader: _Reader, number: int, line: str) -> Iterator[Item]:
    if reader.fence is not None or _FENCE.match(line):
        yield from _read_code(reader, number, line)
    elif not line:
        reader.after_blank = True
    elif heading := _HEADING.match(line):
        yield from reader.close()
        reader.enter(len(heading[1]), heading[2])
        reader.after_blank = False
    elif _UNDERLINE.match(line) and _is_title(reader):
        title = reader.open.words if reader.open else ""
        reader.open = None
        reader.enter(1 if "=" in line else 2, title)
    elif _RULE.match(line):
        yield from reader.close()
        reader.leads = []
    else:
        yield from _read_words(reader, number, line)


def _read_words(reader: _Reader, number: int, line: str) -> Iterator[Item]:
    bullet, after_blank = _BULLET.match(line), reader.after_blank
    reader.after_blank = False
    if bullet:
        indent = len(bullet[1])
        yield from reader.lead_into(indent)
        reader.open = _Open(number, indent, [bullet[2]], tuple(words for _, words in reader.leads))
        return
    words = _QUOTE.sub("", line)
    indent = len(words) - len(words.lstrip())
    current = reader.open
    belongs = current is not None and (not after_blank or (current.indent >= 0 and indent > current.indent))
    if current is not None and belongs:
        # The rows of a table stay rows.
        current.parts.append(f"\n{words.strip()}" if words.lstrip().startswith("|") else words.strip())
        return
    yield from reader.close()
    reader.leads = []
    reader.open = _Open(number, -1, [words.strip()])


def _read_code(reader: _Reader, number: int, line: str) -> Iterator[Item]:
    """Keep a code fence with the statement before it, or with its heading where there is none."""
    if reader.fence is None:
        found = _FENCE.match(line)
        reader.fence = found[1] if found else None
        reader.after_blank = False
        if reader.open is None:
            title = reader.headings[-1][1] if reader.headings else ""
            reader.open = _Open(number, -1, [f"{title}:"] if title else [])
    elif line.strip().startswith(reader.fence) and not line.strip().strip(reader.fence[0]):
        reader.fence = None
    if reader.open is not None:
        reader.open.parts.append(f"\n{line}")
    yield from ()


def _is_title(reader: _Reader) -> bool:
    current = reader.open
    return current is not None and current.indent < 0 and len(current.parts) == 1 and not reader.after_blank


def _own_words(text: str) -> str:
    """Return a file without front matter, comments and managed blocks; every line keeps its number."""
    for pattern in (_FRONT_MATTER, _MANAGED, _COMMENT):
        text = pattern.sub(lambda found: "\n" * found[0].count("\n"), text)
    return text
