"""How is an agent told what got past a failure before? Briefly, as quoted data, fenced. Pure."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from phantasm.context.fence import defused, delimiters, nonce
from phantasm.contracts.client_text import MARK
from phantasm.contracts.ids import EPISODE_MARK, RECORD_MARK
from phantasm.contracts.model import JsonObject

MOST_CHARACTERS: Final = 1_500
"""How much is said about one failure, in characters: a few lines that do not bury the output itself."""
_MOST_LINE_CHARACTERS: Final = 160
"""How much is said of one command, one error or one step, in characters: a line of a terminal and a half."""
_MOST_STEPS: Final = 8
"""How many steps of a way are told; a longer way is looked up by its handle."""
_MOST_WAY_CHARACTERS: Final = 500
"""How much is said of one way, in characters: so two of them fit at least."""
_FORMAT: Final = "xml"
_LEAD: Final = (
    "Something like this failed here before. What got past it then, to be checked before it is used:"
)


@dataclass(frozen=True, slots=True)
class Recalled:
    """What is said, and about which items."""

    text: str = ""
    items: tuple[str, ...] = ()


def written(data: JsonObject, given: Collection[str], salt: str) -> Recalled:
    """Return what `recall` found as a text; nothing where all of it was given before."""
    lines: list[str] = []
    items: list[str] = []
    room = MOST_CHARACTERS - len(_fenced([], salt))
    for item, line in (*_ways(data), *_procedures(data)):
        if len(line) + 1 <= room:
            lines.append(line)
            items.append(item)
            room -= len(line) + 1
    if not set(items).difference(given):
        return Recalled()
    return Recalled(_fenced(lines, salt), tuple(items))


def _fenced(lines: list[str], salt: str) -> str:
    opening, closing = delimiters(_FORMAT, nonce(lines, salt))
    return "\n".join((f"<{MARK}>", _LEAD, opening, *lines, closing, f"</{MARK}>", ""))


def _ways(data: JsonObject) -> Iterator[tuple[str, str]]:
    for one in _objects(data.get("episodes")):
        way = _texts(one.get("way"))
        if not way:
            continue
        count = one.get("sessions")
        often = f"in {count} sessions" if isinstance(count, int) and count > 1 else "in one session"
        day = str(one.get("at") or "")[:10]
        when = f", last on {day}" if day else ""
        cited = f"{EPISODE_MARK}{one.get('handle')}"
        failed = f"- `{_short(one.get('command'))}` failed: {_short(one.get('error'))}"
        yield cited, f"{failed} Then it worked after: {_steps(way)} ({often}{when}) [{cited}]"


def _procedures(data: JsonObject) -> Iterator[tuple[str, str]]:
    for one in _objects(data.get("procedures")):
        uses, successes = one.get("uses"), one.get("successes")
        often = f" (used {uses} times, {successes} with success)" if uses else ""
        steps = _steps(_texts(one.get("steps")))
        line = f"- Procedure: {_short(one.get('title'))}: {steps}{often} [{RECORD_MARK}{one.get('handle')}]"
        yield str(one.get("record_id")), line


def _steps(steps: list[str]) -> str:
    told: list[str] = []
    for step in map(_short, steps[:_MOST_STEPS]):
        if sum(map(len, told)) + len(step) > _MOST_WAY_CHARACTERS:
            break
        told.append(step)
    return "; ".join([*told, "…"] if len(told) < len(steps) else told)


def _short(value: object) -> str:
    """Return a text as one line that neither opens nor closes anything of ours."""
    text = defused(str(value or ""), _FORMAT)
    return text if len(text) <= _MOST_LINE_CHARACTERS else f"{text[:_MOST_LINE_CHARACTERS]}…"


def _objects(value: object) -> list[JsonObject]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _texts(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
