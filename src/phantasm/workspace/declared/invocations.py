"""What does a command line ask for? A target of make, a script of package.json, a file to run. Pure."""

import re
import shlex

from phantasm.workspace.declared.runners import READINGS, Wanted

_PARTS = re.compile(r"&&|\|\||;|\||\n")
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=.*")
_BEFORE = frozenset({"sudo", "env", "time", "exec", "nohup", "command", "$"})
_THROUGH = {
    "bundle": "exec",
    "poetry": "run",
    "uv": "run",
    "pipenv": "run",
    "pdm": "run",
    "rye": "run",
    "hatch": "run",
}
"""Tools that run what follows a word of theirs."""
_OWN_TASKS = frozenset({"pipenv", "pdm", "rye", "hatch"})
_SHELLS = frozenset("bash sh zsh dash python python3 node ruby perl php tsx ts-node source .".split())
_FILE = re.compile(r"\.{0,2}/[\w@.+/-]+|[\w@.+-]+(?:/[\w@.+-]+)+|[\w@+-]+\.\w+")
_WITH_VALUE = {
    "make": {"-C", "-f", "-I", "-o", "-W", "--directory", "--file", "--makefile"},
    "npm": {"--prefix", "-w", "--workspace", "-C"},
    "pnpm": {"--filter", "-F", "-C", "--dir"},
    "yarn": {"--cwd"},
    "bun": {"--cwd", "--filter"},
    "task": {"-d", "--dir", "-t", "--taskfile"},
    "just": {"-f", "--justfile", "-d", "--working-directory"},
    "docker": {"-f", "--file", "-p", "--project-name", "--profile"},
    "docker-compose": {"-f", "--file", "-p", "--project-name", "--profile"},
    "foreman": {"-f", "--procfile", "-m"},
}
_FOLDER_OPTIONS = frozenset({"-C", "--directory", "--prefix", "--cwd", "--dir", "-d", "--working-directory"})


def wanted(command: str) -> list[Wanted]:
    """Return what a command asks for, as far as it can be known; nothing for any other command."""
    found: list[Wanted] = []
    folder = ""
    for part in _PARTS.split(command):
        words = _words(part)
        if words[:1] == ["cd"] and len(words) > 1:
            folder = _folder(words[1])
        elif words:
            found += _asked(words, folder)
    return found


def _words(part: str) -> list[str]:
    try:
        words = shlex.split(part, comments=False)
    except ValueError:
        words = part.split()
    while words and (words[0] in _BEFORE or _ASSIGNMENT.fullmatch(words[0])):
        words = words[1:]
    return words


def _asked(words: list[str], folder: str) -> list[Wanted]:
    first, rest = words[0], words[1:]
    through = _THROUGH.get(first)
    if through:
        rest = [word for word in rest[1:] if not word.startswith("--")] if rest[:1] == [through] else []
        own = [Wanted(first, rest[0], folder, certain=False)] if rest and first in _OWN_TASKS else []
        return own + (_asked(rest, folder) if rest and rest[0] not in _THROUGH else [])
    if first in _SHELLS:
        script = rest[0] if rest else ""
        return (
            [Wanted("file", script, folder)] if _FILE.fullmatch(script) and not script.startswith("-") else []
        )
    name = first.rpartition("/")[2].removesuffix(".bat")
    reading = READINGS.get(name)
    place, plain = _without_options(name, rest)
    asked = reading(plain, f"{folder}/{place}".strip("/") if place else folder) if reading else []
    if "/" in first:
        return [Wanted("file", first, folder), *asked] if _FILE.fullmatch(first) else []
    return asked if reading else [Wanted("program", first, certain=False)]


def _without_options(runner: str, words: list[str]) -> tuple[str, list[str]]:
    """Return the folder that options name, and the words that are none, up to `--`."""
    folder = ""
    plain: list[str] = []
    valued = _WITH_VALUE.get(runner, set())
    option = ""
    for word in words:
        if option:
            folder = _folder(word) if option in _FOLDER_OPTIONS else folder
            option = ""
        elif word == "--":
            break
        elif word in valued:
            option = word
        elif not word.startswith("-"):
            plain.append(word)
    return folder, plain


def _folder(word: str) -> str:
    return word.removeprefix("./").strip("/") if word not in {".", "./"} else ""
