"""Which tasks do justfiles, Taskfiles, Rakefiles and their like have? Pure."""

import configparser
import re

from phantasm.workspace.declared.model import OPEN_ENDED, Declared, Reader, plain, ports_of, tasks
from phantasm.workspace.manifests.model import Read
from phantasm.workspace.manifests.texts import Finder, lines, of_json, of_toml, table
from phantasm.workspace.manifests.yaml_leaves import leaves

_RECIPE = re.compile(r"@?([A-Za-z_][\w-]*)(?:\s[^:]*)?:(?!=)")
_ALIAS = re.compile(r"alias\s+([\w-]+)\s*:=")
_IMPORTS = re.compile(r"(?:import|mod)\??\s")
_RAKE = re.compile(r"""\s*(?:multi)?task[\s(]+(?:["']([\w:.-]+)["']|:["']?([\w-]+)["']?|([\w-]+):\s)""")
_NAMESPACE = re.compile(r"""(\s*)namespace[\s(]+:?["']?([\w-]+)["']?\)?\s+do\b""")
_NOX = re.compile(r"(?:@(?:nox\.)?session\b(.*))")
_PYTHON_FUNCTION = re.compile(r"def\s+(\w+)")
_NOX_NAME = re.compile(r"""name\s*=\s*["']([^"']+)["']""")
_PROCESS = re.compile(r"([A-Za-z0-9_-]+):\s*(\S.*)")
_BRACES = re.compile(r"\{([^{}]*)\}")


def read_justfile(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the recipes and aliases of a justfile."""
    names: dict[str, int] = {}
    for number, line in lines(text):
        if line.startswith((" ", "\t", "#", "[")):
            continue
        found = _ALIAS.match(line) or _RECIPE.match(line)
        if found and not line.startswith(("set ", "export ")):
            names.setdefault(found[1], number)
        elif _IMPORTS.match(line):
            names.setdefault(OPEN_ENDED, number)
    return tasks("just", names, file)


def read_taskfile(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the tasks of a Taskfile; those of included ones have their name in front and are not known."""
    names: dict[str, int] = {}
    for leaf in leaves(text):
        if len(leaf.path) > 1 and leaf.path[0] == "tasks":
            names.setdefault(leaf.path[1], leaf.line)
            if leaf.path[2:3] == ("aliases",):
                names.setdefault(leaf.value, leaf.line)
        elif leaf.path[0] == "includes":
            names.setdefault(OPEN_ENDED, leaf.line)
    return tasks("task", names, file)


def read_rakefile(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the tasks of a Rakefile with their namespaces, told by indentation."""
    names: dict[str, int] = {}
    spaces: list[tuple[int, str]] = []
    for number, line in lines(text):
        indent = len(line) - len(line.lstrip())
        if line.strip():
            spaces = [space for space in spaces if space[0] < indent]
        inner = _NAMESPACE.match(line)
        if inner:
            spaces.append((indent, inner[2]))
        found = _RAKE.match(line)
        if found:
            name = found[1] or found[2] or found[3]
            names.setdefault(":".join([*(space for _, space in spaces), name]), number)
        elif re.match(r"\s*(?:require|load|import|Rails\.application\.load_tasks|\w+::\w+Task\.new)\b", line):
            names.setdefault(OPEN_ENDED, number)
    return tasks("rake", names, file)


def read_tox(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the environments of tox.ini."""
    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string(text)
    except configparser.Error:
        return []
    finder = Finder(text)
    written = parser.get("tox", "envlist", fallback="") or parser.get("tox", "env_list", fallback="")
    names = {name: finder.line("list") for name in _environments(written)}
    for section in parser.sections():
        if section.startswith("testenv:"):
            for name in _environments(section.removeprefix("testenv:")):
                names.setdefault(name, Finder(text).line(f"[{section}]"))
    return tasks("tox", names, file)


def read_noxfile(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the sessions of noxfile.py."""
    names: dict[str, int] = {}
    waiting: str | None = None
    for number, line in lines(text):
        session = _NOX.match(line)
        function = _PYTHON_FUNCTION.match(line)
        if session:
            waiting = session[1]
        elif waiting is not None and _NOX_NAME.search(line):
            waiting += line
        elif function and waiting is not None:
            named = _NOX_NAME.search(waiting)
            names.setdefault(named[1] if named else function[1], number)
            waiting = None
    return tasks("nox", names, file)


def read_procfile(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the processes of a Procfile, and the commands that they run."""
    found: list[Declared] = []
    for number, line in lines(text):
        process = _PROCESS.fullmatch(line.strip())
        if process:
            found.append(Declared("task", process[1], file, number, "process"))
            found.append(Declared("line", plain(process[2]), file, number))
            found += ports_of(process[2], file, number, process[1])
    return found


def read_cargo_config(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the aliases of .cargo/config.toml."""
    finder = Finder(text)
    return tasks("cargo", {name: finder.key(name) for name in table(of_toml(text), "alias")}, file)


def read_scripts(section: str, runner: str) -> Reader:
    """Return the reader of a JSON file that has its tasks in one table: composer.json, deno.json."""

    def read(text: str, file: str, _read: Read) -> list[Declared]:
        finder = Finder(text)
        finder.key(section)
        return tasks(runner, {name: finder.key(name) for name in table(of_json(text), section)}, file)

    return read


def _environments(written: str) -> list[str]:
    """Return the names that a list of tox stands for: `py{310,311}-lint` are two."""
    names: list[str] = []
    waiting = re.split(r"[,\s]+(?![^{]*\})", written.strip())
    while waiting:
        name = waiting.pop(0)
        many = _BRACES.search(name)
        if many:
            waiting += [
                f"{name[: many.start()]}{one.strip()}{name[many.end() :]}" for one in many[1].split(",")
            ]
        elif name:
            names.append(name)
    return names
