"""Which of its tasks is a runner asked for? One reading of the words for each runner. Pure."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wanted:
    """One thing that a command asks for."""

    runner: str
    """Who is to run it; `file` where it is a file."""
    name: str
    folder: str = ""
    """Where, relative to the top of the repository; empty where the command does not say."""
    certain: bool = True
    """Whether what no file declares cannot be run: a runner may have tasks of its own."""


Reading = Callable[[list[str], str], list[Wanted]]
"""The words after the runner, without options, and the folder in; what is asked for out."""

_NPM_SCRIPTS = {
    "t": "test",
    "tst": "test",
    "test": "test",
    "start": "start",
    "stop": "stop",
    "restart": "restart",
}
_BUILT_IN = frozenset(
    "add audit bin cache ci config create dedupe deploy dlx docs exec explore fetch help i import info init"
    " install link list login logout ls node outdated pack patch prune publish rebuild remove require rm root"
    " run-script self-update set setup store switch uninstall unlink up update upgrade version versions view"
    " why workspace workspaces x".split()
)
"""What package managers do by themselves."""
_SERVICE_VERBS = frozenset("up run exec logs restart build start stop pull rm".split())
_MOST_ENVIRONMENTS = 8


def _make(words: list[str], folder: str) -> list[Wanted]:
    targets = [word for word in words if "=" not in word and not word.isdigit()]
    # A target may also be a file that a rule of make's own makes.
    return [Wanted("make", word, folder, certain="." not in word and "/" not in word) for word in targets]


def _first_of(runner: str, *, after: str = "", certain: bool = True) -> Reading:
    def read(words: list[str], folder: str) -> list[Wanted]:
        if after and words[:1] != [after]:
            return []
        plain = [word for word in words[bool(after) :] if "=" not in word]
        return [Wanted(runner, plain[0].partition("[")[0], folder, certain)] if plain else []

    return read


def _each_of(runner: str) -> Reading:
    def read(words: list[str], folder: str) -> list[Wanted]:
        return [Wanted(runner, word, folder) for word in words if "=" not in word]

    return read


def _npm(words: list[str], folder: str) -> list[Wanted]:
    if words[:1] in (["run"], ["run-script"], ["rum"]) and len(words) > 1:
        return [Wanted("script", words[1], folder)]
    script = _NPM_SCRIPTS.get(words[0]) if words else None
    return [Wanted("script", script, folder, certain=script == "test")] if script else []


def _npm_like(words: list[str], folder: str) -> list[Wanted]:
    """Read pnpm, yarn and bun, which take a script without `run` unless they have a command of that name."""
    if words[:1] == ["workspace"]:
        words = words[2:]
    if words[:1] == ["run"] and len(words) > 1:
        is_file = "/" in words[1]
        return [Wanted("file" if is_file else "script", words[1], folder)]
    if not words or words[0] in _BUILT_IN:
        return []
    return [Wanted("script", _NPM_SCRIPTS.get(words[0], words[0]), folder, certain=False)]


def _composer(words: list[str], folder: str) -> list[Wanted]:
    if words[:1] in (["run"], ["run-script"]) and len(words) > 1:
        return [Wanted("composer", words[1], folder)]
    known = bool(words) and words[0] not in _BUILT_IN
    return [Wanted("composer", words[0], folder, certain=False)] if known else []


def _environments(runner: str) -> Reading:
    """Return the reading of `nox -s X` and `tox -e X,Y`: the option is dropped already, its value is not."""

    def read(words: list[str], folder: str) -> list[Wanted]:
        names = [name for word in words if not word.startswith("run") for name in word.split(",") if name]
        return [Wanted(runner, name, folder, runner == "nox") for name in names[:_MOST_ENVIRONMENTS]]

    return read


def _compose(words: list[str], folder: str) -> list[Wanted]:
    if not words or words[0] not in _SERVICE_VERBS:
        return []
    services = words[1:2] if words[0] in {"run", "exec"} else words[1:]
    return [Wanted("service", name, folder) for name in services]


def _docker(words: list[str], folder: str) -> list[Wanted]:
    return _compose(words[1:], folder) if words[:1] == ["compose"] else []


READINGS: dict[str, Reading] = {
    "make": _make,
    "gmake": _make,
    "just": _first_of("just"),
    "task": _each_of("task"),
    "npm": _npm,
    "pnpm": _npm_like,
    "yarn": _npm_like,
    "bun": _npm_like,
    "deno": _first_of("deno", after="task"),
    "rake": _first_of("rake"),
    "rails": _first_of("rake", certain=False),
    "composer": _composer,
    "cargo": _first_of("cargo", certain=False),
    "tox": _environments("tox"),
    "nox": _environments("nox"),
    "poe": _first_of("poe"),
    "foreman": _first_of("process", after="start"),
    "honcho": _first_of("process", after="start"),
    "overmind": _first_of("process", after="start", certain=False),
    "docker": _docker,
    "docker-compose": _compose,
    "gradle": _first_of("gradle", certain=False),
    "gradlew": _first_of("gradle", certain=False),
}
