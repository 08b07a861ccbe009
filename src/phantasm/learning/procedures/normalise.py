"""What was done by a command line, apart from the names and numbers of that day? Pure.

An action is a command that does something: looking, moving about and passing output along are left out. Its
`act` is the tool and its verb; its `form` adds the flags that matter; everything else is an argument, kept
with the place where it stands, so that the actions of several sessions line up and their arguments can be
compared.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from phantasm.learning.procedures import tools
from phantasm.learning.procedures.shell import Simple, simple_commands

_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=(.*)", re.DOTALL)
_VERB = re.compile(r"[a-z][a-z0-9]*(?:[:_-][a-z0-9]+)*")
_FLAG = re.compile(r"--?[A-Za-z][A-Za-z0-9_.-]*")
_FLAG_WITH_VALUE = re.compile(r"(--?[A-Za-z][A-Za-z0-9_.-]*)=(.*)", re.DOTALL)
_RELATIVE = re.compile(r"(?:\./)+")
_INTERPRETER = re.compile(r"(?:python|pypy)[0-9.]*|node|ruby|perl|bash|sh|zsh|php|deno|bun|tsx|ts-node")
_PATH_TO_TOOL = re.compile(r"(?:/usr/(?:local/)?bin/|/bin/|(?:.*/)?\.?venv/bin/|(?:.*/)?node_modules/\.bin/)")
_SCRIPT = re.compile(r".*[/.].*")
_MANAGE = re.compile(r"(?:.*/)?(manage\.py|artisan|bin/rails|bin/rake|gradlew|mvnw)")
_WRITING_SED = re.compile(r"-[a-zA-Z]*i|--in-place")


@dataclass(frozen=True, slots=True)
class Argument:
    """A part of a command that may be another one next time."""

    key: str
    """The flag or the variable that it belongs to, or its place among the others: `#0`."""
    value: str


@dataclass(frozen=True, slots=True)
class Action:
    """A command that does something."""

    act: str
    """The tool and its verb: `git tag`."""
    form: str
    """With the flags that matter: `git tag -a -m`."""
    words: tuple[str | Argument, ...]
    """The whole of it, in order."""
    worked: bool | None = None
    """Whether it did; None where nobody says."""
    is_test: bool = False

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """What may differ."""
        return tuple(word for word in self.words if isinstance(word, Argument))

    @property
    def layout(self) -> tuple[str, ...]:
        """The words with the keys of the arguments in their places."""
        return tuple(f"\0{word.key}" if isinstance(word, Argument) else word for word in self.words)


def actions(command: str, worked: bool | None = None) -> list[Action]:  # noqa: FBT001  # what the shell said
    """Return what a command line does, in order; nothing where it only looks."""
    simple = simple_commands(command)
    found = [
        (place, action)
        for place, one in enumerate(simple)
        if (action := _action(one)) and not _only_shows(simple, place)
    ]
    return [
        replace(action, worked=_worked(simple, place, worked, alone=len(found) == 1))
        for place, action in found
    ]


def form_of(command: str) -> str | None:
    """Return the form of the last thing that a command line does: the same for runs of the same command."""
    done = actions(command)
    return done[-1].form if done else None


def _worked(simple: list[Simple], place: int, worked: bool | None, *, alone: bool) -> bool | None:  # noqa: FBT001
    """Say whether one command of a line worked, as far as the exit code of the line tells."""
    after = [one.joint for one in simple[place:]]
    if worked is None or "|" in after[:1] or any(joint in {";", "||"} for joint in after):
        # The code is the last command's; of what stands before `;` or `|` nothing is known.
        return None
    return worked if worked or alone else None


def _only_shows(simple: list[Simple], place: int) -> bool:
    """Whether a command is only what stands behind a pipe to show the end of it."""
    return place > 0 and simple[place - 1].joint == "|" and simple[place].words[0] in {"xargs", "less"}


def _action(simple: Simple) -> Action | None:
    prefix, words = _unwrapped(list(simple.words))
    if not words:
        return None
    tool = _RELATIVE.sub("", _PATH_TO_TOOL.sub("", words[0]), count=1)
    writes_in_place = tool == "sed" and any(_WRITING_SED.match(word) for word in words[1:3])
    if tool in tools.LOOKING and not simple.writes and not writes_in_place:
        return None
    if words[-1] in {"--help", "--version", "-h", "-V"}:
        return None
    before, name, rest = _named(tool, words[1:])
    if name in tools.LOOKING_ACTS and not simple.writes and not _makes_branch(name, rest):
        return None
    taken = list(_taken(rest, tool, is_test=_is_test(name)))
    if simple.writes:
        taken += [">", Argument(">", simple.writes)]
    flags = sorted(
        {word for word in taken if isinstance(word, str) and (_FLAG.fullmatch(word) or word == ">")}
    )
    act = " ".join(name.split()) if name not in tools.LOOKING else f"{name} >" if simple.writes else name
    return Action(act, " ".join([name, *flags]), (*prefix, *before, *taken), is_test=_is_test(name))


def _makes_branch(name: str, rest: list[str]) -> bool:
    # `git branch` alone lists; with a name it makes one, with -d it takes one away.
    return name == "git branch" and any(not word.startswith(("-a", "-v", "-r", "--")) for word in rest)


def _is_test(name: str) -> bool:
    return name in tools.TESTING or any(f" {test}" in f" {name}" for test in tools.TESTING if " " in test)


def _unwrapped(words: list[str]) -> tuple[list[str | Argument], list[str]]:
    """Part what runs a command, and the variables set for it, from the command."""
    prefix: list[str | Argument] = []
    while words:
        if match := _ASSIGNMENT.fullmatch(words[0]):
            prefix.append(Argument(f"${match[1]}", match[2]))
            words = words[1:]
        elif words[0] in tools.UNWRAPPED:
            prefix.append(words[0])
            words = words[1:]
        elif " ".join(words[:2]) in tools.UNWRAPPED and len(words) > 2:  # noqa: PLR2004  # a runner of two words
            prefix += words[:2]
            words = words[2:]
        elif words[0] in tools.PATIENT:
            cut = next((at for at, word in enumerate(words[1:], 1) if _VERB.fullmatch(word)), len(words))
            prefix += words[:cut]
            words = words[cut:]
        else:
            break
    return prefix, words


def _named(tool: str, rest: list[str]) -> tuple[list[str | Argument], str, list[str]]:
    """Return the words up to the verb, the act's name, and what follows."""
    if _INTERPRETER.fullmatch(tool) and rest and not rest[0].startswith("-"):
        script = _RELATIVE.sub("", rest[0], count=1)
        if managed := _MANAGE.fullmatch(script):
            before, name, rest = _verb(managed[1], rest[1:])
            return [tool, script, *before[1:]], name, rest
        return [tool, script], script, rest[1:]
    if managed := _MANAGE.fullmatch(tool):
        before, name, rest = _verb(managed[1], rest)
        return [tool, *before[1:]], name, rest
    if _SCRIPT.fullmatch(tool):
        return [tool], tool, rest
    return _verb(tool, rest)


