"""Which modules and which Go does go.mod settle? Pure.

A go.mod file is a statement about versions: what it names is what is built. go.sum is none: it also holds the
sums of versions that lost.
"""

import re

from phantasm.workspace.manifests.model import Dependency, Read
from phantasm.workspace.manifests.texts import lines

_REQUIRE = re.compile(r"(?:require\s+)?(\S+)\s+(v\d\S*)\s*(?://.*)?")
_REPLACE = re.compile(r"(?:replace\s+)?(\S+)(?:\s+(v\S+))?\s+=>\s+(\S+)(?:\s+(v\S+))?\s*(?://.*)?")
_GO = re.compile(r"go\s+(\d+\.\d+(?:\.\d+)?(?:(?:rc|beta)\d+)?)\s*(?://.*)?")
_TOOLCHAIN = re.compile(r"toolchain\s+go(\d\S*)\s*(?://.*)?")
_OPENS = re.compile(r"(\w+)\s*\(")
TOOLCHAIN = "toolchain"
"""The name under which the toolchain is known, beside the language `go`."""


def read_module(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read go.mod and go.work."""
    found: dict[str, Dependency] = {}
    replaced: dict[str, tuple[str | None, str | None, int]] = {}
    block = ""
    for number, line in lines(text):
        stripped = line.strip()
        opens = _OPENS.match(stripped)
        if opens or stripped == ")":
            block = opens[1] if opens else ""
            continue
        one = _statement(stripped, file, number)
        if one:
            found[one.name] = one
        elif block == "require" or stripped.startswith("require"):
            module = _REQUIRE.fullmatch(stripped)
            if module:
                found[module[1]] = Dependency("go", module[1], locked=module[2], file=file, line=number)
        elif block == "replace" or stripped.startswith("replace"):
            other = _REPLACE.fullmatch(stripped)
            if other:
                replaced[other[1]] = (other[2], other[4], number)
    for name, (only, version, number) in replaced.items():
        known = found.get(name)
        if known and only in {None, known.locked}:
            # Replaced by a folder: which version that is, nobody says.
            found[name] = Dependency("go", name, locked=version or "", file=file, line=number)
    return list(found.values())


def _statement(line: str, file: str, number: int) -> Dependency | None:
    language = _GO.fullmatch(line)
    if language:
        return Dependency("go", "go", locked=language[1], file=file, line=number, loose=True)
    chain = _TOOLCHAIN.fullmatch(line)
    return Dependency("go", TOOLCHAIN, locked=chain[1], file=file, line=number, loose=True) if chain else None
