"""How are vectors taken for an evaluation? As configured, or as wide and as deep as somebody asks to see.

What is asked for here has to be there: figures of 256 numbers under the name of 768 would be worse than none.
"""

from functools import cache
from typing import NamedTuple

from phantasm.capabilities.embedding.choose import embedder_for
from phantasm.capabilities.embedding.port import Model
from phantasm.capabilities.environment import Environment
from phantasm.config.environment import variable
from phantasm.config.settings import EmbeddingSettings
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.parse import validate


class Taking(NamedTuple):
    """What is asked for instead of what is configured."""

    dimensions: int | None = None
    """How many numbers of a vector are compared."""
    layers: int | None = None
    """After how many layers it is taken."""

    def chosen(self) -> dict[str, int]:
        """Return what was asked for, by the keys of [embedding]."""
        return {key: value for key, value in self._asdict().items() if value is not None}


AS_CONFIGURED = Taking()


def taken(environment: Environment, taking: Taking) -> Environment:
    """Return an environment whose vectors are taken as asked for; refuses what the model does not have."""
    if taking == AS_CONFIGURED:
        return environment
    before = environment.config.settings
    wanted = before.embedding.model_dump() | taking.chosen()
    embedding = validate(EmbeddingSettings, wanted, code=Code.INVALID_PARAMS)
    settings = before.model_copy(update={"embedding": embedding})
    found = environment._replace(
        config=environment.config._replace(settings=settings),
        embedder=cache(lambda: embedder_for(settings, variable)),
    )
    if embedder := found.embedder():
        _check(embedder.model, embedding)
    return found


def _check(model: Model, chosen: EmbeddingSettings) -> None:
    from phantasm.retrieval.chosen_view import view_of  # noqa: PLC0415  numpy

    view = view_of(model, chosen.dimensions, chosen.layers)
    if view.width != chosen.dimensions:
        widths = ", ".join(map(str, model.widths))
        raise PhantasmError(
            Code.INVALID_PARAMS,
            f"{model.id} has no vectors of {chosen.dimensions} numbers; it has them of: {widths}",
            field="--dimensions",
            expected=f"one of: {widths}",
        )
