"""What do several statements about one dependency say together about a claim? Pure.

A lock file decides for the folder it lies in and all below. Where nothing is settled, the constraint speaks:
what it implies holds, what it excludes is wrong, the rest is open. Projects that disagree leave it open.
"""

from dataclasses import dataclass

from phantasm.workspace.manifests.constraints import allowed
from phantasm.workspace.manifests.dotnet import SDK
from phantasm.workspace.manifests.model import Dependency
from phantasm.workspace.manifests.versions import Judgement, Ranges, both, judge

_ASIDE = frozenset(
    "example examples sample samples demo demos doc docs template templates test tests testdata fixtures"
    " __fixtures__ bench benches benchmarks spec e2e".split()
)
"""Folders whose projects speak for themselves: heard only where no other has anything to say."""
_OF_THE_FOLDER_ABOVE = frozenset(
    "requirements gradle wrapper .mvn .config .github workflows docker .docker .devcontainer".split()
)
"""Folders that belong to the project around them."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """What is to be thought of a claim, and the statements that decided."""

    judgement: Judgement
    statements: tuple[Dependency, ...]


def weigh(claim: Ranges, statements: list[Dependency]) -> Weighed:
    """Judge a claim by every statement that counts."""
    counting = telling(statements)
    groups: dict[tuple[str, int], list[Dependency]] = {}
    for one in counting:
        # Two frameworks on one line, and the language and the toolchain of Go, are both so.
        groups.setdefault((one.file, 0 if one.ecosystem == "go" else one.line), []).append(one)
    verdicts: dict[Judgement, list[Dependency]] = {}
    for group in groups.values():
        judged = [(_judge(claim, one), one) for one in group]
        best = next(pair for wanted in ("holds", "open", "wrong") for pair in judged if pair[0] == wanted)
        verdicts.setdefault(best[0], []).append(best[1])
    holding, wrong = verdicts.get("holds", []), verdicts.get("wrong", [])
    if holding and not wrong:
        return Weighed("holds", tuple(holding))
    if wrong and len(verdicts) == 1:
        return Weighed("wrong", tuple(wrong))
    return Weighed("open", tuple(counting))


def telling(statements: list[Dependency]) -> list[Dependency]:
    """Return the statements that count, the most telling first."""
    able = [one for one in statements if allowed(one) is not None]
    if not able:
        return sorted(statements, key=_order)
    able = [one for one in able if not _is_aside(one)] or able
    able = [one for one in able if one.name != SDK or one.ecosystem != "dotnet"] or able
    locks = [one for one in able if one.locked and not one.spec]
    pins = [one for one in able if one.locked and one.spec and not _governed(one, locks)]
    wishes = [one for one in able if not one.locked]
    open_wishes = [one for one in wishes if not _governed(one, locks + pins)]
    return sorted([*_wanted(locks, able), *pins, *open_wishes], key=_order)


def _judge(claim: Ranges, statement: Dependency) -> Judgement:
    said = allowed(statement)
    return "open" if said is None else judge(claim, said)


def _wanted(locks: list[Dependency], able: list[Dependency]) -> list[Dependency]:
    """Return of several settled versions in one file those that a project asks for; all where none is."""
    kept: list[Dependency] = []
    asked = [said for one in able if one.spec and (said := allowed(one)) is not None]
    for file in dict.fromkeys(one.file for one in locks):
        here = [one for one in locks if one.file == file]
        fitting = [one for one in here if any(both(said, allowed(one) or ()) for said in asked)]
        kept += fitting if len(here) > 1 and fitting else here
    return kept


def _governed(statement: Dependency, locks: list[Dependency]) -> bool:
    place = _project(statement.file)
    return any(
        place == (above := _project(lock.file)) or not above or place.startswith(f"{above}/")
        for lock in locks
    )


def _project(file: str) -> str:
    parts = file.split("/")[:-1]
    while parts and parts[-1] in _OF_THE_FOLDER_ABOVE:
        parts.pop()
    return "/".join(parts)


def _is_aside(statement: Dependency) -> bool:
    return not _ASIDE.isdisjoint(statement.file.split("/")[:-1])


def _order(statement: Dependency) -> tuple[bool, bool, int, str, int]:
    depth = statement.file.count("/")
    return (not statement.locked, bool(statement.spec), depth, statement.file, statement.line)
