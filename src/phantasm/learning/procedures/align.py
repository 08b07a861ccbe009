"""In which order are the acts of a workflow done, and which command of each session is which step? Pure."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from phantasm.learning.procedures.acts import Action

REPEATED_SHARE = 0.6
"""The share of sessions that must do an act twice for the second time to be a step of its own."""
MOST_REPEATS = 3
"""How often one act can be a step; more often it is a loop."""
USUAL_BONUS = 0.25
"""What a command of the usual make-up gains over another of the same form, when only one can be the step."""
WORKED_BONUS = 0.1
"""What a command that worked gains over one that nobody knows of: it is the one to repeat."""


@dataclass(frozen=True, slots=True)
class Column:
    """One step, and which command of each session it was."""

    form: str
    runs: dict[int, Action]
    """By the session's place; sessions that left it out are missing."""
    share: float


def aligned(sessions: Sequence[Sequence[Action]], forms: Collection[str]) -> list[Column]:
    """Return the steps that sessions have in common, in their usual order, each with its commands."""
    kept = [[action for action in session if action.form in forms] for session in sessions]
    keys = _keys(kept)
    order = _order(kept, keys)
    usual = _usual_layouts(kept)
    runs: list[dict[int, Action]] = [{} for _ in order]
    for place, session in enumerate(kept):
        for step, action in _matched(order, session, usual).items():
            runs[step][place] = action
    return [
        Column(form, found, round(len(found) / len(sessions), 6))
        for (form, _), found in zip(order, runs, strict=True)
        if found
    ]


def in_order(predicted: Sequence[str], taken: Sequence[str]) -> int:
    """Return how many of the predicted forms were taken in that order."""
    row = [0] * (len(taken) + 1)
    for form in predicted:
        before = row
        row = [0]
        for place, other in enumerate(taken):
            row.append(before[place] + 1 if form == other else max(before[place + 1], row[place]))
    return row[-1]


def _keys(sessions: Sequence[Sequence[Action]]) -> list[tuple[str, int]]:
    """Return each form, and again where most sessions that have it do it again."""
    counts = [Counter(action.form for action in session) for session in sessions]
    found: list[tuple[str, int]] = []
    for form in sorted({form for count in counts for form in count}):
        having = [count[form] for count in counts if count[form]]
        found += [
            (form, time)
            for time in range(1, MOST_REPEATS + 1)
            if time == 1 or sum(count >= time for count in having) >= REPEATED_SHARE * len(having)
        ]
    return found


def _order(sessions: Sequence[Sequence[Action]], keys: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """Sort by how many other steps one usually comes before; then by its mean place; then by name."""
    wanted = set(keys)
    before: Counter[tuple[tuple[str, int], tuple[str, int]]] = Counter()
    places: dict[tuple[str, int], list[float]] = {key: [] for key in keys}
    for session in sessions:
        seen: Counter[str] = Counter()
        row: list[tuple[str, int]] = []
        for action in session:
            seen[action.form] += 1
            if (key := (action.form, seen[action.form])) in wanted:
                before.update((earlier, key) for earlier in row)
                row.append(key)
        for place, key in enumerate(row):
            places[key].append(place / len(row))
    wins = {key: sum(before[key, other] > before[other, key] for other in keys) for key in keys}
    losses = {key: sum(before[key, other] < before[other, key] for other in keys) for key in keys}
    mean = {key: round(sum(found) / len(found), 6) if found else 1.0 for key, found in places.items()}
    return sorted(keys, key=lambda key: (losses[key] - wins[key], mean[key], key))


def _usual_layouts(sessions: Sequence[Sequence[Action]]) -> dict[str, tuple[str, ...]]:
    layouts: dict[str, Counter[tuple[str, ...]]] = {}
    for session in sessions:
        for action in session:
            layouts.setdefault(action.form, Counter())[action.layout] += 1
    return {form: min(found, key=lambda one: (-found[one], one)) for form, found in layouts.items()}


def _matched(
    order: Sequence[tuple[str, int]], session: Sequence[Action], usual: dict[str, tuple[str, ...]]
) -> dict[int, Action]:
    """Find the best ordered match of steps and commands; what is out of order fills what is left over."""
    height, width = len(order), len(session)
    best = [[0.0] * (width + 1) for _ in range(height + 1)]
    for step in range(height - 1, -1, -1):
        for place in range(width - 1, -1, -1):
            skip = max(best[step + 1][place], best[step][place + 1])
            score = _score(order[step][0], session[place], usual)
            best[step][place] = max(skip, best[step + 1][place + 1] + score if score else 0.0)
    found: dict[int, Action] = {}
    left = list(range(width))
    step = place = 0
    while step < height and place < width:
        if best[step][place] == best[step + 1][place]:
            step += 1
        elif best[step][place] == best[step][place + 1]:
            place += 1
        else:
            found[step] = session[place]
            left.remove(place)
            step, place = step + 1, place + 1
    for step, (form, _) in enumerate(order):
        other = next((place for place in left if session[place].form == form), None)
        if step not in found and other is not None:
            found[step] = session[other]
            left.remove(other)
    return found


def _score(form: str, action: Action, usual: dict[str, tuple[str, ...]]) -> float:
    if action.form != form:
        return 0.0
    is_usual = action.layout == usual.get(form)
    return 1.0 + USUAL_BONUS * is_usual + WORKED_BONUS * (action.worked is True)
