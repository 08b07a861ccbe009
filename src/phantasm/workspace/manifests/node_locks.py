"""Which packages of npm are settled? The lock files of npm, Yarn, pnpm and Bun. Pure."""

import re

from phantasm.workspace.manifests.model import Dependency, Read
from phantasm.workspace.manifests.texts import Finder, items, lines, of_json, table
from phantasm.workspace.manifests.yaml_leaves import leaves

_FOLDER = "node_modules/"
_YARN_VERSION = re.compile(r"""\s+version:?\s+"?([^"\s]+)"?\s*""")
_BERRY = re.compile(r"@(?:npm|patch|workspace|virtual|portal|link|file)[:%].*|@[^@]*$")
_PNPM_KEY = re.compile(r"/?((?:@[^/@]+/)?[^/@]+)[/@](\d[^_(/]*)(?:[_(/].*)?")
_PNPM_VERSION = re.compile(r"(\d[^_(]*)(?:[_(].*)?")
_DIRECT = frozenset({"dependencies", "devDependencies", "optionalDependencies"})


def read_npm(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read package-lock.json and npm-shrinkwrap.json, all three versions of the format."""
    data = of_json(text)
    finder = Finder(text)
    direct: dict[str, list[Dependency]] = {}
    nested: dict[str, list[Dependency]] = {}
    for key, value in (table(data, "packages") or table(data, "dependencies")).items():
        version = table(value).get("version")
        if not key or not isinstance(version, str) or ("packages" in data and _FOLDER not in key):
            continue
        above, _, name = key.rpartition(_FOLDER)
        kept = nested if _FOLDER in above else direct
        locked = Dependency("node", name, locked=version, file=file, line=finder.line(f'"{key}"'))
        kept.setdefault(name, []).append(locked)
    # What lies inside another package is its own business, unless nothing else has that name.
    return [one for name in {**direct, **nested} for one in direct.get(name) or nested[name]]


def read_yarn(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read yarn.lock, of Yarn 1 and of later ones."""
    found = []
    name, number = "", 0
    for here, line in lines(text):
        if line and not line[0].isspace() and not line.startswith("#"):
            first = line.rstrip().rstrip(":").split(",")[0].strip().strip('"')
            name, number = _BERRY.sub("", first), here
            if first.partition("@")[0] == "__metadata" or "@workspace:" in first:
                name = ""
            continue
        version = _YARN_VERSION.fullmatch(line) if name else None
        if version:
            found.append(Dependency("node", name, locked=version[1], file=file, line=number))
            name = ""
    return found


def read_pnpm(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read pnpm-lock.yaml, versions 5 to 9: what projects asked for, and all else that is settled."""
    direct: list[Dependency] = []
    others: dict[tuple[str, str], Dependency] = {}
    for leaf in leaves(text):
        path = leaf.path[2:] if leaf.path[0] == "importers" else leaf.path
        if path and path[0] in _DIRECT and path[-1] != "specifier" and len(path) in {2, 3}:
            # Another package under this name has its own name in front, and peers follow in brackets.
            alone = leaf.value.partition("(")[0].rpartition("/")[2].rpartition("@")[2]
            version = _PNPM_VERSION.fullmatch(alone)
            if version:
                direct.append(Dependency("node", path[1], locked=version[1], file=file, line=leaf.line))
        elif leaf.path[0] == "packages" and len(leaf.path) > 1:
            package = _PNPM_KEY.fullmatch(leaf.path[1])
            if package and (package[1], package[2]) not in others:
                one = Dependency("node", package[1], locked=package[2], file=file, line=leaf.line - 1)
                others[package[1], package[2]] = one
    asked = {one.name for one in direct}
    return direct + [one for one in others.values() if one.name not in asked]


def read_bun(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read bun.lock, the text form."""
    finder = Finder(text)
    finder.key("packages")
    found = []
    for key, value in table(of_json(text), "packages").items():
        first = (items(value) or [""])[0]
        name, mark, version = first.rpartition("@") if isinstance(first, str) else ("", "", "")
        # A key with more than a name is a package inside another one.
        if mark and key == name and version[:1].isdigit():
            found.append(Dependency("node", name, locked=version, file=file, line=finder.line(f'"{key}"')))
    return found
