"""What does each tool give back? The fields that are worth relying on; others may stand beside them."""

from phantasm.contracts.model import JsonObject
from phantasm.surfaces.mcp.schemas import answer, choice, listed, number, rows, structure, text

OUTPUTS: dict[str, JsonObject] = {
    "search": answer(
        "match",
        "hits",
        match=choice("strong_match", "weak_match", "no_match"),
        hits=rows(type=text(), id=text(), handle=text(), kind=text(), text=text(), marks=listed(text())),
        next_cursor=text(),
    ),
    "compile": answer("text", "match", "tokens", text=text(), match=text(), tokens=number()),
    "remember": answer(
        "results", results=rows(outcome=text(), record_id=text(), handle=text()), suggested=number()
    ),
    "correct": answer(
        records=rows(handle=text(), before=text(), after=text()), record_id=text(), handle=text()
    ),
    "review": answer(
        items=rows(kind=text(), state=text(), records=listed(structure())),
        total=number(),
        next_cursor=text(),
        decisions=rows(outcome=text()),
    ),
    "session": answer(sessions=rows(session_id=text(), added=number()), session=structure()),
    "report": answer("counted", "new", counted=rows(id=text(), uses=number()), new=number()),
    "call": answer(),
}
"""The output schema of each tool, by name."""
