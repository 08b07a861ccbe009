"""Which command measures what is learned from what people say? eval claims."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from phantasm.surfaces.cli.evaluate_keeping import Keep, evaluated
from phantasm.surfaces.cli.options import Json
from phantasm.surfaces.cli.showing import finish
from phantasm.surfaces.cli.tables import JsonObject as Shown
from phantasm.surfaces.cli.tables import cell, columns, objects

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject

_SHARES = ("precision", "recall", "precision_any_kind", "recall_any_kind")


def claims(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Labelled dialogues, as .jsonl files.")],
    *,
    misses: Annotated[bool, typer.Option("--misses", help="Also what was missed or taken wrongly.")] = False,
    keep: Keep = True,
    as_json: Json = False,
) -> None:
    """Extract claims from labelled dialogues, and say how many are right and how many are found."""

    def evaluate() -> "JsonObject":
        from phantasm.runtime.evaluation.claims import evaluate as measured  # noqa: PLC0415  all the rules

        return measured(folder, misses=misses)

    finish(evaluated(context, "claims", evaluate, keep=keep), _shown, as_json=as_json)


def _shown(data: Shown) -> list[RenderableType]:
    parts: list[RenderableType] = []
    for one in objects(data, "sets"):
        head = f"{one.get('set')}: {one.get('sentences')} sentences, {one.get('nothing')} of them no claim"
        table = columns(
            "kind", "wanted", "stored", "right", "precision", "recall", "any kind", "recall of it"
        )
        kinds = one.get("kinds")
        for name, row in kinds.items() if isinstance(kinds, dict) else ():
            counts = [cell(row.get(key)) for key in ("wanted", "sure", "right")]
            table.add_row(cell(name, "bold"), *counts, *(cell(_share(row.get(key))) for key in _SHARES))
        parts += [Text(head, "bold"), table]
        parts += [Text(f"  {miss}", "dim") for miss in objects(one, "misses")]
    return parts


def _share(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else "" if value is None else str(value)
