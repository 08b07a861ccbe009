"""Which simple commands does a command line consist of, and how are they joined? Pure.

Not a shell: nothing is expanded or run. Quotes, substitutions, redirections, heredocs, comments and the words
that control loops are understood well enough to see the commands; what is malformed is read as it stands.
"""

import re
from dataclasses import dataclass

LONGEST_LINE = 4_000
"""Characters of a command line that are read; longer ones carry a script or a file inside them."""

_HEREDOC = re.compile(
    r"<<-?[ \t]*(['\"]?)(\w+)\1([^\n]*)\n.*?(?:^[ \t]*\2[ \t]*$|\Z)", re.DOTALL | re.MULTILINE
)
_TOKEN = re.compile(
    r"""
    (?P<space>(?:[ \t\r\f\v]|\\\n)+)
    | (?P<comment>(?<![^\s;&|])\#[^\n]*)
    | (?P<redirect>\d*(?:>>|>\||>&|>|<&|<)|&>>?)
    | (?P<joint>&&|\|\|?|;+|&|\n)
    | (?P<word>(?:'[^']*'|"(?:\\.|[^"\\])*"|\$\([^()]*\)|`[^`]*`|\\.|[^\s'"\\;&|<>`$]|['"`$\\])+)
    """,
    re.VERBOSE | re.DOTALL,
)
_PART = re.compile(r"'([^']*)'|\"((?:\\.|[^\"\\])*)\"|\\(.)", re.DOTALL)
_NOWHERE = re.compile(r"/dev/|/tmp/|&?\d$|-$|\$")

# Where errors go is not where the output goes.
_DIRECTIONS = {">": ">", "1>": ">", ">|": ">", "&>": ">", ">>": ">>", "1>>": ">>", "&>>": ">>", "<": "<"}

# Words of the shell itself: before a command they say when it runs, alone they are no command.
_BEFORE = frozenset({"do", "then", "else", "elif", "if", "while", "until", "!", "{", "(", "exec", "command"})
_ALONE = frozenset({"for", "case", "esac", "done", "fi", "function", "select", "}", ")", "return", "break"})


@dataclass(frozen=True, slots=True)
class Simple:
    """One command of a line."""

    words: tuple[str, ...]
    """Without quotes and redirections."""
    joint: str
    """What stands after it: `&&`, `||`, `|`, `;`, `&`, or nothing for the last."""
    writes: str | None = None
    """The file that its output goes to; a passing one does not count."""
    appends: bool = False
    reads: str | None = None
    """The file that its input comes from."""


def simple_commands(line: str) -> list[Simple]:
    """Return the commands of a line, in order."""
    text = _HEREDOC.sub(r"\3\n", line[:LONGEST_LINE])
    found: list[Simple] = []
    words: list[str] = []
    files: dict[str, str] = {}
    redirect = ""
    for token in _TOKEN.finditer(text):
        kind, part = token.lastgroup, token.group()
        if kind == "redirect":
            redirect = part
        elif kind == "word":
            word = unquoted(part)
            if not redirect:
                words.append(word)
            elif not _NOWHERE.match(word):
                files[_DIRECTIONS.get(redirect, "")] = word
            redirect = ""
        elif kind == "joint":
            found += _simple(words, ";" if part in {"\n", "&"} or part[0] == ";" else part, files)
            words, files, redirect = [], {}, ""
    return [*found, *_simple(words, "", files)]


def unquoted(word: str) -> str:
    """Return a word as the command sees it; what would be substituted stays as it is written."""
    return _PART.sub(_plain, word)


def _plain(part: re.Match[str]) -> str:
    """Take quotes away; a sign that they kept from being substituted is marked so."""
    literal, quoted, escaped = part.groups()
    if literal is not None:
        return re.sub(r"([$`])", r"\\\1", literal)
    if quoted is not None:
        return re.sub(r"\\([^$`])", r"\1", quoted)
    return f"\\{escaped}" if escaped in "$`" else escaped


def _simple(words: list[str], joint: str, files: dict[str, str]) -> list[Simple]:
    while words and words[0] in _BEFORE:
        words = words[1:]
    words = [word.lstrip("(") if place == 0 else word for place, word in enumerate(words)]
    words = [word.removesuffix(")") if "(" not in word else word for word in words]
    words = [word for word in words if word]
    if not words or words[0] in _ALONE:
        return []
    writes = files.get(">") or files.get(">>")
    return [Simple(tuple(words), joint, writes, appends=">>" in files, reads=files.get("<"))]
