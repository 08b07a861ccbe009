"""Which tools does a repository pin? `.tool-versions`, `mise.toml`, `.nvmrc` and their like. Pure."""

import re
from collections.abc import Iterator

from phantasm.workspace.manifests.maven import java
from phantasm.workspace.manifests.model import Dependency, Read, Reader
from phantasm.workspace.manifests.texts import Finder, items, lines, of_toml, table

_VERSION = re.compile(r"(?:[a-zA-Z]+[-@]?)?[vV]?(\d+(?:\.\d+)*)(?:[-+.\w]*)")
_NODE_NAMES = {"fermium": "14", "gallium": "16", "hydrogen": "18", "iron": "20", "jod": "22", "krypton": "24"}
"""Under which name Node announced the long-term release of each number."""
_TOOLS = {
    "python": ("python", "python"),
    "node": ("node", "node"),
    "nodejs": ("node", "node"),
    "npm": ("node", "npm"),
    "pnpm": ("node", "pnpm"),
    "yarn": ("node", "yarn"),
    "bun": ("node", "bun"),
    "deno": ("node", "deno"),
    "rust": ("rust", "rust"),
    "go": ("go", "go"),
    "golang": ("go", "go"),
    "java": ("java", "java"),
    "gradle": ("java", "gradle"),
    "maven": ("java", "maven"),
    "kotlin": ("java", "kotlin"),
    "ruby": ("ruby", "ruby"),
    "dotnet": ("dotnet", "dotnet"),
    "dotnet-core": ("dotnet", "dotnet"),
    "poetry": ("python", "poetry"),
    "uv": ("python", "uv"),
}


def read_tool_versions(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read .tool-versions; of several versions of a tool the first is the one that is used."""
    found = []
    for number, line in lines(text):
        words = line.partition("#")[0].split()
        if len(words) > 1:
            found += _pinned(words[0], words[1], file, number)
    return found


def read_mise(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read the tools of mise.toml."""
    found = []
    finder = Finder(text)
    for name, value in table(of_toml(text), "tools").items():
        first = (items(value) or [value])[0]
        version = first if isinstance(first, str) else table(first).get("version")
        if isinstance(version, str):
            found += _pinned(name.rpartition(":")[2], version, file, finder.key(name))
    return found


def read_sdkman(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read .sdkmanrc."""
    pairs = ((number, line.partition("#")[0].partition("=")) for number, line in lines(text))
    return [
        one
        for number, (name, _, version) in pairs
        for one in _pinned(name.strip(), version.strip(), file, number)
    ]


def only(tool: str) -> Reader:
    """Return the reader of a file that holds nothing but the version of one tool."""

    def read(text: str, file: str, _read: Read) -> list[Dependency]:
        return next(_first(tool, text, file), [])

    return read


def _first(tool: str, text: str, file: str) -> Iterator[list[Dependency]]:
    for number, line in lines(text):
        word = line.partition("#")[0].strip()
        if word:
            yield _pinned(tool, word, file, number)


def _pinned(tool: str, version: str, file: str, line: int) -> list[Dependency]:
    known = _TOOLS.get(tool)
    if known is None:
        return []
    if known == ("java", "java"):
        one = java(version, file, line)
        return [one] if one else []
    named = version.partition("lts/")[2].lower()
    found = _VERSION.fullmatch(_NODE_NAMES.get(named, version))
    return [Dependency(*known, locked=found[1], file=file, line=line, loose=True)] if found else []
