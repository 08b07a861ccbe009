"""Which files of a checkout declare commands, ports and environment names, and what do they declare?

Each file is read once per checkout.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from phantasm.workspace.checkout import Checkout
from phantasm.workspace.declared import task_files
from phantasm.workspace.declared.model import OPEN_ENDED, Declared, Reader, plain, ports_of, tasks
from phantasm.workspace.manifests.keeping import NOT_OURS, Kept
from phantasm.workspace.manifests.model import Read
from phantasm.workspace.manifests.texts import Finder, beside, items, lines, of_json, of_toml, table
from phantasm.workspace.manifests.yaml_leaves import Leaf, leaves

_ENVIRONMENT = re.compile(r"\s*(?:#\s*)?(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)")
_COMMENTED = re.compile(r"\s*#")
_COMPOSE_PORT = re.compile(r"""["']?(\d{2,5})["']?\s*(?:#.*)?""")
_PORT_KEY = re.compile(
    r"""(?:^|[\s,{])["']?([\w.-]*port)["']?\s*[:=]\s*["']?(\d{2,5})["']?(?![\w.])""", re.IGNORECASE
)
_ENVIRONMENT_PORT = re.compile(r"process\.env\.(\w*PORT)\s*(?:\|\||\?\?)\s*[\"']?(\d{2,5})")
_TERRAFORM = re.compile(r"""^\s*(?:name\s*=\s*)?["']?([A-Z][A-Z0-9]*_[A-Z0-9_]+)["']?\s*(?:=.*)?$""")


def read_environment(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the names of a .env file, and those of its values that are ports; other values are never kept."""
    found: list[Declared] = []
    for number, line in lines(text):
        assigned = _ENVIRONMENT.fullmatch(line)
        # A sample shows what may be set by a comment; only a name in capitals is one, not a sentence.
        if assigned is None or (_COMMENTED.match(line) and not assigned[1].isupper()):
            continue
        name = assigned[1]
        found.append(Declared("variable", name, file, number))
        port = _COMPOSE_PORT.fullmatch(assigned[2].strip())
        if port and name.upper().endswith("PORT"):
            found.append(Declared("port", port[1], file, number, key=name))
    return found


def read_yaml(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the ports of configuration in YAML: every key that ends with `port`."""
    return [
        Declared("port", leaf.value, file, leaf.line, key=".".join(leaf.path))
        for leaf in leaves(text)
        if leaf.path and leaf.path[-1].lower().endswith("port") and _COMPOSE_PORT.fullmatch(leaf.value)
    ]


def read_lines(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the ports of any other configuration, line by line."""
    found: list[Declared] = []
    counted: dict[str, int] = {}
    for number, line in lines(text):
        if line.lstrip().startswith(("#", "//", "*")):
            continue
        for name, port in [*_PORT_KEY.findall(line), *_ENVIRONMENT_PORT.findall(line)]:
            # Several keys of one name are told apart by their order.
            counted[name] = counted.get(name, -1) + 1
            key = f"{name}.{counted[name]}" if counted[name] else name
            found.append(Declared("port", port, file, number, key=key))
    return found


def read_terraform(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the environment names that Terraform sets."""
    found = ((number, _TERRAFORM.match(line)) for number, line in lines(text))
    return [Declared("variable", name[1], file, number) for number, name in found if name]


_RUN_KEYS = frozenset({"run", "script", "before_script", "after_script", "command", "bash"})
_ENVIRONMENT_KEYS = frozenset({"env", "environment", "variables"})
_STEP_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SHELL = re.compile(
    r"""\bsh\s*\(?\s*(?:script:\s*)?(?:"{3}(.*?)"{3}|'{3}(.*?)'{3}|"([^"\n]*)"|'([^'\n]*)')""", re.DOTALL
)
_LONGEST_JENKINSFILE = 60_000
"""Characters; longer ones are generated, and the patterns over many lines must stay quick."""
_BLOCK = re.compile(r"environment\s*\{([^{}]*)\}")


def read_pipeline(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the lines that a pipeline in YAML runs, and the environment names it sets."""
    found: list[Declared] = []
    for leaf in leaves(text):
        keys = [part for part in leaf.path if not part.isdigit()]
        if not keys:
            continue
        if keys[-1] in _RUN_KEYS:
            found += run_lines(leaf.value, file, leaf.line)
        elif any(key in _ENVIRONMENT_KEYS for key in keys[:-1]) and _STEP_NAME.fullmatch(keys[-1]):
            found.append(Declared("variable", keys[-1], file, leaf.line))
    return found


def read_jenkinsfile(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the shell lines of a Jenkinsfile, and its environment blocks."""
    text = text[:_LONGEST_JENKINSFILE]
    found: list[Declared] = []
    for match in _SHELL.finditer(text):
        command = next((part for part in match.groups() if part), "")
        found += run_lines(command, file, text.count("\n", 0, match.start()) + 1)
    for block in _BLOCK.finditer(text):
        first = text.count("\n", 0, block.start()) + 1
        names = ((number, re.match(r"\s*(\w+)\s*=", line)) for number, line in lines(block[1]))
        found += [Declared("variable", name[1], file, first + number - 1) for number, name in names if name]
    return found


def run_lines(text: str, file: str, first: int) -> list[Declared]:
    """Return the commands of a script, one a line; a line that goes on is one."""
    found: list[Declared] = []
    number = first
    for line in text.split("\n"):
        command = plain(line)
        if command and not command.startswith("#"):
            found.append(Declared("line", command, file, number))
        number += 1
    return found


_GRADLE_TASK = re.compile(
    r"""(?:^|\s)task[\s(]+["']?(\w+)|tasks\.(?:register|create)\s*(?:<[^>]*>)?\s*\(\s*["'](\w+)["']"""
)
_EXECUTABLES = re.compile(r"\.executables\s*(?:=|<<)\s*(.+)")
_WORDS = re.compile(r"""["']([\w.-]+)["']|%w\[([^\]]*)\]""")


def read_package(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the scripts of package.json, the programs it installs, and the ports that scripts name."""
    data = of_json(text)
    finder = Finder(text)
    finder.key("scripts")
    found: list[Declared] = []
    for name, command in table(data, "scripts").items():
        line = finder.key(name)
        found.append(Declared("task", name, file, line, "script"))
        if isinstance(command, str):
            found.append(Declared("line", plain(command), file, line))
            found += ports_of(command, file, line, f"scripts.{name}")
    line = Finder(text).key("bin")
    return found + tasks("program", dict.fromkeys(_programs(data.get("bin"), data.get("name")), line), file)


def read_pyproject(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the scripts of pyproject.toml and the tasks of the tools that keep theirs there."""
    data = of_toml(text)
    tool = table(data, "tool")
    programs = table(data, "project", "scripts") | table(data, "project", "gui-scripts")
    programs |= table(tool, "poetry", "scripts")
    environments = table(tool, "hatch", "envs")
    hatch = [(name, script) for name, one in environments.items() for script in table(one, "scripts")]
    hatched = {script if name == "default" else f"{name}:{script}": 0 for name, script in hatch}
    hatched |= {script: 0 for _, script in hatch}
    tox = table(tool, "tox", "env") | dict.fromkeys(map(str, items(table(tool, "tox").get("env_list"))))
    groups: list[tuple[str, dict[str, object]]] = [
        ("program", programs),
        ("poe", table(tool, "poe", "tasks")),
        ("pdm", table(tool, "pdm", "scripts")),
        ("rye", table(tool, "rye", "scripts")),
        ("hatch", dict(hatched)),
        ("tox", tox),
    ]
    return [
        Declared("task", name, file, Finder(text).key(name.rpartition(":")[2]), runner)
        for runner, group in groups
        for name in group
        if not name.startswith("_.")
    ]


def _programs(given: object, package: object) -> list[str]:
    if isinstance(given, str) and isinstance(package, str):
        return [package.rpartition("/")[2]]
    return list(table(given))


def read_pipfile(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the scripts of a Pipfile."""
    finder = Finder(text)
    return tasks("pipenv", {name: finder.key(name) for name in table(of_toml(text), "scripts")}, file)


def read_cargo(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the programs and examples of Cargo.toml."""
    data = of_toml(text)
    name = table(data, "package").get("name")
    names = {name: Finder(text).key("name")} if isinstance(name, str) else {}
    for section in ("bin", "example"):
        for one in items(data.get(section)):
            program = table(one).get("name")
            if isinstance(program, str):
                names[program] = Finder(text).line(f'"{program}"')
    return tasks("program", names, file)


def read_gemspec(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the programs that a gem installs."""
    names: dict[str, int] = {}
    for number, line in lines(text):
        found = _EXECUTABLES.search(line)
        for one, many in _WORDS.findall(found[1]) if found else ():
            names |= dict.fromkeys([one] if one else many.split(), number)
    return tasks("program", names, file)


def read_gradle(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the tasks that a Gradle build registers itself; plugins bring more."""
    names: dict[str, int] = {OPEN_ENDED: 1}
    for number, line in lines(text):
        for one, other in _GRADLE_TASK.findall(line):
            names.setdefault(one or other, number)
    return tasks("gradle", names, file)


_RULE = re.compile(r"([^\s:=#][^:=#]*?)\s*&?::?(?!=)(?:[^=]|$)")
_INCLUDE = re.compile(r"[-s]?include\s+(.+)")
_PLAIN_TARGET = re.compile(r"[\w./+@-]+")
_SUFFIX_RULE = re.compile(r"\.[a-z]{1,4}(?:\.[a-z]{1,4})?")
_WORD = re.compile(r"[A-Za-z][\w.-]*")
SPOKEN_OF = "make?"
"""The runner of words that stand in a Makefile without a rule: make may have a rule of its own for them."""
_MOST_FILES = 30
"""Included files; a ring of includes ends here."""


def read_makefile(text: str, file: str, read: Read) -> list[Declared]:
    """Read the targets of a Makefile and of the files it includes."""
    found: list[Declared] = []
    waiting = [(text, file)]
    known = {file}
    while waiting:
        body, place = waiting.pop(0)
        names, spoken, includes = _targets(body)
        for name in includes:
            path = beside(place, name) if "$" not in name and "*" not in name else None
            # What an include means is told from where make runs, which is the first file's folder.
            for there in (path, beside(file, name) if path else None):
                other = read(there) if there and there not in known else None
                if there and other is not None and len(known) < _MOST_FILES:
                    known.add(there)
                    waiting.append((other, there))
                    break
            else:
                if path not in known:
                    names[OPEN_ENDED] = 1
        found += tasks("make", names, place) + tasks(SPOKEN_OF, spoken, place)
    return found


def _targets(text: str) -> tuple[dict[str, int], dict[str, int], list[str]]:
    """Return the targets, other words outside recipes, and the includes."""
    names: dict[str, int] = {}
    spoken: dict[str, int] = {}
    includes: list[str] = []
    inside_define = False
    for number, line in lines(text.replace("\\\n", "  ")):
        if line.startswith(("define ", "endef")):
            inside_define = line.startswith("define ")
        if inside_define or line.startswith(("\t", "#")) or not line.strip():
            continue
        include = _INCLUDE.match(line)
        rule = None if include else _RULE.match(line)
        if include:
            includes += include[1].partition("#")[0].split()
        for name in rule[1].split() if rule and not rule[1].startswith("export ") else ():
            if "%" in name or "$" in name or _SUFFIX_RULE.fullmatch(name):
                names[OPEN_ENDED] = number
            elif _PLAIN_TARGET.fullmatch(name) and not name.startswith("."):
                names.setdefault(name, number)
        spoken |= dict.fromkeys(_WORD.findall(line), number)
    return names, {word: number for word, number in spoken.items() if word not in names}, includes


_INSTRUCTION = re.compile(r"\s*(EXPOSE|ENV|ARG|RUN|CMD|ENTRYPOINT)\s+(.+)", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ASSIGNED = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=")
_DEFAULT = re.compile(r"\$\{(\w+):?-([^}]*)\}")
_PORT = re.compile(r"\d{2,5}")
_FORM = re.compile(r"\[(.*)\]", re.DOTALL)
_KUBERNETES_PORTS = frozenset({"containerPort", "port", "targetPort", "nodePort", "hostPort"})


def read_compose(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the services of a compose file, their ports and environment names."""
    found: list[Declared] = []
    services: dict[str, int] = {}
    for leaf in leaves(text):
        if leaf.path[0] != "services" or len(leaf.path) < 2:  # noqa: PLR2004  a service has a name
            continue
        service, rest = leaf.path[1], leaf.path[2:]
        services.setdefault(service, leaf.line)
        key = ".".join(leaf.path)
        match rest:
            case ("ports" | "expose", _):
                found += _mapped(leaf.value, file, leaf.line, key)
            case ("ports", _, "target" | "published"):
                found += _port(leaf.value, file, leaf.line, key)
            case ("environment" | "build", *_, last):
                name = leaf.value.partition("=")[0] if last.isdigit() else last
                if (rest[0] == "environment" or rest[1:2] == ("args",)) and _NAME.fullmatch(name):
                    found += [Declared("variable", name, file, leaf.line)]
                    found += _port_of_name(name, leaf, file, last_is_index=last.isdigit())
            case ("command" | "entrypoint",):
                found.append(Declared("line", plain(leaf.value), file, leaf.line))
                found += ports_of(leaf.value, file, leaf.line, key)
            case _:
                pass
        found += [
            Declared("variable", name, file, leaf.line) for name in re.findall(r"\$\{(\w+)", leaf.value)
        ]
    return found + [Declared("task", name, file, line, "service") for name, line in services.items()]


def read_dockerfile(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the ports, environment names and commands of a Dockerfile."""
    found: list[Declared] = []
    exposed = 0
    for number, line in lines(text.replace("\\\n", "  ")):
        instruction = _INSTRUCTION.fullmatch(line)
        if instruction is None:
            continue
        word, rest = instruction[1].upper(), instruction[2].strip()
        match word:
            case "EXPOSE":
                for port in rest.split():
                    found += _port(port.partition("/")[0], file, number, f"EXPOSE.{exposed}")
                    exposed += 1
            case "ENV" | "ARG":
                names = _ASSIGNED.findall(rest) or rest.split()[:1]
                found += [Declared("variable", name, file, number) for name in names if _NAME.fullmatch(name)]
            case _:
                form = _FORM.fullmatch(rest)
                command = " ".join(re.findall(r'"((?:[^"\\]|\\.)*)"', form[1])) if form else rest
                found += [Declared("line", plain(part), file, number) for part in re.split(r"&&|;", command)]
                found += ports_of(command, file, number, word)
    return found


def read_kubernetes(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the ports and environment names of Kubernetes objects."""
    found: list[Declared] = []
    for leaf in leaves(text):
        last = leaf.path[-1] if leaf.path else ""
        if last in _KUBERNETES_PORTS:
            found += _port(leaf.value, file, leaf.line, ".".join(leaf.path))
        elif last == "name" and "env" in leaf.path and _NAME.fullmatch(leaf.value):
            found.append(Declared("variable", leaf.value, file, leaf.line))
        elif leaf.path[0] == "data" and last.isupper() and _NAME.fullmatch(last):
            found.append(Declared("variable", last, file, leaf.line))
    return found


def _mapped(value: str, file: str, line: int, key: str) -> list[Declared]:
    """Read `127.0.0.1:8080:80/tcp` and shorter forms: the port outside and the one inside."""
    known = _DEFAULT.sub(r"\2", value).partition("/")[0]
    *_, outside, inside = ["", *known.split(":")]
    return _port(outside, file, line, f"{key}.host") + _port(inside, file, line, f"{key}.container")


def _port(value: str, file: str, line: int, key: str) -> list[Declared]:
    known = _DEFAULT.sub(r"\2", value)
    return [Declared("port", known, file, line, key=key)] if _PORT.fullmatch(known) else []


def _port_of_name(name: str, leaf: Leaf, file: str, *, last_is_index: bool) -> list[Declared]:
    """Return the port that an environment name such as PORT or API_PORT is set to."""
    if not name.upper().endswith("PORT"):
        return []
    value = leaf.value.partition("=")[2] if last_is_index else leaf.value
    return _port(value, file, leaf.line, f"{'.'.join(leaf.path[:2])}.{name}")


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
    "makefile": read_makefile,
    "gnumakefile": read_makefile,
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
    "package.json": read_package,
    "pyproject.toml": read_pyproject,
    "pipfile": read_pipfile,
    "cargo.toml": read_cargo,
    "build.gradle": read_gradle,
    "build.gradle.kts": read_gradle,
    ".gitlab-ci.yml": read_pipeline,
    "azure-pipelines.yml": read_pipeline,
    "jenkinsfile": read_jenkinsfile,
    "config.ru": read_lines,
    "puma.rb": read_lines,
}
_ALIKE: tuple[tuple[re.Pattern[str], Reader], ...] = (
    (re.compile(r".*\.rake"), task_files.read_rakefile),
    (re.compile(r"(?:.*/)?\.cargo/config(?:\.toml)?"), task_files.read_cargo_config),
    (re.compile(r".*\.gemspec"), read_gemspec),
    (
        re.compile(r"(?:.*/)?(?:Dockerfile|Containerfile)[\w.-]*|.*\.[Dd]ockerfile"),
        read_dockerfile,
    ),
    (re.compile(r"(?:.*/)?(?:docker-)?compose[\w.-]*\.ya?ml"), read_compose),
    (
        re.compile(r"\A(?:.*/)?(?:k8s|kubernetes|deploy|deployment|manifests|helm|charts)/.*\.ya?ml"),
        read_kubernetes,
    ),
    (
        re.compile(r"(?:.*/)?\.(?:github/workflows|circleci|forgejo/workflows|gitea/workflows)/[^/]+\.ya?ml"),
        read_pipeline,
    ),
    (
        re.compile(r"(?:.*/)?(?:\.env[\w.-]*|[\w.-]+\.env|env\.(?:example|sample|template))"),
        read_environment,
    ),
    (
        re.compile(
            r"(?:.*/)?(?:application[\w-]*|config[\w.-]*|settings[\w.-]*)\.ya?ml|(?:.*/)?config/.*\.ya?ml"
        ),
        read_yaml,
    ),
    (
        re.compile(
            r"(?:.*/)?(?:vite|next|nuxt|vue|astro|svelte|webpack|playwright)\.config\.\w+"
            r"|(?:.*/)?(?:application[\w-]*|config[\w.-]*|settings[\w.-]*|launchSettings)\.(?:toml|json|jsonc|ini|cfg|conf|properties|py|js|ts|rb)"
            r"|(?:.*/)?config/.*\.(?:toml|json|ini|cfg|conf|properties|py|js|ts|rb)|(?:.*/)?appsettings[\w.]*\.json|.*\.conf"
        ),
        read_lines,
    ),
    (re.compile(r".*\.tf"), read_terraform),
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
