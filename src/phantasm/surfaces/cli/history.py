"""Which commands look into the repository's history? history update, done, together, who; history ID."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import RenderableType
from rich.text import Text
from typer.core import TyperGroup

from phantasm.contracts.errors import Remediation
from phantasm.surfaces.cli import past
from phantasm.surfaces.cli.asking import ask, perform
from phantasm.surfaces.cli.options import DryRun, Json, Limit, start_of
from phantasm.surfaces.cli.plain import one_line
from phantasm.surfaces.cli.showing import console, finish
from phantasm.surfaces.cli.tables import JsonObject, cell, number, objects, texts
from phantasm.surfaces.cli.views import cell_line, pairs

if TYPE_CHECKING:
    from typer._click import Context

    from phantasm.contracts.envelope import Response


_SHORT_SHA = 10
"""Characters of a commit's name that people see: unique in any repository there is."""
_DAY_CHARACTERS = len("2026-11-15")
_STANDING = {"done": "green", "reverted": "red", "revert": "yellow", "unreachable": "dim"}


def updated(data: JsonObject) -> list[RenderableType]:
    """Show what was taken in."""
    if not data.get("repository"):
        return [Text("there is no git repository here, or git cannot tell its history", "yellow")]
    lines: JsonObject = {
        "commits": f"{data.get('added')} new, {data.get('known')} known",
        "left out": data.get("left_out") or None,
        "reverts": data.get("reverts") or None,
        "tags": data.get("tags") or None,
        "no longer reachable": data.get("unreachable") or None,
        "reachable again": data.get("came_back") or None,
        "still to take in": data.get("left") or None,
    }
    parts = pairs({name: value for name, value in lines.items() if value is not None})
    return [*parts, Text("dry run: nothing was changed", "yellow")] if data.get("dry_run") else parts


def prior(data: JsonObject) -> list[RenderableType]:
    """Show what was done, and what is remembered about it."""
    parts = _unknown(data)
    if data.get("match") == "no_match":
        nearest = "; the nearest are:" if objects(data, "commits") else ""
        parts.append(Text(f"no commit is clearly about this{nearest}", "yellow"))
    for commit in objects(data, "commits"):
        parts += _commit(commit)
    remembered = objects(data, "remembered")
    parts += [Text("remembered:", "bold")] if remembered else []
    for hit in remembered:
        head = Text.assemble("  ", cell(hit.get("handle"), "bold"), f" {hit.get('kind')} ")
        parts.append(head.append(one_line(str(hit.get("text") or ""))))
    return parts


def companions(data: JsonObject) -> list[RenderableType]:
    """Show what changes along, surest first."""
    parts = _unknown(data)
    for file in objects(data, "files"):
        often = f"  {file.get('together')} of {file.get('of')} times, score {number(file.get('score')):.2f}"
        parts.append(Text.assemble(cell(file.get("path"), "bold"), (often, "green")))
        parts += [cell_line(f"    {_brief(commit)}") for commit in objects(file, "examples")[:1]]
    return parts if objects(data, "files") else [*parts, Text("nothing regularly changes along", "dim")]


def people(data: JsonObject) -> list[RenderableType]:
    """Show who knows most, and why."""
    parts = _unknown(data)
    for person in objects(data, "people"):
        share = f"  {number(person.get('share')):.0%}"
        parts.append(Text.assemble(cell(person.get("name"), "bold"), (share, "green")))
        parts.append(cell_line(f"  {' '.join(texts(person, 'because'))}"))
        parts += [cell_line(f"    {_brief(commit)}") for commit in objects(person, "examples")]
    return parts if objects(data, "people") else [*parts, Text("nobody is known to have worked there", "dim")]


def _commit(commit: JsonObject) -> list[RenderableType]:
    standing = str(commit.get("standing"))
    head = Text.assemble(
        cell(str(commit.get("sha"))[:_SHORT_SHA], "bold"),
        f" {_day(commit.get('at'))} ",
        (standing, _STANDING.get(standing, "")),
        f" {one_line(str(commit.get('subject') or '(erased)'))}",
    )
    names = texts(commit, "files")
    rest = int(number(commit.get("file_count"))) - len(names)
    listed = ", ".join(names) + (f" and {rest} more" if rest > 0 else "")
    cites = f"  [{commit.get('handle')}] {commit.get('author') or 'somebody'}"
    parts: list[RenderableType] = [head, cell_line(f"{cites}: {'; '.join(texts(commit, 'because'))}")]
    parts += [cell_line(f"  {listed}")] if listed else []
    taken = commit.get("reverted_by")
    if isinstance(taken, dict):
        parts.append(Text.assemble("  ", (f"taken back by {_brief(taken)}", "red")))
    return parts


def _brief(commit: JsonObject) -> str:
    who = one_line(str(commit.get("author") or "somebody"))
    subject = one_line(str(commit.get("subject") or "(erased)"))
    return f"{str(commit.get('sha'))[:_SHORT_SHA]} {_day(commit.get('at'))} {who}: {subject}"


