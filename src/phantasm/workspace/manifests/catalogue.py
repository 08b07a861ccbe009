"""Which manifests does a checkout have, and what do they say? Each is read once per checkout."""

import re
from collections.abc import Iterator
from functools import partial

from phantasm.contracts.model import JsonObject
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.manifests import dotnet, go, maven, python_locks, python_projects, toolchains
from phantasm.workspace.manifests.keeping import NOT_OURS, Kept
from phantasm.workspace.manifests.maven import java, settled
from phantasm.workspace.manifests.model import IMAGE, Dependency, Read, Reader
from phantasm.workspace.manifests.names import fold
from phantasm.workspace.manifests.python_locks import packages
from phantasm.workspace.manifests.texts import Finder, items, lines, of_json, of_toml, table
from phantasm.workspace.manifests.yaml_leaves import leaves

_CARGO_SECTIONS = ("dependencies", "dev-dependencies", "build-dependencies")
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


def read_cargo_lock(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read Cargo.lock."""
    return [Dependency("rust", *one) for one in packages(text, file)]


def read_toolchain(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read rust-toolchain.toml, and the older file that holds only the channel."""
    channel = table(of_toml(text), "toolchain").get("channel")
    found = _CHANNEL.fullmatch(channel if isinstance(channel, str) else text.strip())
    line = Finder(text).line(found[1]) if found else 0
    return [Dependency("rust", "rust", locked=found[1], file=file, line=line, loose=True)] if found else []


def _tables(data: JsonObject) -> list[JsonObject]:
    return [table(data, section) for section in _CARGO_SECTIONS]


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


_GEM = re.compile(
    r"""\s*(?:gem|\w+\.add_(?:runtime_|development_)?dependency)[\s(]+["']([\w.-]+)["']((?:\s*,\s*["'][^"']*["'])*)"""
)
_RUBY = re.compile(r"""\s*ruby[\s(]+["']([^"']+)["']((?:\s*,\s*["'][^"']*["'])*)""")
_NEEDED = re.compile(r"""\s*\w+\.required_ruby_version\s*=\s*(.+)""")
_QUOTED = re.compile(r"""["']([^"']*)["']""")
_PLAIN = re.compile(r"=?\s*(\d[\w.]*)")
_GEM_LOCKED = re.compile(r" {4}([\w.-]+) \(([\d][\w.]*)(?:-[\w.-]+)?\)")
_LOCKED_RUBY = re.compile(r"\s+ruby (\d+(?:\.\d+)*)\S*")


def read_gems(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read a Gemfile or a gemspec, line by line."""
    found = []
    for number, line in lines(text):
        gem = _GEM.match(line)
        if gem:
            specs = _QUOTED.findall(gem[2])
            pin = _PLAIN.fullmatch(specs[0]) if len(specs) == 1 else None
            found.append(Dependency("ruby", gem[1], ", ".join(specs), pin[1] if pin else "", file, number))
            continue
        ruby = _RUBY.match(line)
        needed = _NEEDED.match(line)
        specs = [ruby[1], *_QUOTED.findall(ruby[2])] if ruby else _QUOTED.findall(needed[1]) if needed else []
        if specs:
            pin = _PLAIN.fullmatch(specs[0]) if len(specs) == 1 and ruby else None
            spec = ", ".join(specs)
            found.append(Dependency("ruby", "ruby", spec, pin[1] if pin else "", file, number, loose=True))
    return found


def read_gemfile_lock(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read Gemfile.lock; a gem for several platforms is settled once."""
    found: dict[tuple[str, str], Dependency] = {}
    section = ""
    for number, line in lines(text):
        if line and not line[0].isspace():
            section = line.strip()
            continue
        gem = _GEM_LOCKED.fullmatch(line) if section in {"GEM", "PATH", "GIT"} else None
        ruby = _LOCKED_RUBY.fullmatch(line) if section == "RUBY VERSION" else None
        if gem:
            one = Dependency("ruby", gem[1], locked=gem[2], file=file, line=number)
            found.setdefault((one.name, one.locked), one)
        elif ruby:
            found["ruby", ruby[1]] = Dependency("ruby", "ruby", locked=ruby[1], file=file, line=number)
        elif section == "BUNDLED WITH" and line.strip()[:1].isdigit():
            version = line.strip()
            found["bundler", version] = Dependency("ruby", "bundler", locked=version, file=file, line=number)
    return list(found.values())


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


_FROM = re.compile(r"\s*FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+\S+)?\s*", re.IGNORECASE)
_ARGUMENT = re.compile(r"\s*ARG\s+(\w+)=[\"']?([^\"'\s]+)[\"']?\s*", re.IGNORECASE)
_IMAGE_USED = re.compile(r"\$\{?(\w+)(?::?-([^}]*))?\}?")
_TAG = re.compile(r"(?:.*/)?([\w.-]+):[vV]?(\d+(?:\.\d+)*)(?:[-_.+]\S*)?(?:@sha256:\S+)?")


def read_dockerfile(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read the images that a Dockerfile starts from."""
    values: dict[str, str] = {}
    found: list[Dependency] = []
    for number, line in lines(text):
        argument = _ARGUMENT.fullmatch(line)
        if argument:
            values.setdefault(argument[1], argument[2])
        start = _FROM.fullmatch(line)
        if start:
            image = _IMAGE_USED.sub(lambda used: values.get(used[1], used[2] or used[0]), start[1])
            found += image_of(image, file, number)
    return found


def read_services(text: str, file: str, _read: Read) -> list[Dependency]:
    """Read the images of a file in YAML: `image: postgres:16` wherever it stands."""
    found: list[Dependency] = []
    for leaf in leaves(text):
        if leaf.path and leaf.path[-1] in {"image", "container"}:
            found += image_of(_IMAGE_USED.sub(lambda used: used[2] or used[0], leaf.value), file, leaf.line)
    return found


def image_of(image: str, file: str, line: int) -> list[Dependency]:
    """Return what an image and its tag say; nothing for a tag that is no version."""
    found = _TAG.fullmatch(image)
    return [Dependency(IMAGE, found[1], locked=found[2], file=file, line=line, loose=True)] if found else []


_COORDINATES = re.compile(r"""["']([\w.-]+:[\w.-]+):([^"':@]+)(?::[\w.-]+)?(?:@\w+)?["']""")
_GRADLE_NAMED = re.compile(
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
        *((f"{group}:{name}", version) for group, name, version in _GRADLE_NAMED.findall(line)),
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


Catalogue = dict[tuple[str, str], list[Dependency]]
"""By ecosystem and folded name: every statement about it."""

_NAMED: dict[str, Reader] = {
    "pyproject.toml": python_projects.read_pyproject,
    "setup.cfg": python_projects.read_setup_cfg,
    "setup.py": python_projects.read_setup_py,
    "Pipfile": python_projects.read_pipfile,
    "Pipfile.lock": python_locks.read_pipfile_lock,
    "poetry.lock": python_locks.read_packages,
    "uv.lock": python_locks.read_packages,
    "pdm.lock": python_locks.read_packages,
    "pylock.toml": python_locks.read_packages,
    ".python-version": toolchains.only("python"),
    "runtime.txt": toolchains.only("python"),
    "package.json": read_package,
    "pnpm-workspace.yaml": read_workspace,
    "package-lock.json": read_npm,
    "npm-shrinkwrap.json": read_npm,
    "yarn.lock": read_yarn,
    "pnpm-lock.yaml": read_pnpm,
    "bun.lock": read_bun,
    ".nvmrc": toolchains.only("node"),
    ".node-version": toolchains.only("node"),
    "Cargo.toml": read_cargo,
    "Cargo.lock": read_cargo_lock,
    "rust-toolchain": read_toolchain,
    "rust-toolchain.toml": read_toolchain,
    "go.mod": go.read_module,
    "go.work": go.read_module,
    ".go-version": toolchains.only("go"),
    "pom.xml": maven.read_pom,
    "build.gradle": read_build,
    "build.gradle.kts": read_build,
    "settings.gradle": read_build,
    "settings.gradle.kts": read_build,
    "gradle.lockfile": read_lock,
    "libs.versions.toml": read_catalog,
    "gradle-wrapper.properties": read_wrapper,
    "maven-wrapper.properties": read_wrapper,
    ".java-version": toolchains.only("java"),
    ".sdkmanrc": toolchains.read_sdkman,
    "Gemfile": read_gems,
    "gems.rb": read_gems,
    "Gemfile.lock": read_gemfile_lock,
    "gems.locked": read_gemfile_lock,
    ".ruby-version": toolchains.only("ruby"),
    "Directory.Packages.props": dotnet.read_project,
    "Directory.Build.props": dotnet.read_project,
    "packages.lock.json": dotnet.read_lock,
    "packages.config": dotnet.read_config,
    "global.json": dotnet.read_global,
    ".tool-versions": toolchains.read_tool_versions,
    "mise.toml": toolchains.read_mise,
    ".mise.toml": toolchains.read_mise,
    ".gitlab-ci.yml": read_services,
}
_ALIKE: tuple[tuple[re.Pattern[str], Reader], ...] = (
    (
        re.compile(
            r"\A(?:.*/)?(?:[\w.-]*(?:requirements|constraints)[\w.-]*|requirements/[\w.-]+)\.(?:txt|in|lock)"
        ),
        python_locks.read_requirements,
    ),
    (re.compile(r"(?:.*/)?pylock\.[\w-]+\.toml"), python_locks.read_packages),
    (re.compile(r".*\.gemspec"), read_gems),
    (re.compile(r".*\.(?:cs|fs|vb)proj"), dotnet.read_project),
    (re.compile(r"(?:.*/)?(?:Dockerfile|Containerfile)[\w.-]*|.*\.[Dd]ockerfile"), read_dockerfile),
    (re.compile(r"(?:.*/)?(?:docker-)?compose[\w.-]*\.ya?ml"), read_services),
    (re.compile(r"(?:.*/)?\.github/workflows/[^/]+\.ya?ml"), read_services),
    (re.compile(r"(?:.*/)?(?:k8s|kubernetes|deploy|deployment|manifests)/.*\.ya?ml"), read_services),
)
_SUFFIXES = (".txt", ".in", ".lock", ".toml", ".gemspec", "proj", "ockerfile", ".yml", ".yaml")
_PREFIXES = ("Dockerfile", "Containerfile")
_READ: Kept[Dependency] = Kept()


def catalogue(checkout: Checkout) -> Catalogue:
    """Return what the manifests of a checkout say."""
    return checkout.once(_catalogue)


def _catalogue(checkout: Checkout) -> Catalogue:
    known: Catalogue = {}
    for path, reader in _manifests(checkout.paths):
        for one in _READ.read(path, checkout, reader):
            known.setdefault((one.ecosystem, fold(one.name, one.ecosystem)), []).append(one)
    return known


def _manifests(paths: tuple[str, ...]) -> Iterator[tuple[str, Reader]]:
    for path in paths:
        name = path.rpartition("/")[2]
        reader = _NAMED.get(name)
        if reader is None and (name.endswith(_SUFFIXES) or name.startswith(_PREFIXES)):
            reader = next((one for pattern, one in _ALIKE if pattern.fullmatch(path)), None)
        if reader is not None and NOT_OURS.isdisjoint(path.split("/")):
            yield path, reader
