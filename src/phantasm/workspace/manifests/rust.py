"""Which crates and which Rust does the repository ask for and settle? Pure."""

import re

from phantasm.contracts.model import JsonObject
from phantasm.workspace.manifests.model import Dependency, Read
from phantasm.workspace.manifests.python_locks import packages
from phantasm.workspace.manifests.texts import Finder, of_toml, table

_SECTIONS = ("dependencies", "dev-dependencies", "build-dependencies")
_CHANNEL = re.compile(r"(\d+\.\d+(?:\.\d+)?)(?:-.*)?")


def read_cargo(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read Cargo.toml: its own crates, those of its workspace, the Rust and the edition it needs."""
    data = of_toml(text)
    found: list[Dependency] = []
    targets = [part for target in table(data, "target").values() for part in _tables(table(target))]
    for group in (*_tables(data), *targets, table(data, "workspace", "dependencies")):
        found += _crates(group, text, file)
    for package in (table(data, "package"), table(data, "workspace", "package")):
        least, edition = package.get("rust-version"), package.get("edition")
        if isinstance(least, str):
            line = Finder(text).key("rust-version")
            found.append(Dependency("rust", "rust", f">={least}", file=file, line=line))
        if isinstance(edition, str):
            line = Finder(text).key("edition")
            found.append(Dependency("rust", "edition", locked=edition, file=file, line=line))
    return found


def read_lock(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read Cargo.lock."""
    return [Dependency("rust", *one) for one in packages(text, file)]


def read_toolchain(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read rust-toolchain.toml, and the older file that holds only the channel."""
    channel = table(of_toml(text), "toolchain").get("channel")
    found = _CHANNEL.fullmatch(channel if isinstance(channel, str) else text.strip())
    line = Finder(text).line(found[1]) if found else 0
    return [Dependency("rust", "rust", locked=found[1], file=file, line=line, loose=True)] if found else []


def _tables(data: JsonObject) -> list[JsonObject]:
    return [table(data, section) for section in _SECTIONS]


def _crates(group: JsonObject, text: str, file: str) -> list[Dependency]:
    finder = Finder(text)
    found = []
    for name, value in group.items():
        given = table(value)
        if given.get("workspace") is True:  # said once, in the workspace
            continue
        spec = value if isinstance(value, str) else given.get("version")
        package = given.get("package")
        crate = package if isinstance(package, str) else name
        line = finder.key(name)
        found.append(Dependency("rust", crate, spec if isinstance(spec, str) else "", file=file, line=line))
    return found
