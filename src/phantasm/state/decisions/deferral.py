"""Until when is a decision put off? Until a moment, a change of a record, or an operation."""

from collections.abc import Mapping
from typing import Protocol

from phantasm.contracts.operation import Operation
from phantasm.contracts.parse import did_you_mean
from phantasm.state.decisions import items
from phantasm.state.decisions.inputs import WakeInput
from phantasm.state.review.wake import OPERATION_ID
from phantasm.storage import entries
from phantasm.storage.work import Work


class Known(Protocol):
    """Whoever knows which operations there are."""

    @property
    def aliases(self) -> Mapping[str, tuple[str, dict[str, object]]]:
        """Other names of operations."""

    def operations(self) -> list[Operation]:
        """Every operation."""


def condition(work: Work, wake: WakeInput, known: Known) -> dict[str, str]:
    """Return a wake condition as it is kept; what holds already or can never happen is refused."""
    if wake.until is not None:
        if wake.until <= work.now:
            raise items.refuse("that moment has passed", "params.wake.until", "a moment in the future")
        return {"until": wake.until}
    if wake.record is not None:
        return {"record": items.record(work, wake.record, "params.wake.record").id}
    return {"operation": _operation(work, wake.operation or "", known)}


def _operation(work: Work, name: str, known: Known) -> str:
    if name.startswith(OPERATION_ID):
        if entries.find(work, name) is not None:
            raise items.refuse(f"{name} was carried out already", "params.wake.operation")
        return name
    canonical, _ = known.aliases.get(name, (name, {}))
    operations = {operation.name: operation for operation in known.operations()}
    if canonical not in operations:
        hint = did_you_mean(name, [*operations, *known.aliases])
        raise items.refuse(f"no operation is called {name!r}{hint}", "params.wake.operation")
    if not operations[canonical].kind.writes:
        raise items.refuse(
            f"{name} changes nothing, so nobody can tell when it was asked", "params.wake.operation"
        )
    return canonical
