"""Which lines does a record cite? As they are now, and as they were when it was cited, fit to be shown.

Only files that the repository has or would take are shown, and none that a glob of `hooks.ignore` names.
Secrets are masked before lines are cut out: half a key would not be recognised as one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import Field

from phantasm.contracts.model import Model
from phantasm.security.redaction import redact
from phantasm.state.anchored.foreign import commit_of
from phantasm.workspace.anchors import references
from phantasm.workspace.anchors.content import lines_of
from phantasm.workspace.anchors.files import number, whole_before, word
from phantasm.workspace.anchors.model import Reference, Seen, Verdict
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.ignoring import Ignored

MOST_LINES = 60
"""Of one excerpt: as much as fits on a screen, as in a diff."""
MOST_LETTERS = 400
"""Of one line: minified files have lines of a megabyte."""
_AROUND = 2
"""Lines shown before and after what is cited, so that one sees where it stands."""

Span = tuple[int, int]
"""The first and the last line, counted from 1."""


class CodeView(Model):
    """Some lines of a file, secrets masked."""

    path: str
    first_line: int = Field(description="The number of the first line that is shown, from 1")
    text: str
    start: int = Field(description="The first line that is cited")
    stop: int = Field(description="The last line that is cited")
    truncated: bool = Field(description="Whether lines, or parts of lines, that are cited are left out")
    commit: str | None = Field(default=None, description="Of lines as they were: the commit of that time")


@dataclass(frozen=True, slots=True)
class Showing:
    """What may be shown of a working tree."""

    checkout: Checkout
    ignored: Ignored

    def now(self, reference: str, verdict: Verdict) -> CodeView | None:
        """Return the lines that are cited, where they are now; None where there are none to show."""
        cited = references.read(verdict.now or reference)
        if cited is None or verdict.status == "gone" or not self._may_show(cited.name):
            return None
        text = self.checkout.read(cited.name)
        span = _span(cited, text, self.checkout) if text is not None else None
        return _cut(cited.name, text, span) if text is not None and span else None

    def then(self, reference: str, seen: Seen) -> CodeView | None:
        """Return the lines that were cited as they were; None where nobody has kept them."""
        cited = references.read(reference)
        if cited is None or (self.checkout.has(cited.name) and not self._may_show(cited.name)):
            return None
        if cited.kind not in {"file", "symbol"} or self.ignored.has_file(cited.name):
            return None
        commit = commit_of(seen.get("commit"))
        whole, start = whole_before(seen, self.checkout), number(seen, "start") or 1
        if whole is not None:
            stop = number(seen, "stop") or len(lines_of(whole))
            return _cut(cited.name, whole, (start, stop), commit)
        excerpt = word(seen, "excerpt")
        if not excerpt:
            return None
        lines = lines_of(excerpt)
        return _shown(
            cited.name, lines, start, (start, number(seen, "stop") or start + len(lines) - 1), commit
        )

    def _may_show(self, path: str) -> bool:
        listed = self.checkout.by_name.get(path.rpartition("/")[2], ())
        return path in listed and not self.ignored.has_file(path)


def _span(cited: Reference, text: str, checkout: Checkout) -> Span | None:
    match cited.kind:
        case "file":
            return cited.lines or (1, len(lines_of(text)))
        case "symbol":
            found = checkout.outline(cited.name).find(cited.part)
            return (found[0].start, found[0].stop) if found else None
        case _:
            return None


def _cut(path: str, text: str, span: Span, commit: str | None = None) -> CodeView | None:
    """Cut lines out of a text; None where they are not there, or a secret goes over several lines."""
    raw, lines = lines_of(text), lines_of(redact(text)[0])
    if len(raw) != len(lines) or not 1 <= span[0] <= len(lines):
        return None
    first = max(1, span[0] - _AROUND)
    return _shown(path, lines[first - 1 : span[1] + _AROUND], first, span, commit)


def _shown(path: str, lines: Sequence[str], first: int, span: Span, commit: str | None) -> CodeView:
    kept = lines[:MOST_LINES]
    return CodeView(
        path=path,
        first_line=first,
        text="\n".join(line if len(line) <= MOST_LETTERS else f"{line[:MOST_LETTERS]}…" for line in kept),
        start=span[0],
        stop=span[1],
        truncated=first + len(kept) - 1 < span[1] or any(len(line) > MOST_LETTERS for line in kept),
        commit=commit,
    )
