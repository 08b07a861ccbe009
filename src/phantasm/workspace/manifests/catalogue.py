"""Which manifests does a checkout have, and what do they say? Each is read once per checkout."""

import re
from collections.abc import Iterator

from phantasm.workspace.checkout import Checkout
from phantasm.workspace.manifests import (
    dotnet,
    go,
    gradle,
    images,
    maven,
    node,
    node_locks,
    python_locks,
    python_projects,
    ruby,
    rust,
    toolchains,
)
from phantasm.workspace.manifests.keeping import NOT_OURS, Kept
from phantasm.workspace.manifests.model import Dependency, Reader
from phantasm.workspace.manifests.names import fold

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
    "package.json": node.read_package,
    "pnpm-workspace.yaml": node.read_workspace,
    "package-lock.json": node_locks.read_npm,
    "npm-shrinkwrap.json": node_locks.read_npm,
    "yarn.lock": node_locks.read_yarn,
    "pnpm-lock.yaml": node_locks.read_pnpm,
    "bun.lock": node_locks.read_bun,
    ".nvmrc": toolchains.only("node"),
    ".node-version": toolchains.only("node"),
    "Cargo.toml": rust.read_cargo,
    "Cargo.lock": rust.read_lock,
    "rust-toolchain": rust.read_toolchain,
    "rust-toolchain.toml": rust.read_toolchain,
    "go.mod": go.read_module,
    "go.work": go.read_module,
    ".go-version": toolchains.only("go"),
    "pom.xml": maven.read_pom,
    "build.gradle": gradle.read_build,
    "build.gradle.kts": gradle.read_build,
    "settings.gradle": gradle.read_build,
    "settings.gradle.kts": gradle.read_build,
    "gradle.lockfile": gradle.read_lock,
    "libs.versions.toml": gradle.read_catalog,
    "gradle-wrapper.properties": gradle.read_wrapper,
    "maven-wrapper.properties": gradle.read_wrapper,
    ".java-version": toolchains.only("java"),
    ".sdkmanrc": toolchains.read_sdkman,
    "Gemfile": ruby.read_gems,
    "gems.rb": ruby.read_gems,
    "Gemfile.lock": ruby.read_lock,
    "gems.locked": ruby.read_lock,
    ".ruby-version": toolchains.only("ruby"),
    "Directory.Packages.props": dotnet.read_project,
    "Directory.Build.props": dotnet.read_project,
    "packages.lock.json": dotnet.read_lock,
    "packages.config": dotnet.read_config,
    "global.json": dotnet.read_global,
    ".tool-versions": toolchains.read_tool_versions,
    "mise.toml": toolchains.read_mise,
    ".mise.toml": toolchains.read_mise,
    ".gitlab-ci.yml": images.read_services,
}
_ALIKE: tuple[tuple[re.Pattern[str], Reader], ...] = (
    (
        re.compile(
            r"(?:.*/)?(?:[\w.-]*(?:requirements|constraints)[\w.-]*|requirements/[\w.-]+)\.(?:txt|in|lock)"
        ),
        python_locks.read_requirements,
    ),
    (re.compile(r"(?:.*/)?pylock\.[\w-]+\.toml"), python_locks.read_packages),
    (re.compile(r".*\.gemspec"), ruby.read_gems),
    (re.compile(r".*\.(?:cs|fs|vb)proj"), dotnet.read_project),
    (re.compile(r"(?:.*/)?(?:Dockerfile|Containerfile)[\w.-]*|.*\.[Dd]ockerfile"), images.read_dockerfile),
    (re.compile(r"(?:.*/)?(?:docker-)?compose[\w.-]*\.ya?ml"), images.read_services),
    (re.compile(r"(?:.*/)?\.github/workflows/[^/]+\.ya?ml"), images.read_services),
    (re.compile(r"(?:.*/)?(?:k8s|kubernetes|deploy|deployment|manifests)/.*\.ya?ml"), images.read_services),
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
