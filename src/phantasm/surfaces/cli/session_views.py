"""Views of sessions, of episodes and of the account of an import."""

from rich.console import RenderableType
from rich.text import Text

from phantasm.surfaces.cli.tables import (
    JsonObject,
    cell,
    columns,
    moment,
    more,
    number,
    objects,
    size,
    texts,
)
from phantasm.surfaces.cli.views import cell_line, pairs

_MEGABYTE = 10**6
_STYLES = {"success": "green", "failure": "red", "partial": "yellow", "abandoned": "dim", "unknown": "dim"}


def account(data: JsonObject) -> list[RenderableType]:
    """Show what came of an import."""
    seconds = number(data.get("seconds"))
    speed = f"{number(data.get('bytes')) / _MEGABYTE / seconds:.1f} MB/s" if seconds else ""
    lines: JsonObject = {
        "files": _counted(data.get("files")) or "none found",
        "clients": _counted(data.get("clients")),
        "sessions": data.get("sessions"),
        "turns": _counted(data.get("turns")),
        "episodes": _counted(data.get("episodes")),
        "still open": data.get("left_open") or None,
        "lines skipped": _counted(data.get("skipped_lines")),
        "secrets masked": data.get("secrets_masked") or None,
        "read": f"{size(data.get('bytes'))} in {seconds:.1f} s {speed}".rstrip(),
    }
    parts = pairs({name: value for name, value in lines.items() if value not in {None, ""}})
    parts += [
        cell_line(f"{one.get('file')} could not be read: {one.get('problem')}")
        for one in objects(data, "problems")
    ]
    return [*parts, Text("dry run: nothing was changed", "yellow")] if data.get("dry_run") else parts


def sessions(data: JsonObject) -> list[RenderableType]:
    """Show a page of sessions, newest first."""
    table = columns("session", "client", "state", "last turn", "outcome", "branch", "title")
    found = objects(data, "sessions")
    for one in found:
        table.add_row(
            cell(one.get("id"), "bold"),
            cell(one.get("client")),
            cell(one.get("state")),
            cell(moment(one.get("last_at"))),
            _outcome(one.get("outcome")),
            cell(one.get("branch")),
            cell(one.get("title")),
        )
    return [*([table] if found else [Text("there are no sessions", "dim")]), *more(data)]


def episodes(data: JsonObject) -> list[RenderableType]:
    """Show a page of episodes: who, when, how it went, and in a sentence what it was."""
    parts: list[RenderableType] = []
    for session, episode in _told(data):
        parts += [_head(session), cell_line(f"  {episode.get('summary') or ''}")]
    return [*(parts or [Text("there are no episodes", "dim")]), *more(data)]


def whole_episodes(data: JsonObject) -> list[RenderableType]:
    """Show episodes with everything that people ask about first."""
    parts = [part for session, episode in _told(data) for part in _whole(session, episode)]
    return parts or [Text("there are no episodes", "dim")]


def in_full(session: JsonObject, episode: JsonObject | None) -> list[RenderableType]:
    """Show a session, and what it came to where that is known."""
    told = episode.get("episode") if episode else None
    names = ("state", "title", "started_at", "ended_at", "branch", "folder", "continues")
    known = {name: session.get(name) for name in names}
    if isinstance(told, dict):
        return _whole(session, told, known)
    return _whole(session, {}, known | {"episode": "none yet; it is formed when the session ends"})


def _whole(session: JsonObject, episode: JsonObject, known: JsonObject | None = None) -> list[RenderableType]:
    lines: JsonObject = {
        "summary": episode.get("summary"),
        "because": "; ".join(str(one.get("text")) for one in objects(episode, "because")),
        "files": ", ".join(texts(episode, "files")),
        "commands": "; ".join(str(one.get("command")) for one in objects(episode, "commands")),
        "corrections": "; ".join(str(one.get("text")) for one in objects(episode, "corrections")),
        "lessons": "; ".join(str(one.get("text")) for one in objects(episode, "lessons")),
        "turns": episode.get("turns"),
        "withheld": episode.get("withheld"),
        **(known or {}),
    }
    return [_head(session), *pairs({name: said for name, said in lines.items() if said}, indent="  ")]


def _told(data: JsonObject) -> list[tuple[JsonObject, JsonObject]]:
    return [
        (session, episode)
        for one in objects(data, "episodes")
        if isinstance(session := one.get("session"), dict) and isinstance(episode := one.get("episode"), dict)
    ]


def _head(session: JsonObject) -> Text:
    cited = f"[s:{session.get('handle')}]"
    what = f" {moment(session.get('last_at'))} {session.get('client')} {session.get('id')} "
    return Text.assemble((cited, "bold"), what, _outcome(session.get("outcome")))


def _outcome(value: object) -> Text:
    return cell(value, _STYLES.get(str(value), ""))


def _counted(value: object) -> str:
    """Return counts by name as one line: 3 read, 1 unchanged."""
    counts = value if isinstance(value, dict) else {}
    return ", ".join(f"{count} {str(name).replace('_', ' ')}" for name, count in counts.items())
