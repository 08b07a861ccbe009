"""How is it shown what a record cites, and what became of it?"""

from rich.console import RenderableType
from rich.text import Text

from phantasm.surfaces.cli.plain import one_line, plain
from phantasm.surfaces.cli.tables import JsonObject, freshness, objects

STATUS_STYLES = {"unchanged": "green", "moved": "yellow", "changed": "bold yellow", "gone": "red"}
"""How what became of a citation is coloured."""


def citations(record: JsonObject) -> list[RenderableType]:
    """Show how fresh a record is, then each thing that it cites."""
    told = record.get("freshness")
    if not isinstance(told, dict):
        return []
    parts: list[RenderableType] = [Text.assemble("  ", freshness(record))]
    for anchor in objects(told, "anchors"):
        parts += [Text.assemble("  ", line) for part in citation(anchor) for line in part.split("\n")]
    return parts


def citation(anchor: JsonObject) -> list[Text]:
    """Show one thing that is cited: what became of it, how, and what changed."""
    status = str(anchor.get("status"))
    head = Text.assemble((f"{status:<9}", STATUS_STYLES.get(status, "dim")), "  ")
    parts = [head.append(one_line(str(anchor.get("reference"))))]
    if detail := anchor.get("detail"):
        parts.append(Text(f"           {one_line(str(detail))}", "dim"))
    if diff := anchor.get("diff"):
        parts.append(Text(plain(str(diff))))
    return parts
