"""How does a session frame look? Six short sections, one line for each thing."""

from rich.console import RenderableType
from rich.text import Text

from phantasm.surfaces.cli.plain import one_line
from phantasm.surfaces.cli.tables import JsonObject, cell, cited, columns, moment, objects, texts

_DAY_CHARACTERS = len("2026-11-15")
_GAP = "  "


def frame(data: JsonObject) -> list[RenderableType]:
    """Show the six answers."""
    focus, action, cue = (_part(data, name) for name in ("focus", "next_action", "resume_cue"))
    parts: list[RenderableType] = [
        _line("focus", focus.get("text")),
        _line("next", f"({action.get('kind')}) {action.get('text')}"),
        *_why(data),
        *_rules(data),
        *_recalled(data),
        _line("to go on", cue.get("text")),
        *_changed(cue),
    ]
    if data.get("withheld"):
        parts.append(Text(f"{data.get('withheld')} sensitive ones withheld", "dim"))
    return [*parts, Text(f"frame {str(data.get('hash'))[:12]}, {data.get('moment')}", "dim")]


def _why(data: JsonObject) -> list[RenderableType]:
    reasons = [str(reason.get("text")) for reason in objects(data, "why_now")]
    return [_line("why now", "; ".join(reasons))] if reasons else []


def _rules(data: JsonObject) -> list[RenderableType]:
    rules = objects(data, "constraints")
    if not rules:
        return []
    parts: list[RenderableType] = [Text("to be kept", "bold")]
    for rule in rules:
        head = Text.assemble(
            _GAP, cell(rule.get("handle"), "bold"), _GAP, cell(rule.get("kind"), "dim"), _GAP
        )
        parts.append(_marked(head.append(cell(rule.get("text"))), rule))
    return parts


def _recalled(data: JsonObject) -> list[RenderableType]:
    found = objects(data, "recall")
    if not found:
        return [_line("recalled", "nothing")] if data.get("match") == "no_match" else []
    table = columns("handle", "scope", "says", "why")
    for one in found:
        says = cell(one.get("text"))
        if not one.get("trusted"):
            says = Text.assemble((f"({one.get('origin')}) ", "yellow"), says)
        table.add_row(
            cell(cited(one), "bold"), cell(one.get("scope")), _marked(says, one), cell(one.get("why"))
        )
    return [Text("recalled", "bold"), table]


def _changed(cue: JsonObject) -> list[RenderableType]:
    parts: list[RenderableType] = []
    for one in objects(cue, "changed"):
        when = f"{moment(one.get('at'))[:_DAY_CHARACTERS]} {one.get('by')} {one.get('change')}"
        parts.append(
            Text.assemble(
                _GAP, cell(one.get("handle"), "bold"), _GAP, cell(when, "dim"), _GAP, cell(one.get("text"))
            )
        )
    return [Text("changed since", "bold"), *parts] if parts else []


def _marked(words: Text, found: JsonObject) -> Text:
    marks = [*texts(found, "marks"), *([one_line(str(found["became"]))] if found.get("became") else [])]
    return words.append(f" {', '.join(marks)}", "yellow") if marks else words


def _line(title: str, words: object) -> Text:
    return Text.assemble((f"{title}: ", "bold"), cell(words))


def _part(data: JsonObject, name: str) -> JsonObject:
    part = data.get(name)
    return part if isinstance(part, dict) else {}
