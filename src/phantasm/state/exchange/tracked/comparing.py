"""What differs between two states of the tracked files? By lineage: a renamed file is no news. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from phantasm.contracts.model import JsonObject
from phantasm.state.exchange.tracked.fields import FormError, fields_of
from phantasm.state.exchange.tracked.page import ANCESTRY, FORMAT

Name = Literal["added", "removed", "changed"]
# Which version it is says nothing by itself: what it says differently is in the other fields.
_NOT_SHOWN = frozenset({*ANCESTRY, FORMAT})


@dataclass(frozen=True, slots=True)
class Difference:
    """One record in both states."""

    change: Name
    path: str
    before: JsonObject | None
    after: JsonObject | None
    fields: tuple[str, ...] = ()
    """What differs, by name."""

    @property
    def shown(self) -> JsonObject:
        """The record as it is, or as it was where it is gone."""
        return self.after or self.before or {}


@dataclass(frozen=True, slots=True)
class Compared:
    """Every difference, and the files that could not be read."""

    differences: list[Difference] = field(default_factory=list)
    problems: list[tuple[str, str]] = field(default_factory=list)


def compare(before: Mapping[str, str], after: Mapping[str, str]) -> Compared:
    """Compare the texts of files by path."""
    result = Compared()
    # The same text on both sides needs no reading: nearly all of them.
    same = {path for path, text in before.items() if after.get(path) == text}
    earlier = dict(_read({path: text for path, text in before.items() if path not in same}, result))
    later = dict(_read({path: text for path, text in after.items() if path not in same}, result))
    for lineage in earlier.keys() | later.keys():
        found = _difference(earlier.get(lineage), later.get(lineage))
        if found is not None:
            result.differences.append(found)
    result.differences.sort(key=lambda one: (_ORDER[one.change], one.path))
    return result


_ORDER: Mapping[Name, int] = {"added": 0, "changed": 1, "removed": 2}


def _read(texts: Mapping[str, str], result: Compared) -> Iterator[tuple[str, tuple[str, JsonObject]]]:
    for path, text in sorted(texts.items()):
        try:
            fields = fields_of(text)
        except FormError as problem:
            result.problems.append((path, str(problem)))
        else:
            yield str(fields.get("lineage", path)), (path, fields)


def _difference(
    before: tuple[str, JsonObject] | None, after: tuple[str, JsonObject] | None
) -> Difference | None:
    if before is None and after is not None:
        return Difference("added", after[0], None, after[1])
    if after is None and before is not None:
        return Difference("removed", before[0], before[1], None)
    if before is None or after is None:
        return None
    names = sorted({*before[1], *after[1]} - _NOT_SHOWN)
    differing = tuple(name for name in names if before[1].get(name) != after[1].get(name))
    return Difference("changed", after[0], before[1], after[1], differing) if differing else None
