"""When was "the migration"? The time of what a question names as an event."""

from phantasm.retrieval import lexical, store
from phantasm.retrieval.times.reading import Event, Span, Times
from phantasm.storage.sql import Conditions
from phantasm.storage.work import Work


def spans_of_events(work: Work, times: Times) -> Times:
    """Return what a question says about time, with events as the times they happened at."""
    found = [span for event in times.events if (span := _span(work, event))]
    return times._replace(spans=(*times.spans, *found)) if found else times


def _span(work: Work, event: Event) -> Span | None:
    words = lexical.words_of(event.text)
    terms = lexical.choose(work, words, live_only=True)
    if len(terms.kept) + len(terms.dropped) < len(words) or not words:
        return None  # nothing here has all of the words: the event is not known
    every = " AND ".join(lexical.any_of([term]) for term in words)
    best = lexical.matches(work, every, 1, live_only=True, conditions=Conditions())
    units = store.find(work, best)
    if not units:
        return None
    at = next(iter(units.values())).at
    match event.relation:
        case "before":
            return Span(None, at, event.words, exact=False)
        case "after":
            return Span(at, None, event.words, exact=False)
        case "during":
            return None  # how long it took is not known
