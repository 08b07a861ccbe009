"""How does one thing that waits look? What it is and why, the records side by side, what lies behind it."""

from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from phantasm.surfaces.cli.freshness_views import citations
from phantasm.surfaces.cli.plain import one_line, plain
from phantasm.surfaces.cli.tables import JsonObject, cell, marked, moment, objects, says, texts
from phantasm.surfaces.cli.views import evidence
from phantasm.surfaces.cli.wording import fields, reasons, side

# Below this many characters two statements side by side are columns of single words.
_SIDE_BY_SIDE_CHARACTERS = 96
# In the columns already, or different in any two records.
_SHOWN_ELSEWHERE = frozenset({"statement", "state", "kind", "subject_key", "valid_from"})


def item(
    review: JsonObject, *, width: int, title: str = "", behind: JsonObject | None = None
) -> list[RenderableType]:
    """Show one review in full, with the evidence of an explanation where there is one."""
    kind, priority = one_line(str(review.get("kind"))), review.get("priority")
    head = Text.assemble(
        (f"{title}  " if title else ""), (kind, "bold yellow"), (f"  priority {priority}", "dim")
    )
    parts: list[RenderableType] = [Rule(head, align="left", style="dim", characters="─"), *_why(review)]
    members = {str(part.get("id")): (role, part) for role, part in _members(review)}
    compared: set[str] = set()
    for found in objects(review, "differences"):
        old, new = (_column(members, found, name) for name in ("old", "new"))
        parts += [*_pair(old, new, width=width), *fields(found, but=_SHOWN_ELSEWHERE)]
        compared |= {str(found.get("old")), str(found.get("new"))}
    for name, (role, record) in members.items():
        if name not in compared and role not in {"root", "path"}:
            parts += [_head(role, record), _body(Text(plain(says(record)))), *citations(record)]
    return [*parts, *_path(review, members), *(_evidence(members) if behind is None else evidence(behind))]


def _why(review: JsonObject) -> list[RenderableType]:
    because = reasons(review)
    parts = [Text.assemble(("why: ", "bold"), because)] if because else []
    known = f"{review.get('id')}, since {moment(review.get('opened_at'))}" if review.get("id") else ""
    parts.append(Text(known or "found just now, nobody was asked yet", "dim"))
    wake = review.get("wake")
    if isinstance(wake, dict):
        words = ", ".join(f"{name} {one_line(str(value))}" for name, value in wake.items())
        parts.append(Text(f"put off: {words}{' (woke up)' if review.get('awake') else ''}", "yellow"))
    if review.get("state") == "resolved":
        parts.append(
            Text(f"decided on {moment(review.get('closed_at'))}: {review.get('resolution')}", "green")
        )
    return list[RenderableType](parts)


def _members(review: JsonObject) -> list[tuple[str, JsonObject]]:
    return [
        (str(member.get("role")), record)
        for member in objects(review, "records")
        if isinstance(record := member.get("record"), dict)
    ]


def _column(members: dict[str, tuple[str, JsonObject]], found: JsonObject, name: str) -> tuple[Text, Text]:
    """Return the head and the words of one of two records that are compared."""
    record_id = str(found.get(name))
    words = side(objects(found, "segments"), name)
    if record_id not in members:  # what holds now where a record of the review was revised since
        return Text.assemble(("now  ", "dim"), cell(record_id)), words
    role, record = members[record_id]
    return _head(role, record), words


def _head(role: str, record: JsonObject) -> Text:
    head = Text.assemble(
        (f"{role}  ", "dim"), cell(record.get("handle"), "bold"), f"  {record.get('kind')}  "
    )
    head.append(marked(record))
    if record.get("subject_key"):
        head.append("  ").append(cell(record.get("subject_key"), "cyan"))
    return head.append(f"  {record.get('origin')}, {moment(record.get('recorded_at'))}", "dim")


def _pair(old: tuple[Text, Text], new: tuple[Text, Text], *, width: int) -> list[RenderableType]:
    if width < _SIDE_BY_SIDE_CHARACTERS:
        return [old[0], _body(old[1]), new[0], _body(new[1])]
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False, expand=True)
    table.add_column(ratio=1, overflow="fold")
    table.add_column(ratio=1, overflow="fold")
    table.add_row(old[0], new[0])
    table.add_row(*(_body(column[1]) for column in (old, new)))
    return [table]


def _body(words: Text) -> Padding:
    return Padding(words, (0, 0, 0, 2))


def _path(review: JsonObject, members: dict[str, tuple[str, JsonObject]]) -> list[RenderableType]:
    """Show what a doubt came along, and how alike duplicates are."""
    parts: list[RenderableType] = []
    path = [_name(members, name) for name in texts(review, "path")]
    if path:
        parts.append(Text.assemble(("path: ", "bold"), " → ".join(path)))
    if review.get("similarity") is not None:
        keep = _name(members, str(review.get("preferred")))
        parts.append(Text.assemble(("alike: ", "bold"), f"{review.get('similarity')} of 100, keep {keep}"))
    return parts


def _evidence(members: dict[str, tuple[str, JsonObject]]) -> list[RenderableType]:
    seen = [name for _, record in members.values() for name in texts(record, "evidence_ids")]
    return [Text.assemble(("evidence: ", "bold"), (", ".join(dict.fromkeys(seen)), "dim"))] if seen else []


def _name(members: dict[str, tuple[str, JsonObject]], record_id: str) -> str:
    known = members.get(record_id)
    return f"{known[1].get('handle')} ({known[1].get('state')})" if known else one_line(record_id)
