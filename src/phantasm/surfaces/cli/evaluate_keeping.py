"""How do the figures of an evaluation stay with the project? They are kept once it has ended well."""

from typing import TYPE_CHECKING, Annotated

import typer

from phantasm.contracts.errors import PhantasmError
from phantasm.surfaces.cli.asking import perform
from phantasm.surfaces.cli.options import start_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from phantasm.contracts.envelope import Response
    from phantasm.contracts.kinds import MeasureName
    from phantasm.contracts.model import JsonObject

Keep = Annotated[
    bool, typer.Option("--keep/--no-keep", help="Keep the figures with the project, to compare them later.")
]


def evaluated(
    context: typer.Context, measured: "MeasureName", evaluate: "Callable[[], JsonObject]", *, keep: bool
) -> "Response":
    """Run an evaluation and keep its figures; that they cannot be kept spoils nothing."""
    from phantasm.contracts.envelope import Warned  # noqa: PLC0415  the runtime
    from phantasm.runtime.evaluation.keeping import keep_evaluation  # noqa: PLC0415  the runtime

    response = perform(f"eval {measured}", evaluate)
    if not keep or response.data is None:
        return response
    try:
        keep_evaluation(start_of(context), measured, response.data)
    except (PhantasmError, OSError) as problem:
        warned = Warned(code="not_kept", message=f"the figures were not kept: {problem}")
        return response.model_copy(update={"warnings": [*response.warnings, warned]})
    return response
