"""What can be chosen about a compiled context? The options of `compile`, besides those that many share."""

from pathlib import Path
from typing import Annotated

import typer

from phantasm.surfaces.cli.options import complete_kinds

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
