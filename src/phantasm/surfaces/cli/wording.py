"""How does a change of words look? Removed words in red, added ones in green, also legible without colour."""

from rich.text import Text

from phantasm.surfaces.cli.plain import one_line, plain
from phantasm.surfaces.cli.tables import JsonObject

REMOVED, ADDED = "red", "green"
_MARKS = {"removed": ("[-", "-]", REMOVED), "added": ("{+", "+}", ADDED)}


def inline(words: list[JsonObject]) -> Text:
    """Return one text with [-what went-] and {+what came+}."""
    parts: list[Text] = []
    for run in words:
        opening, closing, style = _MARKS.get(str(run.get("change")), ("", "", ""))
        parts.append(Text(f"{opening}{one_line(str(run.get('text')))}{closing}", style))
    return Text(" ").join(parts)


def side(segments: list[JsonObject], own: str) -> Text:
    """Return the `old` or the `new` one of two statements, with what the other one has not marked in it."""
    opening, closing, style = _MARKS["removed" if own == "old" else "added"]
    whole = Text()
    for piece in segments:
        text = plain(str(piece.get("text")))
        if piece.get("side") == "same":
            whole.append(text)
        elif piece.get("side") == own:
            whole.append(f"{opening}{text}{closing}", f"bold {style}")
    return whole
