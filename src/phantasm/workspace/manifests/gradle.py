"""What do the files of Gradle ask for and settle, as far as literals say it? Pure."""

import re
from functools import partial

from phantasm.workspace.manifests.maven import java, settled
from phantasm.workspace.manifests.model import Dependency, Read
from phantasm.workspace.manifests.texts import Finder, lines, of_toml, table

_COORDINATES = re.compile(r"""["']([\w.-]+:[\w.-]+):([^"':@]+)(?::[\w.-]+)?(?:@\w+)?["']""")
_NAMED = re.compile(
    r"""group\s*[:=]\s*["']([\w.-]+)["']\s*,\s*name\s*[:=]\s*["']([\w.-]+)["']\s*,\s*version\s*[:=]\s*["']([^"']+)["']"""
)
_PLUGIN = re.compile(
    r"""\b(?:id|kotlin)\s*\(?\s*["']([\w.-]+)["']\s*\)?\s*version\s*\(?\s*["']([^"']+)["']"""
)
_VARIABLE = re.compile(r"""(?:^|\s|\.)(?:def\s+|val\s+|var\s+|ext\.)?(\w+)\s*=\s*["'](\d[^"']*)["']""")
_EXTRA = re.compile(r"""(?:set\(|extra\[)\s*["'](\w+)["']\s*(?:,|\]\s*=)\s*["'](\d[^"']*)["']""")
_USED = re.compile(r"\$\{?(\w+)\}?")
_JAVA = re.compile(
    r"""(?:JavaLanguageVersion\.of|jvmToolchain)\s*\(\s*["']?(\d+)"""
    r"""|sourceCompatibility\s*=?\s*(?:JavaVersion\.VERSION_)?["']?(\d+(?:[._]\d+)?)"""
)
_LOCKED = re.compile(r"([\w.-]+:[\w.-]+):([^=\s]+)=\S*")
_DISTRIBUTION = re.compile(r"distributionUrl\s*=.*?(?:gradle|apache-maven)-(\d[\d.]*\d)")


def read_build(text: str, file: str, read: Read) -> list[Dependency]:
    """Read build.gradle and build.gradle.kts, and settings files of either."""
    folder = file.rpartition("/")[0]
    beside = read(f"{folder}/gradle.properties" if folder else "gradle.properties") or ""
    top = read("gradle.properties") or "" if folder else ""
    values = _assigned(top) | _assigned(beside) | dict(_EXTRA.findall(text)) | dict(_VARIABLE.findall(text))
    found: list[Dependency] = []
    chosen: Dependency | None = None
    for number, line in lines(text):
        if line.lstrip().startswith(("//", "*", "/*")):
            continue
        for name, version in _statements(line):
            known = _USED.sub(partial(_value, values), version)
            found.append(settled(name, "" if "$" in known else known, file, number))
        said = _JAVA.search(line)
        if said and (chosen is None or said[1]):  # the toolchain is what compiles
            chosen = java((said[1] or said[2]).replace("_", "."), file, number)
    return found + ([chosen] if chosen else [])


def read_catalog(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read a version catalog, libs.versions.toml."""
    data = of_toml(text)
    versions = table(data, "versions")
    found: list[Dependency] = []
    for section in ("libraries", "plugins"):
        finder = Finder(text)
        finder.line(f"[{section}]")
        for alias, value in table(data, section).items():
            line = finder.key(alias)
            if isinstance(value, str):
                name, _, version = value.rpartition(":")
            else:
                given = table(value)
                parts = (given.get("group"), given.get("name"))
                name = str(given.get("module") or given.get("id") or ":".join(str(part) for part in parts))
                version = _version(given.get("version"), versions)
            found.append(settled(name, version, file, line))
    said = versions.get("java") or versions.get("jdk")
    one = java(str(said), file, Finder(text).line(str(said))) if isinstance(said, str) else None
    return found + ([one] if one else [])


def read_lock(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read gradle.lockfile."""
    locked = ((number, _LOCKED.fullmatch(line.strip())) for number, line in lines(text))
    return [
        Dependency("java", one[1], locked=one[2], file=file, line=number) for number, one in locked if one
    ]


def read_wrapper(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read which Gradle or Maven the wrapper of a project fetches."""
    found = _DISTRIBUTION.search(text)
    name = "gradle" if "gradle" in file.rpartition("/")[2] else "maven"
    line = Finder(text).line("distributionUrl")
    return [Dependency("java", name, locked=found[1], file=file, line=line)] if found else []


def _statements(line: str) -> list[tuple[str, str]]:
    return [
        *_COORDINATES.findall(line),
        *((f"{group}:{name}", version) for group, name, version in _NAMED.findall(line)),
        *_PLUGIN.findall(line),
    ]


def _version(given: object, versions: dict[str, object]) -> str:
    if isinstance(given, str):
        return given
    rich = table(given)
    if "ref" in rich:
        return _version(versions.get(str(rich["ref"])), {})
    return str(rich.get("strictly") or rich.get("require") or rich.get("prefer") or "")


def _assigned(properties: str) -> dict[str, str]:
    pairs = (line.partition("=") for line in properties.split("\n") if not line.lstrip().startswith("#"))
    return {key.strip(): value.strip() for key, mark, value in pairs if mark}


def _value(values: dict[str, str], found: re.Match[str]) -> str:
    return values.get(found[1], found[0])
