"""Which environment names and ports do settings declare? `.env` files, configuration, Terraform. Pure."""

import re

from phantasm.workspace.declared.model import Declared
from phantasm.workspace.manifests.model import Read
from phantasm.workspace.manifests.texts import lines
from phantasm.workspace.manifests.yaml_leaves import leaves

_ENVIRONMENT = re.compile(r"\s*(?:#\s*)?(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)")
_COMMENTED = re.compile(r"\s*#")
_PORT = re.compile(r"""["']?(\d{2,5})["']?\s*(?:#.*)?""")
_PORT_KEY = re.compile(
    r"""(?:^|[\s,{])["']?([\w.-]*port)["']?\s*[:=]\s*["']?(\d{2,5})["']?(?![\w.])""", re.IGNORECASE
)
_DEFAULT = re.compile(r"process\.env\.(\w*PORT)\s*(?:\|\||\?\?)\s*[\"']?(\d{2,5})")
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
        port = _PORT.fullmatch(assigned[2].strip())
        if port and name.upper().endswith("PORT"):
            found.append(Declared("port", port[1], file, number, key=name))
    return found


def read_yaml(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the ports of configuration in YAML: every key that ends with `port`."""
    return [
        Declared("port", leaf.value, file, leaf.line, key=".".join(leaf.path))
        for leaf in leaves(text)
        if leaf.path and leaf.path[-1].lower().endswith("port") and _PORT.fullmatch(leaf.value)
    ]


def read_lines(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the ports of any other configuration, line by line."""
    found: list[Declared] = []
    counted: dict[str, int] = {}
    for number, line in lines(text):
        if line.lstrip().startswith(("#", "//", "*")):
            continue
        for name, port in [*_PORT_KEY.findall(line), *_DEFAULT.findall(line)]:
            # Several keys of one name are told apart by their order.
            counted[name] = counted.get(name, -1) + 1
            key = f"{name}.{counted[name]}" if counted[name] else name
            found.append(Declared("port", port, file, number, key=key))
    return found


def read_terraform(text: str, file: str, _read: Read) -> list[Declared]:
    """Read the environment names that Terraform sets."""
    found = ((number, _TERRAFORM.match(line)) for number, line in lines(text))
    return [Declared("variable", name[1], file, number) for number, name in found if name]
