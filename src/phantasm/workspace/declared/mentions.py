"""Which commands, ports and environment names does a text cite? Only those that this checkout declares.

A text without the look of one costs nothing, and no file is looked at before something has it.
"""

import re

from phantasm.workspace.anchors.model import Reference
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.declared import commands, ports, variables
from phantasm.workspace.declared.catalogue import catalogue
from phantasm.workspace.declared.invocations import wanted
from phantasm.workspace.declared.model import plain
from phantasm.workspace.manifests.mentions import LONGEST_TEXT
from phantasm.workspace.manifests.wording import lasting_sentences

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

_ENVIRONMENT = re.compile(r"\b(?:env|environment|variables?|export|unset|set)\b", re.IGNORECASE)


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
    for sentence in lasting_sentences(text[:LONGEST_TEXT]):
        for command in [*_QUOTED.findall(sentence), *_COMMAND.findall(_QUOTED.sub("", sentence))]:
            if " " in command.strip() or "/" in command:
                found.setdefault(Reference("command", plain(command)), True)
        for port in _PORT.findall(sentence):
            found.setdefault(Reference("port", port), True)
        for name in _VARIABLE.finditer(sentence):
            is_sure = name[0].startswith("$") or _ENVIRONMENT.search(sentence) is not None
            found[Reference("variable", name[1])] = is_sure or found.get(
                Reference("variable", name[1]), False
            )
    return list(found.items())


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
