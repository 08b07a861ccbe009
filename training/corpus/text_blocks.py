"""Manuals as headed paragraphs: HTML (and GNOME's page mark-up) and man pages to one plain shape."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import NamedTuple

from training.corpus.sentences import words

_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "title", "dt"}
_BLOCKS = {"p", "dd", "li", "div", "section", "td", "blockquote", "item", "note", "body"}
_SKIPPED = {"script", "style", "pre", "table", "nav", "footer", "screen", "info", "aside", "svg"}
_LEVEL = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "dt": 6}
_ANCHORS = re.compile(r"[¶#§\uf0c1]\s*$")
_SITE = re.compile(r" (?:\u2014|\u2013|-|\||::) ")
"""What parts a page's own title from the name of the manual, which all pages share."""
_BOXES = {"tip", "note", "warning", "caution", "important", "see also"}
_NUMBER = re.compile(r"^(?:Chapter|Appendix|Section)?\s*(?:[A-Z]|\d+)(?:\.\d+)*\.?\s+(?=\w)")


class Block(NamedTuple):
    """A paragraph and the headings it stands under, outermost first."""

    headings: tuple[str, ...]
    text: str


def flat(text: str) -> str:
    """One line."""
    return " ".join(text.split())


class _Reader(HTMLParser):
    """Collects blocks; knows no more of a page than headings, paragraphs and what to skip."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[Block] = []
        self._stack: list[tuple[int, str]] = []
        self._buffer: list[str] = []
        self._heading: str | None = None
        self._skipping = 0
        self._sections = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        if tag in _SKIPPED:
            self._flush()
            self._skipping += 1
        elif tag == "section":
            self._flush()
            self._sections += 1
        elif tag in _HEADINGS:
            self._flush()
            self._heading = tag
        elif tag in _BLOCKS:
            self._flush()

    def handle_endtag(self, tag: str) -> None:
        if tag in _SKIPPED:
            self._buffer.clear()
            self._skipping = max(0, self._skipping - 1)
        elif tag in _HEADINGS or tag in _BLOCKS:
            self._flush()
            if tag == "section":
                self._sections = max(0, self._sections - 1)

    def handle_data(self, data: str) -> None:
        if not self._skipping:
            self._buffer.append(data)

    def _flush(self) -> None:
        text = flat("".join(self._buffer))
        self._buffer.clear()
        heading, self._heading = self._heading, None
        if not text or self._skipping:
            return
        if heading is None:
            self.blocks.append(Block(tuple(name for _, name in self._stack), text))
            return
        text = _NUMBER.sub("", _ANCHORS.sub("", text))
        if text.lower() in _BOXES:
            return
        level = self._sections if heading == "title" else _LEVEL[heading]
        if heading == "title":
            text = _SITE.split(text)[0]
        self._stack = [entry for entry in self._stack if entry[0] < level] + [(level, text.strip())]


def html_blocks(page: str) -> list[Block]:
    """The paragraphs of an HTML or GNOME help page."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.blocks


_FONT = re.compile(r"\\f(?:\[[^\]]*\]|\(..|.)")
_ESCAPES = {
    r"\-": "-",
    r"\(aq": "'",
    r"\*(Aq": "'",
    r"\(cq": "'",
    r"\(dq": '"',
    r"\e": "\\",
    r"\&": "",
    r"\ ": " ",
    r"\(em": " - ",
}
_STRING = re.compile(r"\\\*(?:\(..|\[[^\]]*\]|.)|\\s[-+]?\d|\\\(..|\\\[[^\]]*\]|\\[|^/,:%~cdu0{}]")
_ALTERNATING = re.compile(r"^\.(?:BR|RB|IR|RI|BI|IB|SB)\s+(.*)")
_PLAIN = re.compile(r"^\.(?:B|I|SM|CW)\s+(.*)")
_ARGUMENTS = re.compile(r'"((?:[^"]|"")*)"|(\S+)')
_VERBATIM = {".nf": ".fi", ".EX": ".EE", ".TS": ".TE", ".Vb": ".Ve", ".CS": ".CE", ".de": "..", ".ig": ".."}
_BREAKS = (".PP", ".P", ".LP", ".HP", ".IP", ".TP", ".RS", ".RE", ".sp", ".br", ".AP", ".TQ")

_TERM_WORDS = 8
"""DocBook and AsciiDoc set a term as a short paragraph before an indented one."""


def _plain(text: str) -> str:
    text = _FONT.sub("", text)
    for escape, character in _ESCAPES.items():
        text = text.replace(escape, character)
    return _STRING.sub("", text)


def _arguments(text: str) -> list[str]:
    return [quoted or bare for quoted, bare in _ARGUMENTS.findall(text)]


def _inline(line: str) -> str | None:
    """The text of a line that is text: plain, or one font macro; nothing for any other macro."""
    if not line.startswith((".", "'")):
        return line
    if found := _ALTERNATING.match(line):
        return "".join(_arguments(found[1]))
    if found := _PLAIN.match(line):
        return " ".join(_arguments(found[1]))
    return None


class _Man:
    """The state of reading one man page: where we are, and the paragraph being put together."""

    def __init__(self, name: str) -> None:
        self.blocks: list[Block] = []
        self._name = name
        self._section = self._sub = self._term = ""
        self._text: list[str] = []
        self._expect_term = False

    def flush(self) -> None:
        text = flat(_plain(" ".join(self._text)))
        self._text.clear()
        if text:
            names = (self._name, self._section, self._sub, self._term)
            self.blocks.append(Block(tuple(name for name in names if name), text))

    def macro(self, line: str) -> None:
        """A line that starts a heading, a term or a new paragraph."""
        word, _, rest = line.partition(" ")
        title = flat(_plain(" ".join(_arguments(rest))))
        if word in {".SH", ".SS"}:
            self.flush()
            self._term, self._sub = "", title if word == ".SS" else ""
            if word == ".SH":
                self._section = title.capitalize() if title.isupper() else title
        elif word == ".RS" and words(flat(" ".join(self._text))) <= _TERM_WORDS:
            self._term = flat(_plain(" ".join(self._text))) or self._term
            self._text.clear()
        elif word in _BREAKS:
            self.flush()
            self._expect_term = word == ".TP"
            if word == ".IP":
                self._term = _plain(next(iter(_arguments(rest)), "")).strip()
            elif word in {".PP", ".P", ".LP", ".RE"}:
                self._term = ""

    def text(self, line: str) -> None:
        """A line of running text, or the term a tagged paragraph begins with."""
        if self._expect_term:
            self._term, self._expect_term = flat(_plain(line)), False
        elif line.strip():
            self._text.append(line)
        else:
            self.flush()


def man_blocks(name: str, page: str) -> list[Block]:
    """The paragraphs of a man(7) page; tables and examples are left out. An mdoc page gives none."""
    if re.search(r"^\.Dd", page, re.MULTILINE):
        return []
    man, until = _Man(name), ""
    for line in page.splitlines():
        macro = line.split(" ", 1)[0]
        if until:
            until = "" if macro == until else until
        elif line.startswith(('.\\"', "'\\\"")):
            continue
        elif macro in _VERBATIM:
            until = _VERBATIM[macro]
        elif (text := _inline(line)) is not None:
            man.text(text)
        else:
            man.macro(line)
    man.flush()
    return man.blocks
