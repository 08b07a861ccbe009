"""What do several statements about one dependency say together about a claim? Pure.

A lock file decides for the folder it lies in and all below. Where nothing is settled, the constraint speaks:
what it implies holds, what it excludes is wrong, the rest is open. Projects that disagree leave it open.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from phantasm.workspace.manifests.dotnet import SDK
from phantasm.workspace.manifests.model import IMAGE, Dependency
from phantasm.workspace.manifests.versions import (
    ANY,
    Judgement,
    Ranges,
    Version,
    at_least,
    at_most,
    beginning,
    both,
    bumped,
    compared,
    earlier,
    exactly,
    judge,
    later,
    parse,
    starred,
    up_to,
    without,
)

_TERM = re.compile(r"(?:(===|~=|==|!=|>=|<=|=>|=<|~>|\^|~|>|<|=)\s*)?([^\s,|<>=~^!][^\s,|<>=~^]*)")
_HYPHEN = re.compile(r"(\S+)\s+-\s+(\S+)")
_INTERVAL = re.compile(r"([\[(\]])([^,\[\]()]*)(?:(,)([^,\[\]()]*))?([\])\[])")
_NODE_PREFIX = re.compile(r"(?:workspace|npm|catalog|patch|jsr):(?:(?:@[^/@]+/)?[^/@\s]+@)?")
_LONGEST_SPEC = 300
"""Characters; what is longer is an address or no constraint at all."""

_SEMANTIC = frozenset({"node", "rust", "go"})
"""Where whatever follows a hyphen is an early version."""


def allowed(dependency: Dependency) -> Ranges | None:
    """Return what a statement leaves possible; None where it cannot be told."""
    strict = dependency.ecosystem in _SEMANTIC
    if dependency.locked:
        version = parse(dependency.locked, strict=strict)
        if version is None:
            return None
        return beginning(version) if dependency.loose else exactly(version)
    spec = dependency.spec.strip()
    if not spec or len(spec) > _LONGEST_SPEC:
        return None
    return _BY_ECOSYSTEM.get(dependency.ecosystem, of_python)(spec)


def of_python(spec: str) -> Ranges | None:
    """Read PEP 440, and what Poetry adds: `^`, `~`, `||` and a bare version."""
    return _either(spec, re.compile(r"\|\|?"), partial(_all, term=_python_term))


def of_node(spec: str) -> Ranges | None:
    """Read a range of npm."""
    return _either(_NODE_PREFIX.sub("", spec, count=1), re.compile(r"\|\|"), _node_set)


def of_rust(spec: str) -> Ranges | None:
    """Read a requirement of Cargo: a bare version is a caret."""
    return _all(spec, term=_rust_term)


def of_ruby(spec: str) -> Ranges | None:
    """Read requirements of RubyGems: a bare version is that version."""
    return _all(spec, term=_ruby_term)


def of_intervals(spec: str) -> Ranges | None:
    """Read what Maven, Gradle and NuGet share: `[1.0,2.0)`, `1.2.+`, `8.*`; a bare version is itself."""
    if spec[0] in "[(]":
        found = [_interval(match) for match in _INTERVAL.finditer(spec)]
        return (
            None if not found or None in found else tuple(sorted(one for many in found for one in many or ()))
        )
    floating = starred(spec.replace("+", "*").removesuffix("-*"))
    if floating is not None:
        return floating
    version = parse(spec)
    return None if version is None else exactly(version)


def _either(spec: str, mark: re.Pattern[str], read: Callable[[str], Ranges | None]) -> Ranges | None:
    found = [read(part.strip()) for part in mark.split(spec)]
    if None in found:
        return None
    return tuple(sorted(one for many in found for one in many or ()))


def _all(spec: str, *, term: Callable[[str, str], Ranges | None]) -> Ranges | None:
    ranges = ANY
    for found in _TERM.finditer(spec):
        one = term(found[1] or "", found[2])
        if one is None:
            return None
        ranges = both(ranges, one)
    return ranges


def _python_term(operator: str, text: str) -> Ranges | None:
    many = starred(text, early=operator == "!=")
    if many is not None:
        return without(ANY, many) if operator == "!=" else many if operator in {"", "==", "="} else None
    version = parse(text)
    if version is None or "!" in text:
        return None
    return exactly(version) if operator in {"", "==", "===", "="} else compared(operator, version)


def _rust_term(operator: str, text: str) -> Ranges | None:
    many = starred(text)
    if many is not None:
        return many
    version = parse(text, strict=True)
    if version is None:
        return None
    if operator == "=":
        return beginning(version)
    return _partly(operator, version) or compared(operator or "^", version)


def _ruby_term(operator: str, text: str) -> Ranges | None:
    version = parse(text.strip("\"'"))
    if version is None:
        return None
    return exactly(version) if operator in {"", "="} else compared(operator, version)


def _node_set(spec: str) -> Ranges | None:
    if not spec or spec in {"*", "^", "~", "latest"}:
        return ANY if spec != "latest" else None
    span = _HYPHEN.fullmatch(spec)
    if span is not None:
        low, high = parse(span[1], strict=True), parse(span[2], strict=True)
        return (
            None if low is None or high is None else both(at_least(low), _partly("<=", high) or at_most(high))
        )
    return _all(spec, term=_node_term)


def _node_term(operator: str, text: str) -> Ranges | None:
    many = starred(text)
    if many is not None:
        # `^8.x` is every 8.x, and so on: what is starred has no more to say than its numbers.
        if operator in {"", "=", "^", "~", "~>"}:
            return many
        text = re.sub(r"\.?[xX*].*", "", text)
    version = parse(text, strict=True)
    if version is None:
        return None
    if operator in {"", "="}:
        return beginning(version)
    return _partly(operator, version) or compared("~" if operator == "~>" else operator, version)


def _partly(operator: str, version: Version) -> Ranges | None:
    """Return what a comparison with a partial version means in semantic versions: `>1.2` is 1.3 and later."""
    parts = 3
    if len(version.numbers) >= parts:
        return None
    above = bumped(version.numbers, len(version.numbers) - 1)
    if operator == ">":
        return at_least(Version(above))
    if operator == "<=":
        return earlier(Version(above))
    if operator == "^" and not any(version.numbers):
        return up_to(version, above)
    return None


def _interval(found: re.Match[str]) -> Ranges | None:
    opens, low, comma, high, closes = (part.strip() for part in found.groups(default=""))
    if not comma:
        version = parse(low)
        return None if version is None else exactly(version)
    ranges = ANY
    if low:
        version = parse(low)
        if version is None:
            return None
        ranges = both(ranges, at_least(version) if opens == "[" else later(version))
    if high:
        version = parse(high)
        if version is None:
            return None
        ranges = both(ranges, at_most(version) if closes == "]" else earlier(version))
    return ranges


_BY_ECOSYSTEM: dict[str, Callable[[str], Ranges | None]] = {
    "python": of_python,
    "node": of_node,
    "rust": of_rust,
    "ruby": of_ruby,
    "go": of_ruby,
    "java": of_intervals,
    "dotnet": of_intervals,
    IMAGE: of_python,
}


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
