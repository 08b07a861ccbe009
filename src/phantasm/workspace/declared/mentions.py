"""Which commands, ports and environment names does a text cite? Only those that this checkout declares.

A text without the look of one costs nothing, and no file is looked at before something has it.
"""

import re
from typing import NamedTuple

from phantasm.workspace.anchors.model import Reference
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.declared import commands, ports, variables
from phantasm.workspace.declared.catalogue import catalogue
from phantasm.workspace.declared.invocations import wanted
from phantasm.workspace.declared.model import plain
from phantasm.workspace.manifests.mentions import LONGEST_TEXT
from phantasm.workspace.manifests.wording import is_lasting, sentences

MOST = 8
"""References of one text; more is a list, not a statement."""
_MOST_CANDIDATES = 40
_MOST_SEARCHES = 8
"""Names that are looked for in the sources because no file declares them; each costs a search by git."""

_QUOTED = re.compile(r"`([^`\n]{2,200})`")
_COMMAND = re.compile(
    r"(?<![\w`/.-])((?:make|just|task|rake|nox|tox|poe|npm(?: run)?|pnpm(?: run)?|yarn(?: run)?|bun run"
    r"|composer(?: run)?|bundle exec rake|docker compose (?:up|run|exec|restart)|\./gradlew|\./mvnw)"
    r" (?:-[\w-]+ )*[A-Za-z][\w:.-]*\w)"
)
_PORT = re.compile(
    r"(?:\bports?\s+(?:number\s+)?`?|\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0):|\blisten\w*\s+on\s+`?:?|(?<=\s):|`:)(\d{2,5})\b(?!\.\d|%)",
    re.IGNORECASE,
)
_VARIABLE = re.compile(
    r"(?<![\w.-])\$?\{?([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]|(?<=\$)[A-Z]{2,}|(?<=`)[A-Z]{2,}(?=`))\b(?!\()"
)

# Nothing that is cited does without these, and most sentences have none.
_DIGITS = re.compile(r"\d\d")
_RUNNERS = tuple(f"{name} " for name in "make just task rake nox tox poe npm pnpm yarn bun composer".split())
_RUNNERS += ("run ", "exec ", "docker compose ", "./gradlew ", "./mvnw ")

_ENVIRONMENT = re.compile(r"\b(?:env|environment|variables?|export|unset|set)\b", re.IGNORECASE)


class _Cited(NamedTuple):
    """What in one sentence has the look of a command, a port or a name of the environment."""

    commands: list[str]
    ports: list[str]
    variables: list[re.Match[str]]


def mentioned(text: str, checkout: Checkout) -> list[Reference]:
    """Return what a text cites of what this checkout declares."""
    found: list[Reference] = []
    searches = 0
    for reference, is_sure in _candidates(text)[:_MOST_CANDIDATES]:
        if len(found) >= MOST:
            break
        if reference.kind == "variable" and reference.name not in catalogue(checkout).variables:
            # Most names in capitals are constants; each search costs a run of git.
            searches += 1
            if not is_sure or searches > _MOST_SEARCHES:
                continue
        if _is_declared(reference, checkout):
            found.append(reference)
    return found


def _candidates(text: str) -> list[tuple[Reference, bool]]:
    """Return what a text may cite, and whether its words leave no doubt about what kind of thing it is."""
    found: dict[Reference, bool] = {}
    for sentence in sentences(text[:LONGEST_TEXT]):
        cited = _cited(sentence)
        if cited is None or not is_lasting(sentence):
            continue
        for command in cited.commands:
            if " " in command.strip() or "/" in command:
                found.setdefault(Reference("command", plain(command)), True)
        for port in cited.ports:
            found.setdefault(Reference("port", port), True)
        for name in cited.variables:
            is_sure = name[0].startswith("$") or _ENVIRONMENT.search(sentence) is not None
            found[Reference("variable", name[1])] = is_sure or found.get(
                Reference("variable", name[1]), False
            )
    return list(found.items())


def _cited(sentence: str) -> _Cited | None:
    """Return what in a sentence has the look of something that is declared; None for most sentences."""
    commands: list[str] = []
    if "`" in sentence:
        commands = [*_QUOTED.findall(sentence), *_COMMAND.findall(_QUOTED.sub("", sentence))]
    elif any(runner in sentence for runner in _RUNNERS):
        commands = _COMMAND.findall(sentence)
    ports = _PORT.findall(sentence) if _DIGITS.search(sentence) else []
    variables = list(_VARIABLE.finditer(sentence)) if any(sign in sentence for sign in "_$`") else []
    return _Cited(commands, ports, variables) if commands or ports or variables else None


def _is_declared(reference: Reference, checkout: Checkout) -> bool:
    match reference.kind:
        case "command":
            # A bare path is a file, which is cited as such.
            asks = [want for want in wanted(reference.name) if want.runner != "file" or " " in reference.name]
            runs = plain(reference.name) in catalogue(checkout).lines
            return (bool(asks) or runs) and commands.see(reference, checkout) is not None
        case "port":
            return ports.see(reference, checkout) is not None
        case _:
            return variables.see(reference, checkout) is not None
