"""How does a compiled context explain itself? Its lines and near misses, one by one, and what it all took."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text

from phantasm.surfaces.cli.excerpts import Excerpt
from phantasm.surfaces.cli.plain import one_line, plain
from phantasm.surfaces.cli.search_views import VERDICTS
from phantasm.surfaces.cli.tables import JsonObject, listed, moment, number, objects, texts

_STANDING = ("standing context: no task was given", "")
_GAP = "  "
_DAY_CHARACTERS = len("2026-11-15")
# These stand at the right of their columns, so that digits stand below digits.
_NUMBERS = frozenset({"tokens", "score", "lines"})
# A quarter of an 80-column window: what stands before it has room, and a step is less than one percent.
_BAR_CELLS = 20
_EIGHTHS = " ▏▎▍▌▋▊▉"
_FULL = "█"


def compiled(data: JsonObject) -> list[RenderableType]:
    """Show what was compiled: explained when that was asked for, else the text itself."""
    if objects(data, "lines") or objects(data, "omitted"):
        return explained(data)
    return [Text(plain(str(data.get("text") or "")))]


def explained(data: JsonObject) -> list[RenderableType]:
    """Show the lines and why they are there, what came near and was left out, and the totals."""
    parts = [*_included(data), *_left_out(data), *_findings(data)]
    return [*parts, *([Text()] if parts else []), *_sections(data), *_totals(data)]


def replayed(data: JsonObject) -> list[str]:
    """Say what of a replayed context is missing or differs; nothing when it is the same to the byte."""
    said = [f"{one.get('id')} is missing: {one.get('why')}" for one in objects(data, "missing")]
    said += [f"{one.get('id')} differs, in line {one.get('line')}" for one in objects(data, "differs")]
    if not data.get("identical") and not said:
        said.append("the text is another one than the manifest says, though each of its items is the same")
    return said


def handed_over(manifest: JsonObject, explanation: JsonObject) -> list[RenderableType]:
    """Say where in a compiled context that stands which was explained; without a manifest nothing."""
    item_id = _explained_id(explanation)
    if not manifest or item_id is None:
        return []
    lines = list(enumerate(objects(manifest, "lines"), start=1))
    own = [(place, line) for place, line in lines if item_id in {line.get("id"), *listed(line.get("also"))}]
    day = one_line(str(manifest.get("now")))
    if not own:
        return [Text(f"It is not in the context of {day}.")]
    parts: list[RenderableType] = [Text(f"in the context of {day}:", "bold")]
    for place, line in own:
        spans = ", ".join(
            f"{span[0]} to {span[1]}" for span in listed(line.get("spans")) if isinstance(span, list)
        )
        merged = "" if line.get("id") == item_id else f", which {line.get('id')} says too"
        words = f"line {place} of {len(lines)}: {line.get('tokens')} tokens, characters {spans}{merged}"
        parts.append(Text(f"{_GAP}{one_line(words)}"))
    return parts


def _explained_id(explanation: JsonObject) -> object:
    """Return which item an explanation is about; an operation is none."""
    evidence = next(iter(objects(explanation, "evidence")), None)
    for found in (explanation.get("record"), explanation.get("ranking"), evidence):
        if isinstance(found, dict):
            return found.get("id")
    return None


def _included(data: JsonObject) -> list[RenderableType]:
    lines = objects(data, "lines")
    if not lines:
        return []
    rows = [
        (
            _name(line),
            one_line(str(line.get("section") or "")),
            _whole(line.get("tokens")),
            f"{number(line.get('score')):.2f}",
            moment(line.get("at"))[:_DAY_CHARACTERS],
            "; ".join([*texts(line, "labels"), one_line(str(line.get("reason") or ""))]),
            one_line(str(line.get("freshness") or "")),
        )
        for line in lines
    ]
    heads = _aligned(("handle", "section", "tokens", "score", "of", "why it is there", "freshness"), rows)
    said = [Excerpt(str(line.get("text") or ""), (), len(_GAP), "dim") for line in lines]
    # A group, because a console that is given bare lines puts them together and wraps them.
    return [Group(heads[0], *(part for pair in zip(heads[1:], said, strict=True) for part in pair))]


def _left_out(data: JsonObject) -> list[RenderableType]:
    rows = [
        (
            _name(one),
            one_line(str(one.get("kind") or "")),
            f"{number(one.get('score')):.2f}",
            one_line(str(one.get("reason") or "")),
            one_line(str(one.get("detail") or "")),
        )
        for one in objects(data, "omitted")
    ]
    if not rows:
        return []
    heads = _aligned(("handle", "kind", "score", "left out", "because"), rows)
    return [*([Text()] if objects(data, "lines") else []), Group(*heads)]


def _findings(data: JsonObject) -> list[RenderableType]:
    """Say what a person should look at."""
    found = objects(data, "findings")
    parts: list[RenderableType] = [Text()] if found else []
    for one in found:
        kind = (f"{one_line(str(one.get('kind')))}: ", "yellow")
        parts.append(Text.assemble(kind, one_line(str(one.get("message") or ""))))
    return parts


def _sections(data: JsonObject) -> list[RenderableType]:
    """Show how much of the budget each section takes."""
    budget = number(data.get("token_budget")) or 1.0
    rows, shares = [], []
    for section in objects(data, "sections"):
        shares.append(number(section.get("tokens")) / budget)
        name = one_line(str(section.get("name")))
        rows.append((name, _whole(section.get("lines")), _whole(section.get("tokens"))))
    heads = _aligned(("section", "lines", "tokens"), rows)
    bars = [Text.assemble(_GAP, (_bar(share), "cyan"), f" {share:.1%}") for share in shares]
    return [Group(heads[0], *(head + bar for head, bar in zip(heads[1:], bars, strict=True)))] if rows else []


def _totals(data: JsonObject) -> list[RenderableType]:
    words, style = VERDICTS.get(str(data.get("match")), _STANDING)
    most = "" if data.get("exact") else "at most "
    used = f"{most}{_whole(data.get('tokens'))} of {_whole(data.get('token_budget'))} tokens"
    form = f"for {data.get('model')} as {data.get('format')}"
    size = Text(one_line(f"{used}, {_whole(data.get('characters'))} characters, {form}"))
    parts: list[RenderableType] = [Text(words, style), size]
    prefix, unchanged = data.get("prefix"), data.get("unchanged")
    if isinstance(prefix, dict):
        parts.append(Text(f"stable beginning: {_extent(prefix)}", "dim"))
    if isinstance(unchanged, dict):
        parts.append(Text(f"unchanged since the previous one: {_extent(unchanged)}", "dim"))
    if data.get("withheld"):
        parts.append(Text(f"{data.get('withheld')} sensitive ones withheld", "dim"))
    return parts


_MARKS = {"evidence": "e", "episode": "s"}
"""What stands before a handle; before that of a record an m."""


def _name(one: JsonObject) -> str:
    """Return how a line is cited; what has no handle stands for itself."""
    handle = one_line(str(one.get("handle") or ""))
    if not handle or ":" in handle:
        return handle
    return f"{_MARKS.get(str(one.get('tier')), 'm')}:{handle}"


def _aligned(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> list[Text]:
    """Return a line of titles and one for each row, in columns; only the end of a line gives way."""
    widths = [max(map(cell_len, column)) for column in zip(titles, *rows, strict=True)]
    made = []
    for place, row in enumerate((titles, *rows)):
        cells = []
        for title, words, width in zip(titles, row, widths, strict=True):
            blanks = " " * (width - cell_len(words))
            cells.append(blanks + words if title in _NUMBERS else words + blanks)
        made.append(
            Text(_GAP.join(cells).rstrip(), "" if place else "bold", no_wrap=True, overflow="ellipsis")
        )
    return made


def _bar(share: float) -> str:
    """Return a bar of a fixed width; what is there at all is seen."""
    eighths = max(min(round(share * _BAR_CELLS * 8), _BAR_CELLS * 8), 1 if share > 0 else 0)
    bar = _FULL * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")
    return bar.ljust(_BAR_CELLS)


def _extent(found: JsonObject) -> str:
    return f"{_whole(found.get('bytes'))} bytes, {_whole(found.get('tokens'))} tokens"


def _whole(value: object) -> str:
    return f"{int(number(value)):,}"
