"""How is the answer of each operation shown? A view of its own, or readable JSON."""

from collections.abc import Callable

from rich.console import RenderableType

from phantasm.surfaces.cli import (
    compile_views,
    exchange,
    framing_views,
    graph_views,
    indexing,
    journal_views,
    maintenance_views,
    past_views,
    recalling,
    search_views,
    session_views,
    skills,
    tables,
    views,
)
from phantasm.surfaces.cli.review import tables as review_tables
from phantasm.surfaces.cli.tables import JsonObject

View = Callable[[JsonObject], list[RenderableType]]

VIEWS: dict[str, View] = {
    "audit": journal_views.journal,
    "backup_list": tables.backups,
    "backup_restore": views.replacement,
    "compile": compile_views.compiled,
    "diff": past_views.differences,
    "embed": indexing.standing,
    "episodes": session_views.episodes,
    "explain": past_views.explanation,
    "frame": framing_views.frame,
    "health": views.health,
    "history": views.lineage,
    "ingest": views.outcomes,
    "inspect": past_views.inspection,
    "jobs": maintenance_views.jobs,
    "list": tables.records,
    "memory_export": exchange.written,
    "memory_import": exchange.plan,
    "metrics": views.counts,
    "profile_graph": graph_views.profile,
    "recall": recalling.found,
    "reindex": indexing.rebuilt,
    "relationships": graph_views.relations,
    "replay": compile_views.compiled,
    "review": review_tables.decided,
    "review_queue": review_tables.queue,
    "revise": views.outcome,
    "search": search_views.answers,
    "sessions": session_views.sessions,
    "skills_export": skills.written,
    "snapshot_import": views.replacement,
    "undo": past_views.undone,
    "work_graph": graph_views.work,
}
"""Operations whose answers have a view of their own."""


def view_of(operation: str) -> View:
    """Return how an operation's answer is shown."""
    return VIEWS.get(operation, views.anything)
