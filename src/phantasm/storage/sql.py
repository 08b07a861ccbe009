"""How is portable SQL written and run? Named parameters, one dialect-neutral text per question.

The text is what `sqlalchemy.text` takes as well, so a second dialect runs the same statements through an
engine; on SQLite they go straight to the driver (docs/decisions/0004 has the measured reason).
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter
from typing import Any

Row = Mapping[str, Any]
Parameters = Mapping[str, Any]


_NAMED = re.compile(r"(?<![:\w]):([a-z_]\w*)")


# As many statements as are ever run for many rows.
@lru_cache(maxsize=64)
def by_place(statement: str) -> tuple[str, Callable[[Parameters], Sequence[object]]]:
    """Return a statement with its parameters by place, and what takes them out of a row in that order.

    Drivers look every name up for every row: for a row of thirty columns that took longer than storing it.
    """
    names = _NAMED.findall(statement)
    text = _NAMED.sub("?", statement)
    if len(names) == 1:
        return text, lambda row: (row[names[0]],)
    return text, itemgetter(*names)


@dataclass(frozen=True, slots=True)
class Table:
    """A table's name and columns, declared once by its owner and checked against the migrated store."""

    name: str
    columns: tuple[str, ...]
    insert: str = field(init=False)
    """The statement that adds one row."""

    def __post_init__(self) -> None:
        names = ", ".join(self.columns)
        values = ", ".join(f":{column}" for column in self.columns)
        object.__setattr__(self, "insert", f"INSERT INTO {self.name} ({names}) VALUES ({values})")


@dataclass(slots=True)
class Conditions:
    """Collects the optional parts of a WHERE clause; only literals of ours ever become SQL text."""

    clauses: list[str] = field(default_factory=list)
    parameters: dict[str, Any] = field(default_factory=dict)

    def add(self, clause: str, **parameters: object) -> None:
        """Add a condition that always holds."""
        self.clauses.append(clause)
        self.parameters.update(parameters)

    def equal(self, column: str, value: object | None) -> None:
        """Add `column = value` unless the caller did not ask for it."""
        if value is not None:
            self.add(f"{column} = :{column}", **{column: value})

    def among(self, column: str, values: Iterable[object], *, written: str | None = None) -> None:
        """Add `column IN (...)`; `written`: how the text has the column, where no index is to be used."""
        names = {f"{column}_{index}": value for index, value in enumerate(values)}
        self.add(f"{written or column} IN ({', '.join(f':{name}' for name in names)})", **names)

    @property
    def where(self) -> str:
        """The whole clause, or nothing."""
        return "WHERE " + " AND ".join(self.clauses) if self.clauses else ""
