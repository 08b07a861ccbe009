"""What lets somebody go on: what was last, what is next, what waits? In one or two sentences. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from phantasm.context.framing.answers import ActionAnswer, ChangeAnswer, CueAnswer, LastAnswer
from phantasm.context.framing.focus import Ranked
from phantasm.context.framing.scene import Scene, cut, quoted
from phantasm.state.graph import blocked

# So many are listed as waiting; `work_graph` has the rest.
_WAITING_SHOWN = 5
_ORIGINS = {
    "tool_output": "the output of a tool",
    "repository_file": "a file of the repository",
    "web": "a web page",
    "import": "an import",
}
# What the journal calls a change, as a person would say it.
_CHANGES = {
    "create": "wrote",
    "revise": "revised",
    "close": "withdrew",
    "archive": "archived",
    "retract": "took back",
    "restore": "brought back",
    "accept": "accepted",
    "verify": "verified",
    "freeze": "froze",
    "unfreeze": "unfroze",
    "undo": "undid a change to",
    "add_evidence": "added evidence to",
}


@dataclass(frozen=True, slots=True)
class Trace:
    """Something that was done or said last."""

    type: Literal["record", "evidence", "episode"]
    id: str
    seq: int
    at: str
    origin: str
    trusted: bool
    text: str | None
    """None where the caller may not read it."""
    handle: str
    change: str | None = None
    by: str | None = None
    session: str | None = None


def cue(
    scene: Scene,
    focus: Ranked | None,
    action: ActionAnswer,
    traces: Sequence[Trace],
    changed: Sequence[ChangeAnswer] | None,
) -> CueAnswer:
    """Answer what was last, what is next and what waits; `changed` is None where nobody asks what changed."""
    last = max(traces, key=lambda one: (one.seq, one.type == "evidence", one.id), default=None)
    own = focus.name if focus else None
    waiting = [scene.things[item.id] for item in blocked(scene.graph) if item.id in scene.things]
    waiting = [thing for thing in waiting if thing.text is not None and thing.item.id != own]
    first = _last(traces, last) if last else "Nothing is remembered of earlier work here."
    count = len(waiting)
    waits = f" {quoted(waiting[0])} waits." if count == 1 else f" {count} other items wait." if count else ""
    since = ""
    if changed:
        since = f" Since then {len(changed)} record{'s' if len(changed) > 1 else ''} changed."
    elif changed is not None and last:
        since = " Nothing has changed since."
    return CueAnswer(
        text=f"{first}{since} Next: {action.text}{waits}",
        last=_last_answer(last) if last else None,
        waiting=[thing.cited for thing in waiting[:_WAITING_SHOWN]],
        changed=list(changed or ()),
    )


def _last(traces: Sequence[Trace], last: Trace) -> str:
    """Say what was last; where that was a write, also what was said before it."""
    said = next((one for one in traces if one.type == "evidence"), last)
    first = _told(last)
    return f"Last, {first}." if said is last else f"Last, {first}; before that, {_told(said)}."


def _told(trace: Trace) -> str:
    where = f" in session {cut(trace.session)}" if trace.session else ""
    when = f"on {trace.at[:10]}{where},"
    if trace.type == "record":
        who = cut(trace.by or "somebody")
        verb = _CHANGES.get(trace.change or "", "changed")
        what = f"“{cut(trace.text)}” " if trace.text is not None and trace.trusted else ""
        return f"{when} {who} {verb} {what}[m:{trace.handle}]"
    if not trace.trusted or trace.text is None:
        # Its words might pose as instructions: they are recalled as data, never put into a sentence of ours.
        return f"{when} {_ORIGINS.get(trace.origin, 'something')} was seen [e:{trace.handle}]"
    return f"{when} this was said: “{cut(trace.text)}” [e:{trace.handle}]"


def _last_answer(trace: Trace) -> LastAnswer:
    return LastAnswer(
        type=trace.type,
        id=trace.id,
        handle=trace.handle,
        at=trace.at,
        text=trace.text if trace.trusted else None,
        session=trace.session,
    )
