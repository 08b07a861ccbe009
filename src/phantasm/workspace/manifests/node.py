"""What does package.json ask for, and with which tools? Pure."""

import re

from phantasm.workspace.manifests.model import Dependency, Read
from phantasm.workspace.manifests.texts import Finder, of_json, table
from phantasm.workspace.manifests.yaml_leaves import leaves

_SECTIONS = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
_EXACT = re.compile(r"=?v?(\d+\.\d+\.\d+(?:-[\w.-]+)?)(?:\+\S*)?")
_ADDRESS = re.compile(r"^(?:file|link|portal|git\+?\w*|github|https?|catalog):|^[\w.-]+/[\w.-]+|^\.")
_TOOL = re.compile(r"(npm|pnpm|yarn|bun)@(\d[^+\s]*)")


def read_package(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read every section of package.json that names packages or tools."""
    data = of_json(text)
    found: list[Dependency] = []
    for section in _SECTIONS:
        finder = Finder(text)
        finder.key(section)
        for name, spec in table(data, section).items():
            if isinstance(spec, str):
                found.append(wanted(name, spec, file, finder.key(name)))
    for name, spec in table(data, "engines").items():
        if isinstance(spec, str):
            found.append(Dependency("node", name, spec, file=file, line=_line(text, "engines", name)))
    for name, version in table(data, "volta").items():
        if isinstance(version, str):
            line = _line(text, "volta", name)
            found.append(Dependency("node", name, locked=version, file=file, line=line, loose=True))
    tool = _TOOL.match(str(data.get("packageManager", "")))
    if tool:
        line = Finder(text).key("packageManager")
        found.append(Dependency("node", tool[1], locked=tool[2], file=file, line=line))
    return found


def read_workspace(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read the catalogs of pnpm-workspace.yaml, from which packages take their constraints."""
    return [
        wanted(leaf.path[-1], leaf.value, file, leaf.line)
        for leaf in leaves(text)
        if leaf.path[0] in {"catalog", "catalogs"} and len(leaf.path) > 1
    ]


def wanted(name: str, spec: str, file: str, line: int) -> Dependency:
    """Return what a constraint of npm says: a full version is a pin, an address says nothing."""
    if spec.startswith("npm:"):  # another package under this name
        spec = spec.rpartition("@")[2]
    exact = _EXACT.fullmatch(spec)
    if exact:
        return Dependency("node", name, spec, exact[1], file, line)
    return Dependency("node", name, "" if _ADDRESS.match(spec) else spec, file=file, line=line)


def _line(text: str, section: str, name: str) -> int:
    finder = Finder(text)
    finder.key(section)
    return finder.key(name)
