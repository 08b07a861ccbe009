"""Which command proves that memory still hands over what it must? check."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from phantasm.surfaces.cli.asking import attempt, report, request
from phantasm.surfaces.cli.options import Json, start_of
from phantasm.surfaces.cli.plain import one_line
from phantasm.surfaces.cli.showing import finish
from phantasm.surfaces.cli.tables import JsonObject, objects, texts
from phantasm.surfaces.cli.wording import ADDED, REMOVED, inline

if TYPE_CHECKING:
    from phantasm.contracts.envelope import Response
    from phantasm.runtime.bootstrap import Runtime
    from phantasm.runtime.checks.files import CheckFile

FAILED_STATUS = 1
"""How `check` ends when something does not hold; an error has the status of its code."""
_SUFFIX = ".toml"
# Under the name of the check.
_INDENT_CHARACTERS = len("  FAIL  ")
_EXAMPLE = """\
there are no checks yet; write what must hold into .phantasm/checks/NAME.toml, for example:

  [[check]]
  name = "the rule about payments is known"
  query = "may I match payments by their amount?"
  includes = ["never matched by amount"]
  excludes = ["sometimes matched by amount"]
  within_tokens = 2000"""


def check(
    context: typer.Context,
    chosen: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILE|NAME]...",
            help="Files inside the project, or names of checks; else all of .phantasm/checks.",
        ),
    ] = None,
    *,
    junit: Annotated[
        Path | None, typer.Option(metavar="OUT.xml", help="Also write the result there, for CI.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Compile what the checks ask for, and say which do not hold; ends with 1 when one does not.

    Example: phantasm check --junit checks.xml
    """

    def run() -> "Response":
        from phantasm.runtime.bootstrap import open_project  # noqa: PLC0415  the runtime
        from phantasm.runtime.checks import running  # noqa: PLC0415  the runtime
        from phantasm.runtime.checks.junit import write_junit  # noqa: PLC0415  the runtime
        from phantasm.surfaces.cli.patience import working  # noqa: PLC0415  the runtime

        with open_project(start_of(context)) as runtime, working("checking") as party:
            caller = running.Caller(_profile(), party)
            if chosen:
                found = running.run_files(runtime, _files(runtime, chosen), caller=caller)
            else:
                found = running.run_checks(runtime, caller=caller)
        if junit is not None:
            write_junit(found, junit)
        answer = report("check", found.model_dump(exclude={"warnings"}, exclude_none=True))
        return answer.model_copy(update={"warnings": found.warnings})

    response = attempt("check", run)
    failed = bool((response.data or {}).get("failed"))
    finish(response, verdicts, as_json=as_json, status=FAILED_STATUS if failed else None)


def verdicts(data: JsonObject) -> list[RenderableType]:
    """Show a short line for what holds, and for what does not what was expected and what was compiled."""
    if not data.get("files"):
        return [Text(_EXAMPLE)]
    parts: list[RenderableType] = []
    for file in objects(data, "files"):
        parts.append(Text(one_line(str(file.get("path"))), "bold"))
        for one in objects(file, "checks"):
            parts += _verdict(one)
    number, failed = data.get("checks"), data.get("failed")
    counted = "1 check" if number == 1 else f"{number} checks"
    words, style = (f"{failed} failed", "bold red") if failed else ("all hold", "green")
    return [*parts, Text(f"{counted}, {words}", style)]


def _verdict(one: JsonObject) -> list[RenderableType]:
    name = one_line(str(one.get("name")))
    notes = [_below(Text(f"note: {note}", "yellow")) for note in texts(one, "notes")]
    if one.get("holds"):
        figures = f"  {one_line(str(one.get('match'))).replace('_', ' ')}, {one.get('tokens')} tokens"
        return [Text.assemble(("  ok    ", "green"), name, (figures, "dim")), *notes]
    parts: list[RenderableType] = [Text.assemble(("  FAIL  ", "bold red"), (name, "bold")), *notes]
    for problem in objects(one, "unmet"):
        parts += [_below(text) for text in _problem(problem)]
    return [*parts, _below(_see(one.get("command")))]


def _problem(problem: JsonObject) -> list[Text]:
    rule, expected, message = (one_line(str(problem.get(part))) for part in ("rule", "expected", "message"))
    parts = [Text.assemble((f"{rule}: ", "bold"), expected, (f" — {message}", "red"))]
    segments = objects(problem, "segments")
    if segments:
        legend = (("[-expected-]", REMOVED), " ", ("{+compiled+}", ADDED))
        parts.append(Text.assemble("nearest, ", *legend, ": ", inline(segments)))
    elif problem.get("line") is not None:
        parts.append(Text(f"line: {one_line(str(problem.get('line')))}"))
    if problem.get("handle") is not None:
        parts.append(_see(f"phantasm why {problem.get('handle')}"))
    return parts


def _see(command: object) -> Text:
    return Text(f"see: {one_line(str(command))}", "dim")


def _below(text: Text) -> Padding:
    return Padding(text, (0, 0, 0, _INDENT_CHARACTERS), expand=False)


def _files(runtime: "Runtime", chosen: list[str]) -> "list[CheckFile]":
    """Read the files that were named, or all there are, and keep the checks that were named."""
    from phantasm.runtime.checks import files  # noqa: PLC0415  the runtime

    paths = runtime.environment.paths
    names = [word for word in chosen if not word.endswith(_SUFFIX)]
    places = [
        os.path.relpath(Path(word).resolve(), paths.root.resolve()) for word in chosen if word not in names
    ]
    found = [files.read_file(paths, place) for place in places] if places else files.read_folder(paths)
    return files.select(found, names)


def _profile() -> str:
    """Return who asks, as every command says it."""
    client = request("compile", {})["client"]
    return str(client["profile"]) if isinstance(client, dict) else ""