def _day(moment: object) -> str:
    return str(moment or "")[:_DAY_CHARACTERS]


def _unknown(data: JsonObject) -> list[RenderableType]:
    return [
        Text.assemble((f"no known commit changed {name or 'anything'}", "yellow"))
        for name in texts(data, "unknown")
    ]


_RECORD = "record"
_UPDATE = "phantasm history update"


class _RecordOrWord(TyperGroup):
    """Takes what is no command of the group for the record of `history record`."""

    def parse_args(self, ctx: "Context", args: list[str]) -> list[str]:
        if args and args[0] not in {*self.commands, "--help"}:
            args = [_RECORD, *args]
        return super().parse_args(ctx, args)


commands = typer.Typer(
    cls=_RecordOrWord,
    no_args_is_help=True,
    help="Look back: a record's versions (history ID), or what the repository went through.",
)
commands.command(_RECORD)(past.history)

Words = Annotated[
    list[str], typer.Argument(metavar="TEXT|PATH...", help="Words, or files and folders that exist.")
]


@commands.command()
def update(
    context: typer.Context,
    *,
    everything: Annotated[
        bool, typer.Option("--all", help="Back to the first commit, also what was left out before.")
    ] = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Take in what is new in the repository's history: commits, tags, what was taken back.

    Example: phantasm history update
    """
    response = perform(
        "history update", lambda: _update(start_of(context), everything=everything, dry_run=dry_run)
    )
    finish(response, updated, as_json=as_json)


@commands.command()
def done(context: typer.Context, about: Words, *, limit: Limit = None, as_json: Json = False) -> None:
    """Show what was already done about something, also what was tried and taken back.

    Example: phantasm history done retry of failed uploads
    """
    words, paths = _sorted(start_of(context), about)
    params: JsonObject = {"query": words or None, "paths": paths or None, "limit": limit}
    response = ask(start_of(context), "prior_work", params)
    finish(response, prior, as_json=as_json, hint=_way_on(response))


@commands.command()
def together(
    context: typer.Context,
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Files or folders.")],
    *,
    limit: Limit = None,
    as_json: Json = False,
) -> None:
    """Show what usually changes together with a file.

    Example: phantasm history together src/app/settings.py
    """
    params: JsonObject = {"paths": list(paths), "limit": limit}
    response = ask(start_of(context), "changes_together", params)
    finish(response, companions, as_json=as_json, hint=_way_on(response))


@commands.command()
def who(context: typer.Context, about: Words, *, limit: Limit = None, as_json: Json = False) -> None:
    """Show who knows a file, a folder or a topic.

    Example: phantasm history who src/app
    """
    words, paths = _sorted(start_of(context), about)
    params: JsonObject = {"query": words or None, "paths": paths or None, "limit": limit}
    response = ask(start_of(context), "who_knows", params)
    finish(response, people, as_json=as_json, hint=_way_on(response))


def _sorted(start: Path, about: list[str]) -> tuple[str, list[str]]:
    """Return the words and the paths: what exists in the folder, or is written with a slash and no blank."""
    paths = [word for word in about if (start / word).exists() or ("/" in word and not word.split()[1:])]
    return " ".join(word for word in about if word not in paths), paths


def _way_on(response: "Response") -> Remediation | None:
    """Say what comes first where nothing was taken in yet."""
    known = (response.data or {}).get("known_commits", (response.data or {}).get("commits"))
    return None if known else Remediation("Take in what is new in the repository's history.", command=_UPDATE)


def _update(start: Path, *, everything: bool, dry_run: bool) -> "JsonObject":
    """Take in step by step, as the scheduler does: what git says is nobody's claim."""
    from phantasm.runtime.asking import ask_in_run  # noqa: PLC0415  the runtime
    from phantasm.runtime.bootstrap import open_or_explain  # noqa: PLC0415  the runtime
    from phantasm.runtime.history import follow_with_vectors, take_in  # noqa: PLC0415  the runtime

    with open_or_explain(start) as runtime, _watching() as watch:
        run_id, steps = runtime.environment.ids.new("run"), count()

        def asked(params: "JsonObject") -> "JsonObject":
            told = params | {"dry_run": dry_run}
            return ask_in_run(runtime, "commits_ingest", told, run_id=run_id, key=str(next(steps)))

        # A dry run takes nothing in, so its first step is all that can be shown.
        found = take_in(asked, everything=everything, watch=watch, stops=lambda: dry_run)
        if dry_run:
            return found | {"dry_run": True}
        return found | {"without_vector": follow_with_vectors(runtime.environment)}


@contextmanager
def _watching() -> Iterator[Callable[[int, int], None]]:
    """Show how many commits are done, on a terminal only."""
    from rich.progress import (  # noqa: PLC0415  only this command needs it
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    errors = console(stderr=True)
    columns = (
        TextColumn("commits", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:
        task = progress.add_task("", total=None)
        yield lambda done, left: progress.update(task, completed=done, total=done + left)
