"""Which state follows from which? Pure: the life cycle of a record."""

from dataclasses import dataclass
from typing import Literal

from phantasm.state.model import Record, State

Action = Literal["archive", "retract", "restore", "tombstone", "freeze", "unfreeze"]


@dataclass(frozen=True, slots=True)
class Becomes:
    """The action leads here."""

    state: State
    frozen: bool


@dataclass(frozen=True, slots=True)
class AlreadySo:
    """The record is where the action would lead; nothing is to be done."""


@dataclass(frozen=True, slots=True)
class Impossible:
    """The action makes no sense in the record's state."""

    reason: str


Outcome = Becomes | AlreadySo | Impossible


def apply(record: Record, action: Action) -> Outcome:
    """Say where an action leads from a record's present state."""
    match action, record.state:
        case "tombstone", "tombstoned":
            return AlreadySo()
        case _, "tombstoned":
            return Impossible("its content was erased")
        case "tombstone", _:
            return Becomes("tombstoned", frozen=False)
        case (("archive" | "retract"), "archived"):
            return AlreadySo()
        case (("archive" | "retract"), "live"):
            return Becomes("archived", record.frozen)
        case "restore", "live":
            return AlreadySo()
        case "restore", "archived":
            return Becomes("live", record.frozen)
        case (("freeze" | "unfreeze"), "live"):
            wanted = action == "freeze"
            return AlreadySo() if record.frozen == wanted else Becomes("live", wanted)
        case _:
            return Impossible(f"a {record.state} record cannot be {_PARTICIPLE[action]}")


_PARTICIPLE = {
    "archive": "archived",
    "retract": "retracted",
    "restore": "restored",
    "freeze": "frozen",
    "unfreeze": "unfrozen",
}
