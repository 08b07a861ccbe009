"""Which commands and environment names does a pipeline declare? GitHub, GitLab, CircleCI, Jenkins. Pure."""

import re

from phantasm.workspace.declared.model import Declared, plain
from phantasm.workspace.manifests.model import Read
from phantasm.workspace.manifests.texts import lines
from phantasm.workspace.manifests.yaml_leaves import leaves

_RUN_KEYS = frozenset({"run", "script", "before_script", "after_script", "command", "bash"})
_ENVIRONMENT_KEYS = frozenset({"env", "environment", "variables"})
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
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
        elif any(key in _ENVIRONMENT_KEYS for key in keys[:-1]) and _NAME.fullmatch(keys[-1]):
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
