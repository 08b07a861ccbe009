"""What does a typed line mean? A slash command, a request, an operation with parameters, or a question."""

import json
import re
from collections.abc import Collection
from dataclasses import dataclass

from phantasm.surfaces.cli.assignments import nested
from phantasm.surfaces.cli.shell.commands import COMMANDS


@dataclass(frozen=True, slots=True)
class Slash:
    """A command of the shell, and what follows it."""

    name: str
    rest: str


@dataclass(frozen=True, slots=True)
class Call:
    """An operation by name, and the parameters as they were typed."""

    operation: str
    rest: str


@dataclass(frozen=True, slots=True)
class Request:
    """A request as JSON."""

    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """Words that are neither: memory is searched for them."""

    text: str


Line = Slash | Call | Request | Question | None

_NAME = re.compile(r"([A-Za-z_][\w-]*(?:\.[\w-]+)*)=")
_RUN = re.compile(r"\S+")
# Operations whose commands take free words.
_TAKE_WORDS = frozenset(one.operation for one in COMMANDS.values() if one.words and not one.names)
# What everybody types first in a program that they do not know yet.
_BARE = frozenset({"help", "quit", "exit"})
# One letter too many, missing or swapped in a name of six: serach, helth. Lower, and plain words are near.
_NEAR = 0.8
# These may have blanks inside, and say themselves where they end.
_JSON_STARTS = ('"', "[", "{")


def read(line: str, operations: Collection[str]) -> Line:
    """Return what a line means; None for nothing and for a remark (#)."""
    text = line.strip()
    if not text or text.startswith("#"):
        return None
    if text.startswith("{"):
        return Request(text)
    if text.startswith("?"):
        return Question(text[1:].strip()) if text[1:].strip() else Slash("help", "")
    first, _, rest = text.partition(" ")
    if first.startswith("/"):
        return Slash(first[1:].lower(), rest.strip())
    if text.lower() in _BARE:
        return Slash(text.lower(), "")
    return Call(first, rest.strip()) if _is_call(first, rest.strip(), operations) else Question(text)


def split(text: str, names: Collection[str] | None = None) -> tuple[dict[str, object], str]:
    """Return the key=value parameters of a text as one object, and the words between them.

    With `names`, only these are keys; `a=b` within a question stays a part of the question.
    """
    assignments, words, place = [], [], 0
    while found := _RUN.search(text, place):
        place = found.start()
        name = _NAME.match(text, place)
        if name is None or not _is_key(name[1], names):
            words.append(found[0])
            place = found.end()
            continue
        value, place = _value(text, name.end())
        assignments.append(f"{name[1]}={value}")
    return nested(assignments), " ".join(words)


def last_word(text: str) -> str:
    """Return what is being typed at the end of a text: the last word, or nothing after a blank."""
    return text if not text else re.split(r"\s", text)[-1]


def _is_call(first: str, rest: str, operations: Collection[str]) -> bool:
    """Tell whether a line names an operation, and does not only begin with a word that is also a name."""
    if first not in operations:
        # Parameters behind it, or nearly a name: somebody meant an operation and is told which there are.
        return bool(_NAME.match(rest)) or (not rest and _is_near(first, operations))
    # "list all the ports" is a question; "list limit=3", "explain k3v9qd2a" and "search the ports" are not.
    return first in _TAKE_WORDS or len(rest.split()) <= 1 or any(map(_NAME.match, rest.split()))


def _is_near(word: str, operations: Collection[str]) -> bool:
    import difflib  # noqa: PLC0415  only a single word needs it

    return bool(difflib.get_close_matches(word, operations, n=1, cutoff=_NEAR))


def _is_key(path: str, names: Collection[str] | None) -> bool:
    return names is None or path.partition(".")[0] in names


def _value(text: str, place: int) -> tuple[str, int]:
    """Return the value that starts at a place, and where it ends: JSON, 'quoted', or up to a blank."""
    if text.startswith(_JSON_STARTS, place):
        try:
            _, end = json.JSONDecoder().raw_decode(text, place)
        except (ValueError, RecursionError):
            end = -1
        if _ends(text, end):
            return text[place:end], end
    if text.startswith("'", place):
        end = text.find("'", place + 1) + 1
        if _ends(text, end):
            return json.dumps(text[place + 1 : end - 1], ensure_ascii=False), end
    run = _RUN.match(text, place)
    return (run[0], run.end()) if run else ("", place)


def _ends(text: str, place: int) -> bool:
    """Tell whether a value that ends here is whole: a blank or nothing follows."""
    return place > 0 and (place == len(text) or text[place].isspace())
