"""What do the commands of one step look like with parameters in place of what differs? Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from phantasm.learning.procedures.acts import Action, Argument
from phantasm.learning.procedures.align import Column
from phantasm.learning.procedures.model import Parameter
from phantasm.learning.procedures.naming import name_of
from phantasm.learning.procedures.parameters import (
    Template,
    Values,
    Variable,
    examples,
    expressed,
    grouped,
    template,
    variables,
    whole_where_loose,
)

USUAL_SHARE = 0.6
"""The share of a step's commands that must have the same make-up; else its places are one list of values."""
MOST_EXAMPLES = 3
"""Values of a parameter that are shown; three show what varies and what does not."""
SAID_SHARE = 0.5
"""The share of sessions whose request must say a parameter's value for it to come from the request."""
_PLACES = "#*"


@dataclass(frozen=True, slots=True)
class Written:
    """Commands with parameters."""

    actions: tuple[str, ...]
    """One for each step."""
    parameters: tuple[Parameter, ...]
    values: Mapping[str, Values]
    """What each parameter was, by session."""
    constants: tuple[tuple[tuple[str, str], ...], ...]
    """The arguments of each step that stay, with their keys."""


def written(columns: Sequence[Column], goals: Sequence[str]) -> Written:
    """Compare the commands of each step over the sessions, and write them with parameters."""
    made = [_words(column) for column in columns]
    raw = [template(values) for words in made for _, values in words if values is not None]
    templates = [whole_where_loose(one, _elsewhere(raw, place)) for place, one in enumerate(raw)]
    templates = [expressed(one, _elsewhere(templates, place)) for place, one in enumerate(templates)]
    names, values = _named(columns, made, templates)
    parameters = tuple(
        Parameter(name, examples(found, MOST_EXAMPLES), in_goal=_is_said(found, goals))
        for name, found in values.items()
    )
    rest = iter(templates)
    numbers = iter(names)
    lines, constants = [], []
    for words in made:
        parts = [(word, None if values is None else _text(next(rest), numbers)) for word, values in words]
        lines.append(_joined(parts))
        constants.append(tuple((key, text) for key, text in parts if text is not None and "{" not in text))
    return Written(tuple(lines), parameters, values, tuple(constants))


def _elsewhere(templates: Sequence[Template], place: int) -> list[Variable]:
    return [variable for at, other in enumerate(templates) if at != place for variable in variables(other)]


def _words(column: Column) -> list[tuple[str, Values | None]]:
    """Return the words of a step, and for each argument its values by session."""
    runs = dict(sorted(column.runs.items()))
    layouts = Counter(action.layout for action in runs.values())
    layout = min(layouts, key=lambda one: (-layouts[one], one))
    if layouts[layout] < USUAL_SHARE * len(runs):
        runs = {place: _with_places_joined(action) for place, action in runs.items()}
        layouts = Counter(action.layout for action in runs.values())
        layout = min(layouts, key=lambda one: (-layouts[one], one))
    found: list[tuple[str, Values | None]] = []
    for word in layout:
        if not word.startswith("\0"):
            found.append((word, None))
            continue
        values = {
            place: argument.value
            for place, action in runs.items()
            for argument in action.arguments
            if argument.key == word[1:]
        }
        found.append((word[1:], values))
    return found


def _with_places_joined(action: Action) -> Action:
    """Put all arguments without a flag together: their number differs, so they are one list."""
    values = [argument.value for argument in action.arguments if argument.key.startswith("#")]
    words: list[str | Argument] = []
    for word in action.words:
        if not (isinstance(word, Argument) and word.key.startswith("#")):
            words.append(word)
        elif values:
            words.append(Argument(_PLACES, " ".join(values)))
            values = []
    return Action(action.act, action.form, tuple(words), action.worked, action.is_test)


def _named(
    columns: Sequence[Column], made: Sequence[list[tuple[str, Values | None]]], templates: Sequence[Template]
) -> tuple[list[str], dict[str, Values]]:
    """Name the variables; the same name for those that are one parameter."""
    places = [
        (column, key)
        for column, words in zip(columns, made, strict=True)
        for key, v in words
        if v is not None
    ]
    found: list[Variable] = []
    suggested: list[tuple[int, str]] = []
    for (column, key), pieces in zip(places, templates, strict=True):
        before = ""
        for piece in pieces:
            if isinstance(piece, str):
                before += piece
                continue
            found.append(piece)
            act = next(iter(column.runs.values())).act
            values = sorted(set(piece.by_session.values()))
            suggested.append(name_of(values, key=key, act=act, before=before))
            before = ""
    names = [""] * len(found)
    values_by_name: dict[str, Values] = {}
    for group in grouped(found):
        name = min((suggested[place] for place in group), key=lambda one: one[0])[1]
        unique, number = name, 2
        while unique in values_by_name:
            unique, number = f"{name}_{number}", number + 1
        values_by_name[unique] = {}
        for place in reversed(group):
            names[place] = unique
            values_by_name[unique].update(found[place].by_session)
    return names, values_by_name


def _text(pieces: Template, names: Iterator[str]) -> str:
    return "".join(piece if isinstance(piece, str) else f"{{{next(names)}}}" for piece in pieces)


def _joined(parts: Sequence[tuple[str, str | None]]) -> str:
    """Write words and arguments as a command line."""
    line: list[str] = []
    for word, text in parts:
        key = word.rpartition("|")[2]
        if text is None:
            line.append(word)
        elif key.startswith("$"):
            line.append(f"{key[1:]}={_quoted(text)}")
        elif key.endswith("=") and line:
            line[-1] += f"={_quoted(text)}"
        else:
            line.append(text if key == _PLACES else _quoted(text))
    return " ".join(line)


def _quoted(text: str) -> str:
    needs_quotes = text in {"", "{message}"} or any(sign in text for sign in " '\";&|<>()\\")
    return '"' + text.replace('"', '\\"') + '"' if needs_quotes else text


def _is_said(found: Values, goals: Sequence[str]) -> bool:
    said = sum(1 for place, value in found.items() if value and value in goals[place])
    return said >= SAID_SHARE * len(found)
