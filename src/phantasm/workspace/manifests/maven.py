"""What does a pom.xml ask for, with its properties and its parents? Pure."""

import re
from functools import partial

from phantasm.workspace.manifests.markup import Element, read_xml
from phantasm.workspace.manifests.model import Dependency, Read
from phantasm.workspace.manifests.texts import beside

_PROPERTY = re.compile(r"\$\{([^${}]+)\}")
_MOST_PARENTS = 8
"""Files; a chain of poms is two or three long, and a ring ends here."""
_DEEPEST_PROPERTY = 5
_RELEASE = ("maven.compiler.release", "maven.compiler.target", "maven.compiler.source", "java.version")
"""Where the Java version is said, the one that decides first."""
_INTERVAL = ("[", "(")
_OLD_JAVA = re.compile(r"1\.(\d+)")


def read_pom(text: str, file: str, read: Read) -> list[Dependency]:
    """Read dependencies, managed ones, the parent, plugins and the Java release of a pom.xml."""
    top = read_xml(text)
    if top is None or top.name != "project":
        return []
    properties = _properties(top, file, read)
    named = (
        one
        for one in top.walk()
        if one.name in {"dependency", "parent", "plugin"} and one.first("artifactId")
    )
    return [_artifact(one, properties, file) for one in named] + _java(top, properties, file)


def java(version: str, file: str, line: int) -> Dependency | None:
    """Return what a version of Java says: 1.8 is 8, and a name in front of it is a vendor's."""
    found = re.search(r"\d+(?:\.\d+)*", version)
    if found is None:
        return None
    old = _OLD_JAVA.match(found[0])
    return Dependency("java", "java", locked=old[1] if old else found[0], file=file, line=line, loose=True)


def settled(name: str, version: str, file: str, line: int) -> Dependency:
    """Return what a version of Maven or Gradle says: a plain one is a pin, an interval is a constraint."""
    exact = (
        bool(version) and not version.startswith(_INTERVAL) and "+" not in version and version[0].isdigit()
    )
    return Dependency("java", name, version, version if exact else "", file, line)


def _artifact(element: Element, properties: dict[str, str], file: str) -> Dependency:
    plugin = "org.apache.maven.plugins" if element.name == "plugin" else ""
    group = _resolved(element.first("groupId"), properties) or plugin
    name = f"{group}:{_resolved(element.first('artifactId'), properties)}"
    version = _resolved(element.first("version"), properties)
    said = element.all("version") or element.all("artifactId")
    return settled(name, "" if "${" in version else version, file, said[0].line)


def _java(top: Element, properties: dict[str, str], file: str) -> list[Dependency]:
    plugin = next(
        (
            one
            for one in top.walk()
            if one.name == "configuration" and (one.all("release") or one.all("source")) and one.line
        ),
        None,
    )
    places: list[tuple[str, int]] = []
    if plugin:
        part = next(part for part in ("release", "target", "source") if plugin.all(part))
        places.append((plugin.first(part), plugin.all(part)[0].line))
    lines = {child.name: child.line for group in top.all("properties") for child in group.inside}
    # Only a property of this very file is a statement of its own; a parent's is the parent's.
    places += [(properties.get(name, ""), lines[name]) for name in _RELEASE if name in lines]
    for version, line in places:
        one = java(_resolved(version, properties), file, line)
        if one:
            return [one]
    return []


def _properties(top: Element, file: str, read: Read) -> dict[str, str]:
    chain = [top]
    place = file
    while len(chain) < _MOST_PARENTS:
        parent = chain[-1].all("parent")
        if not parent:
            break
        relative = parent[0].all("relativePath")
        above = relative[0].text.strip() if relative else "../pom.xml"
        there = beside(place, above if above.endswith(".xml") else f"{above}/pom.xml") if above else None
        text = read(there) if there else None
        element = read_xml(text) if text else None
        if element is None or element.first("artifactId") != parent[0].first("artifactId"):
            break
        chain.append(element)
        place = there or ""
    values: dict[str, str] = {}
    for element in reversed(chain):
        values |= {
            child.name: child.text.strip() for group in element.all("properties") for child in group.inside
        }
        version = element.first("version") or element.first("parent", "version")
        values |= {"project.version": version, "version": version} if version else {}
        group = element.first("groupId") or element.first("parent", "groupId")
        values |= {"project.groupId": group} if group else {}
        values["project.parent.version"] = element.first("parent", "version")
    return values


def _resolved(text: str, properties: dict[str, str]) -> str:
    for _ in range(_DEEPEST_PROPERTY):
        if "${" not in text:
            break
        text = _PROPERTY.sub(partial(_value, properties), text)
    return text


def _value(properties: dict[str, str], found: re.Match[str]) -> str:
    return properties.get(found[1], found[0])
