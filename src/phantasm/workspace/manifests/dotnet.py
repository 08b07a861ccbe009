"""Which packages and which .NET do project files ask for and settle? Pure."""

import re
from functools import partial

from phantasm.workspace.manifests.markup import Element, read_xml
from phantasm.workspace.manifests.model import Dependency, Read
from phantasm.workspace.manifests.texts import Finder, of_json, table

_PROPERTY = re.compile(r"\$\(([\w.]+)\)")
_FRAMEWORK = re.compile(r"net(?:coreapp)?(\d+\.\d+)(?:-\S+)?")
_PACKAGES = frozenset({"PackageReference", "PackageVersion", "GlobalPackageReference"})
SDK = "sdk"
"""The name under which the software development kit is known, beside the framework `dotnet`."""


def read_project(text: str, file: str, read: Read) -> list[Dependency]:
    """Read project files, Directory.Build.props and Directory.Packages.props."""
    top = read_xml(text)
    if top is None or top.name != "Project":
        return []
    properties = _above(file, read) | _properties(top)
    found: list[Dependency] = []
    for element in top.walk():
        name = element.attributes.get("Include") or element.attributes.get("Update")
        if element.name in _PACKAGES and name:
            version = element.attributes.get("VersionOverride") or element.attributes.get("Version")
            known = _resolved(version or element.first("Version"), properties)
            found.append(_package(name, known, file, element.line))
        elif element.name in {"TargetFramework", "TargetFrameworks"}:
            for framework in _resolved(element.text, properties).split(";"):
                target = _FRAMEWORK.fullmatch(framework.strip())
                if target:
                    locked = target[1]
                    found.append(
                        Dependency(
                            "dotnet", "dotnet", locked=locked, file=file, line=element.line, loose=True
                        )
                    )
    return found


def read_config(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read packages.config, the older list of packages."""
    top = read_xml(text)
    return [
        _package(element.attributes["id"], element.attributes.get("version", ""), file, element.line)
        for element in (top.all("package") if top else [])
        if "id" in element.attributes
    ]


def read_lock(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read packages.lock.json; a package that is settled alike for several frameworks is settled once."""
    finder = Finder(text)
    found: dict[tuple[str, str], Dependency] = {}
    for framework in table(of_json(text), "dependencies").values():
        for name, value in table(framework).items():
            line = finder.line(f'"{name}": {{')
            version = table(value).get("resolved")
            if isinstance(version, str):
                one = Dependency("dotnet", name, locked=version, file=file, line=line)
                found.setdefault((name, version), one)
    return list(found.values())


def read_global(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read global.json: which development kit builds."""
    version = table(of_json(text), "sdk").get("version")
    line = Finder(text).key("version")
    return (
        [Dependency("dotnet", SDK, locked=version, file=file, line=line)] if isinstance(version, str) else []
    )


def _package(name: str, version: str, file: str, line: int) -> Dependency:
    known = "" if "$(" in version else version.strip()
    # The lowest version that fits is taken, so a plain one is a pin.
    exact = known[:1].isdigit() and "*" not in known
    return Dependency("dotnet", name, known, known if exact else "", file, line)


def _above(file: str, read: Read) -> dict[str, str]:
    """Return the properties of the Directory.Build.props that counts: the nearest one above."""
    parts = file.split("/")[:-1]
    while True:
        path = "/".join([*parts, "Directory.Build.props"])
        text = read(path) if path != file else None
        top = read_xml(text) if text else None
        if top:
            return _properties(top)
        if not parts:
            return {}
        parts.pop()


def _properties(top: Element) -> dict[str, str]:
    return {one.name: one.text.strip() for group in top.all("PropertyGroup") for one in group.inside}


def _resolved(text: str, properties: dict[str, str]) -> str:
    return _PROPERTY.sub(partial(_value, properties), text)


def _value(properties: dict[str, str], found: re.Match[str]) -> str:
    return properties.get(found[1], found[0])
