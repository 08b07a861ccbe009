"""Which files of a checkout declare commands, ports and environment names, and what do they declare?

Each file is read once per checkout.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from phantasm.workspace.checkout import Checkout
from phantasm.workspace.declared import (
    containers,
    makefiles,
    packages,
    pipelines,
    settings_files,
    task_files,
)
from phantasm.workspace.declared.model import OPEN_ENDED, Declared, Reader
from phantasm.workspace.manifests.keeping import NOT_OURS, Kept


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Everything that is declared."""

    tasks: dict[tuple[str, str], list[Declared]] = field(default_factory=dict)
    """By runner and name."""
    runners: dict[str, list[str]] = field(default_factory=dict)
    """The files that declare tasks for a runner."""
    open_ended: set[str] = field(default_factory=set)
    """Runners whose files give more than can be read from them."""
    lines: dict[str, list[Declared]] = field(default_factory=dict)
    """Commands that files run, by the command."""
    ports: dict[str, list[Declared]] = field(default_factory=dict)
    variables: dict[str, list[Declared]] = field(default_factory=dict)

    def add(self, one: Declared) -> None:
        """Put a declaration where it is looked for."""
        match one.kind:
            case "task" if one.name == OPEN_ENDED:
                self.open_ended.add(one.runner)
            case "task":
                self.tasks.setdefault((one.runner, one.name), []).append(one)
            case "line":
                self.lines.setdefault(one.name, []).append(one)
            case "port":
                self.ports.setdefault(one.name, []).append(one)
            case "variable":
                self.variables.setdefault(one.name, []).append(one)
        if one.kind == "task" and one.file not in (files := self.runners.setdefault(one.runner, [])):
            files.append(one.file)


_NAMED: dict[str, Reader] = {
    "makefile": makefiles.read_makefile,
    "gnumakefile": makefiles.read_makefile,
    "justfile": task_files.read_justfile,
    ".justfile": task_files.read_justfile,
    "taskfile.yml": task_files.read_taskfile,
    "taskfile.yaml": task_files.read_taskfile,
    "taskfile.dist.yml": task_files.read_taskfile,
    "rakefile": task_files.read_rakefile,
    "tox.ini": task_files.read_tox,
    "noxfile.py": task_files.read_noxfile,
    "procfile": task_files.read_procfile,
    "procfile.dev": task_files.read_procfile,
    "composer.json": task_files.read_scripts("scripts", "composer"),
    "deno.json": task_files.read_scripts("tasks", "deno"),
    "deno.jsonc": task_files.read_scripts("tasks", "deno"),
    "package.json": packages.read_package,
    "pyproject.toml": packages.read_pyproject,
    "pipfile": packages.read_pipfile,
    "cargo.toml": packages.read_cargo,
    "build.gradle": packages.read_gradle,
    "build.gradle.kts": packages.read_gradle,
    ".gitlab-ci.yml": pipelines.read_pipeline,
    "azure-pipelines.yml": pipelines.read_pipeline,
    "jenkinsfile": pipelines.read_jenkinsfile,
    "config.ru": settings_files.read_lines,
    "puma.rb": settings_files.read_lines,
}
_ALIKE: tuple[tuple[re.Pattern[str], Reader], ...] = (
    (re.compile(r".*\.rake"), task_files.read_rakefile),
    (re.compile(r"(?:.*/)?\.cargo/config(?:\.toml)?"), task_files.read_cargo_config),
    (re.compile(r".*\.gemspec"), packages.read_gemspec),
    (
        re.compile(r"(?:.*/)?(?:Dockerfile|Containerfile)[\w.-]*|.*\.[Dd]ockerfile"),
        containers.read_dockerfile,
    ),
    (re.compile(r"(?:.*/)?(?:docker-)?compose[\w.-]*\.ya?ml"), containers.read_compose),
    (
        re.compile(r"(?:.*/)?(?:k8s|kubernetes|deploy|deployment|manifests|helm|charts)/.*\.ya?ml"),
        containers.read_kubernetes,
    ),
    (
        re.compile(r"(?:.*/)?\.(?:github/workflows|circleci|forgejo/workflows|gitea/workflows)/[^/]+\.ya?ml"),
        pipelines.read_pipeline,
    ),
    (
        re.compile(r"(?:.*/)?(?:\.env[\w.-]*|[\w.-]+\.env|env\.(?:example|sample|template))"),
        settings_files.read_environment,
    ),
    (
        re.compile(
            r"(?:.*/)?(?:application[\w-]*|config[\w.-]*|settings[\w.-]*)\.ya?ml|(?:.*/)?config/.*\.ya?ml"
        ),
        settings_files.read_yaml,
    ),
    (
        re.compile(
            r"(?:.*/)?(?:vite|next|nuxt|vue|astro|svelte|webpack|playwright)\.config\.\w+"
            r"|(?:.*/)?(?:application[\w-]*|config[\w.-]*|settings[\w.-]*|launchSettings)\.(?:toml|json|jsonc|ini|cfg|conf|properties|py|js|ts|rb)"
            r"|(?:.*/)?config/.*\.(?:toml|json|ini|cfg|conf|properties|py|js|ts|rb)|(?:.*/)?appsettings[\w.]*\.json|.*\.conf"
        ),
        settings_files.read_lines,
    ),
    (re.compile(r".*\.tf"), settings_files.read_terraform),
)
_STARTS = tuple(
    ".env env. Dockerfile Containerfile docker-compose compose config settings application appsettings"
    " launchSettings vite. next. nuxt. vue. astro. svelte. webpack. playwright.".split()
)
_ENDS = (".rake", ".gemspec", ".env", ".tf", ".conf", "ockerfile")
_FOLDERS = frozenset(
    "k8s kubernetes deploy deployment manifests helm charts config .cargo workflows .circleci".split()
)
_READ: Kept[Declared] = Kept()


def catalogue(checkout: Checkout) -> Catalogue:
    """Return what the files of a checkout declare."""
    return checkout.once(_catalogue)


def _catalogue(checkout: Checkout) -> Catalogue:
    known = Catalogue()
    for path, reader in _files(checkout.paths):
        for one in _READ.read(path, checkout, reader):
            known.add(one)
    return known


def _files(paths: tuple[str, ...]) -> Iterator[tuple[str, Reader]]:
    for path in paths:
        *folders, name = path.split("/")
        reader = _NAMED.get(name.lower())
        # The patterns are slower than the names; most files are neither.
        if reader is None and (
            name.startswith(_STARTS) or name.endswith(_ENDS) or not _FOLDERS.isdisjoint(folders)
        ):
            reader = next((one for pattern, one in _ALIKE if pattern.fullmatch(path)), None)
        if reader is not None and NOT_OURS.isdisjoint(folders):
            yield path, reader
