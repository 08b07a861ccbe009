"""Which options do many commands share, and what can their values be completed to?"""

from pathlib import Path
from typing import Annotated

import typer


def complete_operations(incomplete: str) -> list[str]:
    """Return the operations and aliases that start so."""
    from phantasm.runtime import registry  # noqa: PLC0415  the runtime

    return sorted(name for name in (*registry.names(), *registry.ALIASES) if name.startswith(incomplete))


def complete_kinds(incomplete: str) -> list[str]:
    """Return the record kinds that start so, as `templates` lists them."""
    from phantasm.runtime.bootstrap import without_project  # noqa: PLC0415  the runtime

    with without_project(Path()) as runtime:
        data = runtime.handle({"operation": "templates", "params": {}}).data or {}
    templates = data.get("templates")
    names = [str(template["record_kind"]) for template in templates] if isinstance(templates, list) else []
    return [name for name in names if name.startswith(incomplete)]


Json = Annotated[bool, typer.Option("--json", help="Print the response as one line of JSON.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would change, and change nothing.")]
Kind = Annotated[
    str | None, typer.Option("--kind", help="A kind of record, such as fact.", autocompletion=complete_kinds)
]
Limit = Annotated[int | None, typer.Option("--limit", help="At most so many.")]
Cursor = Annotated[str | None, typer.Option("--cursor", help="Where the page before ended.")]
Reason = Annotated[str, typer.Option("--reason", help="Why, for the journal.")]
Why = Annotated[str | None, typer.Option("--reason", help="Why, for the journal.")]
AsOf = Annotated[
    str | None, typer.Option("--as-of", metavar="TIME", help="What was true in the world at this moment.")
]
KnownAt = Annotated[
    str | None, typer.Option("--known-at", metavar="TIME", help="What the store knew at this moment.")
]
At = Annotated[
    str | None,
    typer.Option("--at", metavar="REVISION", help="What was held at a tag, a branch or a commit."),
]
Everywhere = Annotated[
    bool, typer.Option("--everywhere", help="Also what belongs to other branches, worktrees and sessions.")
]
RecordId = Annotated[str, typer.Argument(metavar="ID", help="A handle or id of any version.")]


def moment(as_of: str | None, known_at: str | None, at: str | None) -> dict[str, object]:
    """Return the parameters that say which moment a command is about."""
    return {"as_of": as_of, "known_at": known_at, "at_commit": at}


def start_of(context: typer.Context) -> Path:
    """Return the folder that the command works in."""
    found = context.find_root().obj
    return found if isinstance(found, Path) else Path()
