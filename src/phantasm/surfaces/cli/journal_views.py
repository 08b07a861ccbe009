"""How does the journal look? A table where there is room for one, two lines for each write where not."""

from rich.console import RenderableType
from rich.text import Text

from phantasm.surfaces.cli.plain import one_line
from phantasm.surfaces.cli.showing import console
from phantasm.surfaces.cli.tables import (
    STATE_STYLES,
    JsonObject,
    cell,
    columns,
    listed,
    moment,
    more,
    objects,
)

# Below this many characters the table would have to cut ids and times off.
_TABLE_CHARACTERS = 130
_COLUMNS = ("seq", "id", "when", "operation", "profile", "actor", "verdict", "changes", "reason")


def journal(data: JsonObject) -> list[RenderableType]:
    """Show a page of the journal, and what walking its chain showed."""
    entries = objects(data, "entries")
    if not entries:
        parts: list[RenderableType] = [Text("nothing was written yet", "dim")]
    elif console().width < _TABLE_CHARACTERS:
        parts = [line for entry in entries for line in _lines(entry)]
    else:
        table = columns(*_COLUMNS)
        for entry in entries:
            table.add_row(*(_cell(entry, name) for name in _COLUMNS))
        parts = [table]
    return [*parts, *_chain(data.get("chain")), *more(data)]


def _lines(entry: JsonObject) -> list[RenderableType]:
    who = " ".join(one_line(str(entry[name])) for name in ("profile", "actor") if entry.get(name))
    head = Text.assemble(
        f"{entry.get('seq')}  {moment(entry.get('occurred_at'))}  ", _cell(entry, "operation")
    )
    head.append(f"  by {who}, {entry.get('verdict')}, {entry.get('change_count')} changes")
    reason = f"  {one_line(str(entry['reason']))}" if entry.get("reason") else ""
    return [head, Text(f"    {entry.get('id')}{reason}", "dim")]


def _cell(entry: JsonObject, name: str) -> Text:
    match name:
        case "when":
            return cell(moment(entry.get("occurred_at")))
        case "changes":
            return cell(entry.get("change_count"))
        case "operation":
            return cell(entry.get("operation"), "bold")
        case _:
            return cell(entry.get(name))


def _chain(chain: object) -> list[RenderableType]:
    if not isinstance(chain, dict):
        return []
    verdict = "valid" if chain.get("valid") else "broken"
    counts = f" over {chain.get('entries')} entries, {chain.get('erased_contents')} contents erased"
    problems = [cell(f"  {problem}", "red") for problem in listed(chain.get("problems"))]
    return [Text.assemble("chain: ", (verdict, STATE_STYLES[verdict]), counts), *problems]