def _verb(tool: str, rest: list[str]) -> tuple[list[str | Argument], str, list[str]]:
    before: list[str | Argument] = [tool]
    name, place = tool, 0
    while place < len(rest):
        word = rest[place]
        if word in tools.BEFORE_VERB and name == tool and place + 2 < len(rest):
            before += [word, Argument(word, rest[place + 1])]
            place += 2
        elif _VERB.fullmatch(word) and (name == tool or name in tools.NESTED) and tool not in _VERBLESS:
            before.append(word)
            name = f"{name} {word}"
            place += 1
        else:
            break
    return before, name, rest[place:]


_VERBLESS = frozenset(
    {
        *(
            "rm",
            "mv",
            "cp",
            "mkdir",
            "touch",
            "chmod",
            "chown",
            "ln",
            "curl",
            "wget",
            "ssh",
            "scp",
            "rsync",
            "psql",
        ),
        *(
            "pytest",
            "sed",
            "awk",
            "tar",
            "unzip",
            "zip",
            "kill",
            "pkill",
            "black",
            "isort",
            "mypy",
            "flake8",
            "patch",
        ),
        *(
            "echo",
            "cat",
            "jest",
            "vitest",
            "eslint",
            "prettier",
            "tsc",
            "tox",
            "nox",
            "mysql",
            "sqlite3",
            "redis-cli",
        ),
        *(
            "protoc",
            "pg_dump",
            "pg_restore",
            "createdb",
            "dropdb",
            "ssh-keygen",
            "gpg",
            "twine-upload",
            "bump2version",
        ),
        *(
            "bumpversion",
            "alembic-autogen",
            "http",
            "hey",
            "ab",
            "k6",
            "locust",
            "jq",
            "tee",
            "tr",
            "printf",
            "watch",
        ),
    }
)
"""Tools whose first word is already an argument."""


def _taken(rest: list[str], tool: str, *, is_test: bool) -> Iterator[str | Argument]:
    """Yield flags as they stand and everything else as arguments."""
    place, flag = 0, ""
    for word in rest:
        if word in tools.QUIET_FLAGS and tool not in tools.MEANT:
            continue
        if is_test and word in tools.QUIET_IN_TESTS:
            continue
        if match := _FLAG_WITH_VALUE.fullmatch(word):
            yield match[1]
            yield Argument(f"{match[1]}=", match[2])
            flag = ""
        elif _FLAG.fullmatch(word):
            yield word
            flag = word
        elif flag:
            yield Argument(flag, word)
            flag = ""
        else:
            yield Argument(f"#{place}", word)
            place += 1
