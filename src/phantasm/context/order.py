"""In which order is a context read? Sections as the model likes them, lines as people do. Pure."""

from collections.abc import Iterable, Sequence

from phantasm.context.model import Chosen
from phantasm.context.sections import QUOTED, SECTIONS


def in_sections(chosen: Iterable[Chosen], order: Sequence[str]) -> list[tuple[str, list[Chosen]]]:
    """Return what was chosen by section, without sections that say nothing."""
    by_section: dict[str, list[Chosen]] = {}
    for one in chosen:
        by_section.setdefault(one.section, []).append(one)
    return [(name, _lines(name, by_section[name])) for name in order if name in by_section]


def _lines(name: str, chosen: list[Chosen]) -> list[Chosen]:
    if name == QUOTED:
        return sorted(chosen, key=_when)
    if SECTIONS[name].is_stable:
        kinds = SECTIONS[name].kinds
        return sorted(chosen, key=lambda one: (kinds.index(one.candidate.kind), _recorded(one)))
    return _with_disputes(sorted(chosen, key=lambda one: (one.candidate.rank, one.candidate.id)))


def _when(one: Chosen) -> tuple[str, str, int, int, str]:
    """Sort quotes as they were said: by day, session and place."""
    told = one.candidate
    return (told.at[:10], told.group, told.position, told.offset, told.id)


def _recorded(one: Chosen) -> tuple[str, str]:
    """Sort by age: what is added later changes only the end of what a prompt cache holds."""
    return (one.candidate.standing.recorded_at, one.candidate.id)


def _with_disputes(chosen: Sequence[Chosen]) -> list[Chosen]:
    """Return lines in order, but the sides of a dispute together."""
    left = {one.candidate.id: one for one in chosen}
    found: list[Chosen] = []
    for one in chosen:
        if one.candidate.id in left:
            found.append(left.pop(one.candidate.id))
            found += [left.pop(other) for other in one.candidate.standing.opposed if other in left]
    return found
