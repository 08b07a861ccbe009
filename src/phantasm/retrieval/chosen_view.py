"""How deep and how wide is a model read for finding? As it is configured, as far as the model goes.

Width is taken as far as there is any: a model with fewer numbers than are wanted gives all that it has. Depth
is not: a model can be left after certain layers only, and the vectors of others are not what was asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from phantasm.capabilities.embedding.embedded import SHIPPED
from phantasm.capabilities.embedding.port import View
from phantasm.contracts.errors import Code, PhantasmError, Remediation

if TYPE_CHECKING:
    from phantasm.capabilities.embedding.port import Model

Layers = int | Literal["usual"]
"""As `embedding.layers` has it."""

# Measured: two layers of the shipped model rank as well as all six, at half the cost (docs/retrieval.md).
# Of other models only their makers know, so all their layers are used.
_DEEP_ENOUGH = {SHIPPED: 2}


def view_of(model: Model, dimensions: int, layers: Layers = "usual") -> View:
    """Return after how many layers vectors are taken, and how many of their numbers."""
    fitting = [width for width in model.widths if width <= dimensions] or [model.widths[0]]
    return View(_exit(model, layers), fitting[-1])


def _exit(model: Model, layers: Layers) -> int:
    if layers == "usual":
        return _DEEP_ENOUGH.get(model.id, model.exits[-1])
    if layers in model.exits:
        return layers
    exits = ", ".join(map(str, model.exits))
    where = f"can be left after these layers alone: {exits}" if model.exits[1:] else "cannot be left early"
    raise PhantasmError(
        Code.PROVIDER_UNAVAILABLE,
        f"embedding.layers is {layers}, but {model.id} {where}",
        field="embedding.layers",
        expected=f"usual, or one of: {exits}",
        remediation=(
            Remediation(
                "Take the model as it is usually taken.", command="phantasm config set embedding.layers usual"
            ),
        ),
    )
