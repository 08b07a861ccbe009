"""Which services, ports and environment names do Compose, Docker and Kubernetes declare? Pure."""

import re

from phantasm.workspace.declared.model import Declared, plain, ports_of
from phantasm.workspace.manifests.model import Read
from phantasm.workspace.manifests.texts import lines
from phantasm.workspace.manifests.yaml_leaves import Leaf, leaves

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
