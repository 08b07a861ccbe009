"""Which commands hand over what is remembered? compile and replay: their text on stdout, to the byte."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.surfaces.cli import compile_views
from phantasm.surfaces.cli.asking import ask, attempt
from phantasm.surfaces.cli.manifest_files import keep_manifest, read_manifest
from phantasm.surfaces.cli.options import AsOf, At, Everywhere, Json, KnownAt, complete_kinds, start_of
from phantasm.surfaces.cli.plain import plain
from phantasm.surfaces.cli.showing import finish

if TYPE_CHECKING:
    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject


Task = Annotated[
    list[str] | None,
    typer.Argument(metavar="TASK", help="The task or question; - reads it from stdin; none: what stands."),
]
Budget = Annotated[int | None, typer.Option("--budget", help="At most so many tokens, all included.")]
Characters = Annotated[int | None, typer.Option("--characters", help="At most so many characters.")]
Hook = Annotated[bool, typer.Option("--hook", help="The small size that hooks hand over.")]
Focus = Annotated[
    list[str] | None,
    typer.Option(
        "--focus", metavar="KEY", help="A subject key, or prefix.*, that is to be there. Repeatable."
    ),
]
Model = Annotated[
    str | None, typer.Option("--model", help="For claude, openai, gemini, small-local or plain.")
]
Format = Annotated[str | None, typer.Option("--format", help="xml, markdown, json or text.")]
Handles = Annotated[
    str | None, typer.Option("--handles", help="Which lines carry theirs: all, records or none.")
]
Nearest = Annotated[
    bool, typer.Option("--nearest", help="Where nothing matches, hand over what comes nearest.")
]
Now = Annotated[str | None, typer.Option("--now", metavar="DATE", help="Which day it is; today if left out.")]
Kinds = Annotated[
    list[str] | None,
    typer.Option("--kind", help="Only records of these kinds. Repeatable.", autocompletion=complete_kinds),
]
Tiers = Annotated[list[str] | None, typer.Option("--tier", help="Only record, evidence or episode.")]
Origins = Annotated[
    list[str] | None, typer.Option("--origin", help="Only what comes from these, such as user. Repeatable.")
]
Scope = Annotated[
    str | None, typer.Option("--scope", help="Only project, branch, worktree or session scope.")
]
ScopeRef = Annotated[str | None, typer.Option("--scope-ref", help="Only this branch, worktree or session.")]
Session = Annotated[str | None, typer.Option("--session", help="Only what was seen in this session.")]
Since = Annotated[
    str | None, typer.Option("--since", metavar="TIME", help="Only what was seen or true from then on.")
]
Until = Annotated[
    str | None, typer.Option("--until", metavar="TIME", help="Only what was seen or true before.")
]
Confidence = Annotated[
    float | None, typer.Option("--min-confidence", help="Only records held with at least this, 0 to 1.")
]
About = Annotated[
    str | None, typer.Option("--about", help="Only records about this: file:…, symbol:…, commit:…, person:…")
]
Previous = Annotated[
    Path | None,
    typer.Option("--previous", metavar="FILE", help="The manifest of an earlier one: how much is unchanged?"),
]
Manifest = Annotated[
    Path | None, typer.Option("--manifest", metavar="FILE", help="Write the manifest there, for `replay`.")
]
Explain = Annotated[
    bool, typer.Option("--explain", help="Show why each line is there and what was left out, not the text.")
]


# The exit status when a context could not be replayed as it was.
_ANOTHER_TEXT = 1
# Parameters of the operation that an option has under the same name.
_CHOSEN = (
    *("token_budget", "max_characters", "focus_subjects", "model", "format", "handles", "nearest", "now"),
    *("kinds", "tiers", "origins", "scope", "scope_ref", "session", "since", "until", "min_confidence"),
    *("about", "everywhere", "as_of", "known_at", "explain"),
)


def compile_context(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    task: Task = None,
    *,
    token_budget: Budget = None,
    max_characters: Characters = None,
    hook: Hook = False,
    focus_subjects: Focus = None,
    model: Model = None,
    format: Format = None,  # noqa: A002  the parameter's name
    handles: Handles = None,
    nearest: Nearest = False,
    now: Now = None,
    kinds: Kinds = None,
    tiers: Tiers = None,
    origins: Origins = None,
    scope: Scope = None,
    scope_ref: ScopeRef = None,
    session: Session = None,
    since: Since = None,
    until: Until = None,
    min_confidence: Confidence = None,
    about: About = None,
    everywhere: Everywhere = False,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    at: At = None,
    previous: Previous = None,
    manifest: Manifest = None,
    explain: Explain = False,
    as_json: Json = False,
) -> None:
    """Compile what is remembered into the context for a task; prints exactly its text.

    Example: phantasm compile "add a page for invoices" --budget 2000 --manifest last.json
    """
    chosen = locals()
    params: JsonObject = {name: _given(chosen[name]) for name in _CHOSEN}
    params |= {"size": "hook" if hook else None, "at_commit": at}

    def compiled() -> "Response":
        params["query"] = _task(task)
        params["previous"] = read_manifest(previous) if previous else None
        response = ask(start_of(context), "compile", params)
        if manifest and response.data is not None:
            keep_manifest(manifest, response.data.get("manifest"))
        return response

    response = attempt("compile", compiled)
    if explain:
        finish(response, compile_views.explained, as_json=as_json)
    _hand_over(response, as_json=as_json)


def replay(
    context: typer.Context,
    manifest: Annotated[
        Path, typer.Argument(metavar="MANIFEST", help="A file that `compile` wrote; - reads it from stdin.")
    ],
    *,
    as_json: Json = False,
) -> None:
    """Print a compiled context again, byte by byte, also after memory has moved on.

    Ends with status 1, and says why on stderr, when something was erased since or says something else.
    """
    response = attempt(
        "replay", lambda: ask(start_of(context), "replay", {"manifest": read_manifest(manifest)})
    )
    data = response.data or {}
    if not as_json:
        for problem in compile_views.replayed(data) if response.data else ():
            typer.echo(f"warning: {plain(problem)}", err=True)
    status = _ANOTHER_TEXT if response.data and not data.get("identical") else None
    _hand_over(response, as_json=as_json, status=status)


def _given(value: object) -> object:
    """Return an option's value, or None when it was left out."""
    return None if value is False or value == [] else value


def _task(words: list[str] | None) -> str | None:
    """Return the task: the words of the command, or what stdin says."""
    if words != ["-"]:
        return " ".join(words) if words else None
    try:
        return sys.stdin.buffer.read().decode()
    except UnicodeDecodeError as problem:
        message = f"stdin is not valid UTF-8 at byte {problem.start}"
        raise PhantasmError(
            Code.INVALID_PARAMS, message, field="params.query", expected="UTF-8 text"
        ) from problem


def _hand_over(response: "Response", *, as_json: bool, status: int | None = None) -> NoReturn:
    """Print the text and nothing else on stdout; everything about it goes to stderr."""
    if response.data is not None and not as_json:
        _print_exactly(str(response.data.get("text")))
    finish(response, lambda _: [], as_json=as_json, status=status)


def _print_exactly(text: str) -> None:
    """Write a text to the byte; a terminal gets no control characters, and its prompt a line of its own."""
    if sys.stdout.isatty():
        text = plain(text)
        text += "" if text.endswith("\n") or not text else "\n"
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()
