"""How does a person go through what waits? One item at a time, a key for each decision, until the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.contracts.errors import PhantasmError
from phantasm.surfaces.cli import past_views
from phantasm.surfaces.cli.asking import report
from phantasm.surfaces.cli.review import choices, queue, tables
from phantasm.surfaces.cli.review.item import item
from phantasm.surfaces.cli.review.keyboard import END, press
from phantasm.surfaces.cli.review.progress import Made, Progress
from phantasm.surfaces.cli.review.sending import details, send, settled, take_back
from phantasm.surfaces.cli.showing import console, show

if TYPE_CHECKING:
    from rich.console import RenderableType

    from phantasm.contracts.model import JsonObject

_MOVES = {"s": "skip", "b": "back", "o": "open", "u": "undo", "?": "help", "q": "quit"}
_HELP = {
    "a": "hold the suggestion from now on; what it replaces is closed",
    "r": "reject the suggestion as never true; withdraw what is doubtful or stale",
    "e": "change the words in your editor ($VISUAL, $EDITOR), then hold them",
    "d": "put it off: until a time, until a record changes, until an operation happens",
    "w": "pick who wins the conflict, and what becomes of the others; asks before it counts",
    "m": "merge duplicates into one record, which keeps the evidence and links of all",
    "k": "keep: it still holds, and is not doubtful or stale any more",
    "c": "close the question without changing any record",
    "s": "go to the next one and decide nothing",
    "b": "go to the one before",
    "o": "show everything that is known about it",
    "u": "undo the last decision and go back to it",
    "q": "stop; what was decided stays decided",
}


def walk(here: Progress, *, reason: str | None) -> bool:
    """Go through the items and say at the end what was done; returns whether Ctrl-C ended it."""
    interrupted = False
    try:
        while _is_there_more(here):
            _show(here)
            decisions = {} if here.decided() else choices.keys(here.current)
            words = decisions | _MOVES
            key = press("  ".join(f"[{key}] {word}" for key, word in words.items()) + " > ", "".join(words))
            if key in {"q", END}:
                break
            if key in decisions:
                _decide(here, key, reason)
            else:
                _move(here, key, words)
    except KeyboardInterrupt:
        interrupted = True
    _sum_up(here)
    return interrupted


def _is_there_more(here: Progress) -> bool:
    if here.position >= len(here.items) and (failed := here.look_again()):
        show(failed, tables.queue)
    return here.position < len(here.items)


def _show(here: Progress) -> None:
    here.refresh()
    out, current = console(), here.current
    behind = details(here.start, current).data if current.get("kind") in {"stale", "doubtful"} else None
    for part in item(current, width=out.width, title=here.title, behind=behind):
        out.print(part)
    if word := here.decided():
        out.print(f"already {word}", style="green")


def _move(here: Progress, key: str, words: dict[str, str]) -> None:
    """Do what decides nothing: go on, go back, look closer, take back, explain."""
    match key:
        case "s":
            here.forward()
        case "b":
            here.position = max(0, here.position - 1)
        case "o":
            show(details(here.start, here.current), past_views.explanation)
        case "u":
            _undo(here)
        case _:
            for name in words:
                console().print(f"  {name}  {_HELP.get(name, 'show this')}")


def _decide(here: Progress, key: str, reason: str | None) -> None:
    """Ask what a decision still needs and carry it out; a problem is shown, and the item stays."""
    try:
        decision = choices.decide(key, here.current)
    except PhantasmError as problem:
        show(report("review", {}, error=problem), _nothing)
        return
    if decision is None:
        return
    response = send(here.start, decision, reason=reason)
    show(response, tables.decided if decision.operation == "review" else _nothing)
    if decision.operation != "review" and not response.error:
        console().print(decision.word, style="green")
    if response.error is None:
        operation = str(response.provenance.operation_id)
        here.made.append(Made(here.position, decision.word, operation, frozenset(settled(response))))
        here.forward()


def _undo(here: Progress) -> None:
    if not here.made:
        console().print("nothing was decided yet", style="dim")
        return
    response = take_back(here.start, here.made[-1].operation)
    show(response, past_views.undone)
    if response.error is None:
        here.position = here.made.pop().position


def _sum_up(here: Progress) -> None:
    left = (queue.page(here.start, queue.Chosen(limit=1)).data or {}).get("total", 0)
    out = console()
    out.print(f"\n{here.summary()}; {left} still wait for a decision", style="bold")
    for made in here.made:
        out.print(f"  {made.word}: phantasm undo {made.operation}", style="dim")


def _nothing(_: JsonObject) -> list[RenderableType]:
    return []
