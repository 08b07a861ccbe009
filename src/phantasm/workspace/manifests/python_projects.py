"""What do pyproject.toml, setup.cfg, setup.py and Pipfile ask for? Pure."""

import ast
import configparser
import re
import warnings

from phantasm.contracts.model import JsonObject
from phantasm.workspace.manifests.model import Dependency, Read
from phantasm.workspace.manifests.texts import Finder, items, of_toml, table

_REQUIREMENT = re.compile(
    r"\s*([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*(@\s*\S+|\(?[^;#]*)\s*(?:[;#].*)?",
    re.DOTALL,
)
_PIN = re.compile(r"===?\s*([^\s,*]+)")
_INTERPRETER = "python"


def requirement(text: str, file: str, line: int) -> Dependency | None:
    """Read one requirement as PEP 508 writes it; None for what is none."""
    found = _REQUIREMENT.fullmatch(text)
    if found is None:
        return None
    spec = "" if found[2].startswith("@") else found[2].strip(" ()\t\r\n")
    pin = _PIN.fullmatch(spec)
    return Dependency("python", found[1], spec, pin[1] if pin else "", file, line)


def read_pyproject(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read the dependencies of every tool that keeps them in pyproject.toml."""
    data = of_toml(text)
    found = _interpreter(table(data, "project").get("requires-python"), text, file, "requires-python")
    for wanted in _written(data):
        one = requirement(wanted, file, Finder(text).line(wanted))
        found += [one] if one else []
    poetry = table(data, "tool", "poetry")
    groups = [table(group, "dependencies") for group in table(poetry, "group").values()]
    for group in (table(poetry, "dependencies"), table(poetry, "dev-dependencies"), *groups):
        found += _named(group, text, file)
    return found


def read_pipfile(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read a Pipfile."""
    data = of_toml(text)
    found = _interpreter(table(data, "requires").get("python_version"), text, file, "python_version")
    found += _interpreter(
        table(data, "requires").get("python_full_version"), text, file, "python_full_version"
    )
    pinned = [
        Dependency(one.ecosystem, one.name, locked=one.spec, file=file, line=one.line, loose=True)
        for one in found
    ]
    for section, group in data.items():
        if section not in {"source", "requires", "scripts", "pipenv"}:
            pinned += _named(table(group), text, file)
    return pinned


def read_setup_cfg(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read what setuptools takes from setup.cfg."""
    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string(text)
    except configparser.Error:
        return []
    found: list[Dependency] = []
    written = [
        parser.get("options", key, fallback="")
        for key in ("install_requires", "setup_requires", "tests_require")
    ]
    if parser.has_section("options.extras_require"):
        written += [value for _, value in parser.items("options.extras_require")]
    for wanted in "\n".join(written).splitlines():
        one = requirement(wanted, file, Finder(text).line(wanted.strip())) if wanted.strip() else None
        found += [one] if one else []
    return found + _interpreter(
        parser.get("options", "python_requires", fallback=None), text, file, "python_requires"
    )


def read_setup_py(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read what a setup.py says by literals; what it computes is not known."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about somebody else's backslashes
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    found: list[Dependency] = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.keyword):
            continue
        match node.arg:
            case "install_requires" | "tests_require" | "setup_requires" | "extras_require":
                for literal in ast.walk(node.value):
                    if isinstance(literal, ast.Constant) and isinstance(literal.value, str):
                        one = requirement(literal.value, file, literal.lineno)
                        # The keys of extras_require look like requirements without a version.
                        found += [one] if one and one.spec else []
            case "python_requires" if isinstance(node.value, ast.Constant):
                found.append(
                    Dependency(
                        "python", _INTERPRETER, str(node.value.value), file=file, line=node.value.lineno
                    )
                )
            case _:
                pass
    return found


def _written(data: JsonObject) -> list[str]:
    project = table(data, "project")
    lists: list[object] = [
        project.get("dependencies"),
        *table(project, "optional-dependencies").values(),
        *table(data, "dependency-groups").values(),
        *table(data, "tool", "pdm", "dev-dependencies").values(),
        table(data, "tool", "uv").get("dev-dependencies"),
        table(data, "build-system").get("requires"),
    ]
    for environment in table(data, "tool", "hatch", "envs").values():
        lists += [table(environment).get("dependencies"), table(environment).get("extra-dependencies")]
    return [wanted for one in lists for wanted in items(one) if isinstance(wanted, str)]


def _named(group: JsonObject, text: str, file: str) -> list[Dependency]:
    """Read `name = "constraint"` and `name = { version = "constraint" }`, as Poetry and Pipenv write them."""
    found = []
    finder = Finder(text)
    for name, value in group.items():
        line = finder.key(name)
        # Several constraints by marker: which of them holds depends on the machine.
        for one in items(value) or [value]:
            spec = one if isinstance(one, str) else table(one).get("version")
            spec = spec if isinstance(spec, str) else ""
            pin = _PIN.fullmatch(spec)
            locked = pin[1] if pin else ""
            found.append(
                Dependency("python", name, spec.replace("*", "") if spec == "*" else spec, locked, file, line)
            )
    return found


def _interpreter(spec: object, text: str, file: str, key: str) -> list[Dependency]:
    if not isinstance(spec, str) or not spec.strip():
        return []
    return [Dependency("python", _INTERPRETER, spec.strip(), file=file, line=Finder(text).key(key))]
