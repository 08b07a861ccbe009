"""How do the figures of an evaluation stay with the project? They are kept once it has ended well."""

from typing import TYPE_CHECKING, Annotated

import typer

from phantasm.contracts.errors import PhantasmError
from phantasm.surfaces.cli.asking import perform
from phantasm.surfaces.cli.options import start_of
from phantasm.surfaces.cli.tables import objects, texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from phantasm.contracts.envelope import Response
    from phantasm.contracts.kinds import MeasureName
    from phantasm.contracts.model import JsonObject

_NAMED = 5
"""Of the questions that occur more than once so many are named; the JSON has them all."""

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
    if response.data is None:
        return response
    warned = [
        Warned(code="question_repeated", message=_told(one)) for one in objects(response.data, "repeated")
    ]
    try:
        if keep:
            keep_evaluation(start_of(context), measured, response.data)
    except (PhantasmError, OSError) as problem:
        warned.append(Warned(code="not_kept", message=f"the figures were not kept: {problem}"))
    return response.model_copy(update={"warnings": [*response.warnings, *warned]})


def _told(repeated: "JsonObject") -> str:
    """Say which questions of a case occur more than once."""
    names = texts(repeated, "questions")
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{repeated['case']} asks {', '.join(names[:_NAMED])}{more} more than once; the first counts"
