"""How does a turn lie in its row? Pure."""

import json
from dataclasses import asdict

from phantasm.session.model import Turn
from phantasm.session.transcripts.terms import Spent
from phantasm.storage.sql import Row

# Of a text that is no evidence (a thought, the output of what worked) the end is kept: there a test run says
# how it went.
_BESIDE_CHARACTERS = 400


def beside(text: str) -> str:
    """Return what a turn keeps of a text that is no evidence."""
    return text[-_BESIDE_CHARACTERS:]


def columns_of(turn: Turn) -> dict[str, object]:
    """Return a turn as its row."""
    text = None if turn.evidence_id else beside(turn.text)
    detail = {"command": turn.command, "files": list(turn.files), "text": text}
    told = {name: value for name, value in detail.items() if value}
    took = turn.spent if turn.spent != Spent() else None  # nothing is as much as nobody says
    spent = {name: value for name, value in asdict(took).items() if value is not None} if took else {}
    return {
        "session_id": turn.session,
        "id": turn.id,
        "place": turn.place,
        "at": turn.at,
        "role": turn.role,
        "slot": turn.slot,
        "tool": turn.tool,
        "call": turn.call,
        "exit_code": turn.exit_code,
        "failed": None if turn.failed is None else int(turn.failed),
        "model": turn.model,
        "agent": turn.agent,
        "spent": json.dumps(spent, sort_keys=True) if spent else None,
        "detail": json.dumps(told, sort_keys=True, ensure_ascii=False) if told else None,
        "evidence_id": turn.evidence_id,
    }


def turn_of(row: Row) -> Turn:
    """Return a row as a turn; a text that is evidence is not in it."""
    detail = json.loads(row["detail"]) if row["detail"] else {}
    return Turn(
        session=row["session_id"],
        id=row["id"],
        place=row["place"],
        at=row["at"],
        role=row["role"],
        slot=row["slot"],
        text=detail.get("text", ""),
        tool=row["tool"],
        command=detail.get("command"),
        files=tuple(detail.get("files", ())),
        call=row["call"],
        exit_code=row["exit_code"],
        failed=None if row["failed"] is None else bool(row["failed"]),
        spent=Spent(**json.loads(row["spent"])) if row["spent"] else None,
        model=row["model"],
        agent=row["agent"],
        evidence_id=row["evidence_id"],
    )
