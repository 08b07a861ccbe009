"""How do the answers to a question look? A verdict; for each what it is, what it says, how fresh it is."""

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from phantasm.surfaces.cli.excerpts import Excerpt
from phantasm.surfaces.cli.plain import one_line
from phantasm.surfaces.cli.tables import (
    JsonObject,
    cell,
    cited,
    columns,
    freshness,
    is_known,
    listed,
    moment,
    more,
    number,
    objects,
    state,
    texts,
)

VERDICTS = {
    "strong_match": ("strong match", "green"),
    "weak_match": ("weak match: perhaps not what was asked for", "yellow"),
    "no_match": ("no match: nothing here answers that", "red"),
}
"""What a person is told about a match, and in which style."""
# Under the handle, so that ranks and scores stand out at the left.
_INDENT_CHARACTERS = len("  1  0.98  ")
_GAP = "  "


def answers(data: JsonObject, *, before: int = 0, nearest: bool = True) -> list[RenderableType]:
    """Show how well the hits match, then the hits, best first; `before` of them were on earlier pages.

    Where nothing matches, what comes nearest is listed only when that is wanted.
    """
    hits = objects(data, "hits")
    unsure = data.get("match") == "no_match"
    if unsure and hits and not nearest:
        hint = Text("what comes nearest all the same: --all", "dim")
        return [Text(*VERDICTS["no_match"]), hint, *_footer(data)]
    words, style = VERDICTS.get(str(data.get("match")), (str(data.get("match")), ""))
    parts: list[RenderableType] = [Text(words + ("; what comes nearest:" if unsure and hits else ""), style)]
    looked_for = tuple(map(str, listed(data.get("words"))))
    for rank, hit in enumerate(hits, start=before + 1):
        parts.append(found(rank, hit, looked_for, "dim" if unsure else ""))
    return [*parts, *_footer(data), *more(data)]


def found(rank: int, hit: JsonObject, words: tuple[str, ...] = (), style: str = "") -> RenderableType:
    """Show one hit: what it is, the piece of it that has the words looked for, and why when that is told."""
    said = Excerpt(str(hit.get("text") or ""), words, _INDENT_CHARACTERS, style)
    return Group(_head(rank, hit), said, *_fresh(hit), *_explained(hit))


def _head(rank: int, hit: JsonObject) -> Text:
    """Return what a hit is: its rank, its score, its name, and what there is to know at a glance."""
    head = Text(no_wrap=True, overflow="ellipsis")
    head.append(f"{rank:>3}{_GAP}").append(f"{number(hit.get('score')):.2f}{_GAP}", "dim")
    head.append(cell(cited(hit), "bold"))
    known = [cell(hit.get("kind")), state(hit.get("state")), cell(hit.get("subject_key"))]
    known.append(cell(moment(hit.get("at"))))
    if hit.get("session"):
        known.append(cell(f"in {hit.get('session')}", "dim"))
    for word in known:
        if word:
            head.append(_GAP).append(word)
    return head


def _fresh(hit: JsonObject) -> list[RenderableType]:
    """Say below a hit how fresh it is, where something is known: the head is cut where a window ends."""
    told = freshness(hit) if is_known(hit) else Text()
    return [Padding(told, (0, 0, 0, _INDENT_CHARACTERS))] if told else []


def _explained(hit: JsonObject) -> list[RenderableType]:
    """Show how a hit was found and the parts of its score that are not zero, the largest first."""
    named = hit.get("parts")
    if not isinstance(named, dict):
        return []
    values = {str(name): round(number(value), 3) for name, value in named.items()}
    table = columns("part", "value")
    for name, value in sorted(values.items(), key=lambda part: (-abs(part[1]), part[0])):
        if value:
            table.add_row(cell(name), cell(f"{value:+.3f}"))
    found_by = cell(f"found by {', '.join(texts(hit, 'found_by'))}", "dim")
    return [Padding(part, (0, 0, 0, _INDENT_CHARACTERS), expand=False) for part in (found_by, table)]


def _footer(data: JsonObject) -> list[RenderableType]:
    """Say what was left out: words that are everywhere, and what this profile may not read."""
    # The index also has names as a whole, in letters that cannot be shown; their parts are there too.
    common = [one_line(word) for word in texts(data, "dropped") if word.isprintable()]
    parts: list[RenderableType] = []
    if common:
        parts.append(Text(f"too common to be looked for: {', '.join(common)}", "dim"))
    if data.get("withheld"):
        parts.append(Text(f"{data.get('withheld')} sensitive ones withheld", "dim"))
    return parts
