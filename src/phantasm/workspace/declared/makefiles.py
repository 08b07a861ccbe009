"""Which targets does a Makefile have, its includes among them? Pure."""

import re

from phantasm.workspace.declared.model import OPEN_ENDED, Declared, tasks
from phantasm.workspace.manifests.model import Read
from phantasm.workspace.manifests.texts import beside, lines

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
