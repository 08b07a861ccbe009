"""Which Python packages are settled, and at which version? Requirements files and lock files. Pure."""

import re

from phantasm.workspace.manifests.model import Dependency, Read
from phantasm.workspace.manifests.python_projects import requirement
from phantasm.workspace.manifests.texts import Finder, beside, lines, of_json, table

_INCLUDE = re.compile(r"(?:-r|-c|--requirement|--constraint)[\s=]+(\S+)")
_EGG = re.compile(r"[#&]egg=")
_TABLE = re.compile(r"\[\[?([^\]]+)\]\]?\s*(?:#.*)?")
_PAIR = re.compile(r"""([\w-]+)\s*=\s*["']([^"']*)["']""")
_DEEPEST_INCLUDE = 8
"""Files; requirements that include each other in a ring end here."""


def read_requirements(text: str, file: str, read: Read) -> list[Dependency]:
    """Read a requirements file, and those that it includes."""
    return _requirements(text, file, read, (file,))


def read_packages(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read poetry.lock, uv.lock, pdm.lock and pylock.toml: tables `[[package]]` with a name and a version."""
    return [Dependency("python", *one) for one in packages(text, file)]


def read_pipfile_lock(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read Pipfile.lock."""
    finder = Finder(text)
    found = []
    for section, group in of_json(text).items():
        if section == "_meta":
            continue
        for name, value in table(group).items():
            version = table(value).get("version")
            if isinstance(version, str):
                line = finder.key(name)
                found.append(Dependency("python", name, locked=version.lstrip("= "), file=file, line=line))
    return found


def packages(text: str, file: str) -> list[tuple[str, str, str, str, int]]:
    """Return (name, "", version, file, line) of the package tables of a lock file in TOML."""
    found: list[tuple[str, str, str, str, int]] = []
    name, inside = "", False
    for number, line in lines(text):
        heading = _TABLE.fullmatch(line)
        if heading:
            inside, name = heading[1].strip() in {"package", "packages"}, ""
            continue
        pair = _PAIR.match(line) if inside else None
        if pair is None:
            continue
        if pair[1] == "name":
            name = pair[2]
        elif pair[1] == "version" and name:
            found.append((name, "", pair[2], file, number))
            inside = False
    return found


def _requirements(text: str, file: str, read: Read, above: tuple[str, ...]) -> list[Dependency]:
    found: list[Dependency] = []
    for number, line in lines(text.replace("\\\n", " \n")):
        stripped = line.strip()
        include = _INCLUDE.match(stripped)
        if include:
            found += _included(include[1], file, read, above)
        if (
            not stripped
            or stripped.startswith(("#", "-"))
            or _EGG.search(stripped)
            or "://" in stripped.split("@")[0]
        ):
            continue
        one = requirement(stripped.split(" --", maxsplit=1)[0], file, number)
        found += [one] if one else []
    return found


def _included(name: str, file: str, read: Read, above: tuple[str, ...]) -> list[Dependency]:
    path = beside(file, name)
    if path is None or path in above or len(above) >= _DEEPEST_INCLUDE:
        return []
    text = read(path)
    return [] if text is None else _requirements(text, path, read, (*above, path))
