"""Which commands does a package give? Its scripts, tasks and programs, in each ecosystem. Pure."""

import re

from phantasm.workspace.declared.model import OPEN_ENDED, Declared, plain, ports_of, tasks
from phantasm.workspace.manifests.model import Read
from phantasm.workspace.manifests.texts import Finder, items, lines, of_json, of_toml, table

_GRADLE_TASK = re.compile(
    r"""(?:^|\s)task[\s(]+["']?(\w+)|tasks\.(?:register|create)\s*(?:<[^>]*>)?\s*\(\s*["'](\w+)["']"""
)
_EXECUTABLES = re.compile(r"\.executables\s*(?:=|<<)\s*(.+)")
_WORDS = re.compile(r"""["']([\w.-]+)["']|%w\[([^\]]*)\]""")


def read_package(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the scripts of package.json, the programs it installs, and the ports that scripts name."""
    data = of_json(text)
    finder = Finder(text)
    finder.key("scripts")
    found: list[Declared] = []
    for name, command in table(data, "scripts").items():
        line = finder.key(name)
        found.append(Declared("task", name, file, line, "script"))
        if isinstance(command, str):
            found.append(Declared("line", plain(command), file, line))
            found += ports_of(command, file, line, f"scripts.{name}")
    line = Finder(text).key("bin")
    return found + tasks("program", dict.fromkeys(_programs(data.get("bin"), data.get("name")), line), file)


def read_pyproject(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the scripts of pyproject.toml and the tasks of the tools that keep theirs there."""
    data = of_toml(text)
    tool = table(data, "tool")
    programs = table(data, "project", "scripts") | table(data, "project", "gui-scripts")
    programs |= table(tool, "poetry", "scripts")
    environments = table(tool, "hatch", "envs")
    hatch = [(name, script) for name, one in environments.items() for script in table(one, "scripts")]
    hatched = {script if name == "default" else f"{name}:{script}": 0 for name, script in hatch}
    hatched |= {script: 0 for _, script in hatch}
    tox = table(tool, "tox", "env") | dict.fromkeys(map(str, items(table(tool, "tox").get("env_list"))))
    groups: list[tuple[str, dict[str, object]]] = [
        ("program", programs),
        ("poe", table(tool, "poe", "tasks")),
        ("pdm", table(tool, "pdm", "scripts")),
        ("rye", table(tool, "rye", "scripts")),
        ("hatch", dict(hatched)),
        ("tox", tox),
    ]
    return [
        Declared("task", name, file, Finder(text).key(name.rpartition(":")[2]), runner)
        for runner, group in groups
        for name in group
        if not name.startswith("_.")
    ]


def _programs(given: object, package: object) -> list[str]:
    if isinstance(given, str) and isinstance(package, str):
        return [package.rpartition("/")[2]]
    return list(table(given))


def read_pipfile(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the scripts of a Pipfile."""
    finder = Finder(text)
    return tasks("pipenv", {name: finder.key(name) for name in table(of_toml(text), "scripts")}, file)


def read_cargo(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the programs and examples of Cargo.toml."""
    data = of_toml(text)
    name = table(data, "package").get("name")
    names = {name: Finder(text).key("name")} if isinstance(name, str) else {}
    for section in ("bin", "example"):
        for one in items(data.get(section)):
            program = table(one).get("name")
            if isinstance(program, str):
                names[program] = Finder(text).line(f'"{program}"')
    return tasks("program", names, file)


def read_gemspec(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the programs that a gem installs."""
    names: dict[str, int] = {}
    for number, line in lines(text):
        found = _EXECUTABLES.search(line)
        for one, many in _WORDS.findall(found[1]) if found else ():
            names |= dict.fromkeys([one] if one else many.split(), number)
    return tasks("program", names, file)


def read_gradle(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the tasks that a Gradle build registers itself; plugins bring more."""
    names: dict[str, int] = {OPEN_ENDED: 1}
    for number, line in lines(text):
        for one, other in _GRADLE_TASK.findall(line):
            names.setdefault(one or other, number)
    return tasks("gradle", names, file)
