"""What does an agent transcript of Cursor say? Lines of JSON, or the plain text of older versions. Pure.

What Cursor keeps in its databases (`state.vscdb`, `store.db`) is not read, nor do its transcripts say all:
they have no ids, times, models and tokens, and mostly no results of tools.
"""

from collections.abc import Iterable, Iterator
from itertools import chain

from phantasm.session.transcripts import cursor_lines, cursor_text
from phantasm.session.transcripts.lines import RawLine
from phantasm.session.transcripts.model import Began, Event


def events(raw: Iterable[RawLine], known: Began | None = None) -> Iterator[tuple[int, Event]]:
    """Yield what is said, each with the offset where reading goes on.

    A transcript does not name its session: `known` is taken from the file's name by whoever opens it.
    """
    rest = iter(raw)
    first = next((line for line in rest if line.data is None or line.data.strip()), None)
    if first is None:
        return
    # A text begins, and is read on, where somebody speaks; anything else there is JSON, or was once.
    is_text = first.data is not None and first.data.rstrip(b"\r") in cursor_text.SPEAKERS
    reader = cursor_text.events if is_text else cursor_lines.events
    yield from reader(chain((first,), rest), known)
