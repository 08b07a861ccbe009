"""Does a line look like the beginning of a definition? Guesses for languages without a grammar. Pure."""

import re

from phantasm.workspace.symbols.grammar import Found, FoundKind

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
