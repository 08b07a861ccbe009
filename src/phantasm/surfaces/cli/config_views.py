"""How does configuration look? Settings in force, what keys mean, and what was changed."""

import json

from rich.console import RenderableType
from rich.text import Text

from phantasm.surfaces.cli import views
from phantasm.surfaces.cli.tables import JsonObject, objects
from phantasm.surfaces.cli.views import cell_line, pairs


def settings(data: JsonObject) -> list[RenderableType]:
    """Show settings as dotted keys, then what is held back."""
    return [*pairs(dict(_dotted(data.get("settings"), ""))), *_held_back(data)]


def explanations(data: JsonObject) -> list[RenderableType]:
    """Show what keys mean."""
    parts: list[RenderableType] = []
    for key in objects(data, "keys"):
        head = f"  {key.get('type')}" + (
            "" if key.get("default") is None else f", default {key.get('default')}"
        )
        parts.append(Text.assemble((str(key.get("key")), "bold"), (head, "dim")))
        parts.append(Text(f"  {key.get('description')}"))
        if key.get("widens_trust"):
            parts.append(Text("  Widens trust: counts only after `phantasm config approve`.", "yellow"))
    return parts


def change(data: JsonObject) -> list[RenderableType]:
    """Show what was changed, checked or approved in the configuration."""
    lines = {name: value for name, value in data.items() if name != "held_back"}
    return [*views.details(lines), *_held_back(data)]


def _dotted(value: object, prefix: str) -> list[tuple[str, object]]:
    if not isinstance(value, dict):
        return [(prefix, json.dumps(value, ensure_ascii=False))]
    return [
        pair
        for name, inner in value.items()
        for pair in _dotted(inner, f"{prefix}.{name}" if prefix else name)
    ]


def _held_back(data: JsonObject) -> list[RenderableType]:
    waiting = data.get("held_back")
    if not isinstance(waiting, list) or not waiting:
        return []
    return [cell_line("held back until `phantasm config approve`: " + ", ".join(map(str, waiting)))]
