"""How does a change look? What went in red, what came in green, also without colour; and why it waits."""

import json
import re
from collections.abc import Collection

from rich.console import RenderableType
from rich.text import Text

from phantasm.surfaces.cli.plain import one_line, plain
from phantasm.surfaces.cli.tables import JsonObject, objects, state

REMOVED, ADDED = "red", "green"
# Of what did not change, enough to see where the change stands.
_SAME_CHARACTERS = 160
# Of what did, as much as a table says of a statement.
_PIECE_CHARACTERS = 300
_MARKS = {"old": ("[-", "-]", REMOVED), "new": ("{+", "+}", ADDED)}


def inline(segments: list[JsonObject]) -> Text:
    """Return one line with [-what went-] and {+what came+}."""
    whole = Text()
    for piece in segments:
        opening, closing, style = _MARKS.get(str(piece.get("side")), ("", "", ""))
        # Not `one_line`, which would take the blanks between two pieces away.
        words = re.sub(r"\s+", " ", plain(str(piece.get("text"))))
        most = _PIECE_CHARACTERS if style else _SAME_CHARACTERS
        if len(words) > most:
            words = f"{words[: most // 2]} … {words[-most // 2 :]}"
        whole.append(f"{opening}{words}{closing}", style)
    return whole


def side(segments: list[JsonObject], own: str) -> Text:
    """Return the `old` or the `new` one of two statements, with what the other one has not marked in it."""
    opening, closing, style = _MARKS[own]
    whole = Text()
    for piece in segments:
        text = plain(str(piece.get("text")))
        if piece.get("side") == "same":
            whole.append(text)
        elif piece.get("side") == own:
            whole.append(f"{opening}{text}{closing}", f"bold {style}")
    return whole


def fields(found: JsonObject, *, but: Collection[str]) -> list[RenderableType]:
    """Show the fields in which two records differ, but for some that are shown elsewhere."""
    parts: list[RenderableType] = []
    for field in objects(found, "fields"):
        if field.get("name") in but:
            continue
        old, new = (json.dumps(field.get(name), ensure_ascii=False) for name in ("old", "new"))
        words = (one_line(old), REMOVED), " → ", (one_line(new), ADDED)
        parts.append(Text.assemble((f"    {one_line(str(field.get('name')))}: ", "dim"), *words))
    return parts


def changed(one: JsonObject) -> Text:
    """Return what became of one object: which, from what, to what."""
    name = " ".join(str(one.get(part)) for part in ("change", "object_type", "object_id"))
    return Text.assemble(f"  {one_line(name)}  ", state(one.get("before")), " → ", state(one.get("after")))


def reasons(found: JsonObject) -> str:
    """Return why something waits or was decided, in one line."""
    return "; ".join(one_line(str(reason.get("meaning"))) for reason in objects(found, "reasons"))
