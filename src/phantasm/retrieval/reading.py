"""What do units say, word for word? The text of a record, an episode or a part of evidence."""

import re
from collections.abc import Iterable, Sequence

from phantasm.evidence import store as evidence
from phantasm.retrieval import matching
from phantasm.retrieval.model import Unit
from phantasm.retrieval.tokens import speaking
from phantasm.retrieval.traits import label_of
from phantasm.state import store as state
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work

# A name begins with a capital; what belongs to somebody goes with the name.
_NAME = re.compile(r"\b[A-Z]\w+(?:['\u2019]s)?")


def texts(work: Work, blobs: BlobStore, units: Sequence[Unit]) -> dict[int, str]:
    """Return the text of each of some units; what was erased meanwhile is left out."""
    records = state.find(work, _items(units, "record"))
    pieces = evidence.find(work, blobs, _items(units, "evidence"))
    episodes = _accounts(work, _items(units, "episode"))
    found: dict[int, str] = {}
    for unit in units:
        if unit.tier == "record":
            record = records.get(unit.item_id)
            whole = record.content.statement if record and record.content else None
        elif unit.tier == "episode":
            whole = episodes.get(unit.item_id)
        else:
            seen = pieces.get(unit.item_id)
            whole = seen.text if seen else None
        if whole is not None:
            found[unit.id] = whole[unit.start : unit.stop]
    return found


def sayings(work: Work, blobs: BlobStore, units: Sequence[Unit]) -> dict[int, str]:
    """Return what is embedded of each of some units: what is said, without the label of who says it."""
    found = texts(work, blobs, units)
    for unit in units:
        if unit.grouping and unit.id in found and (label := label_of(found[unit.id])):
            found[unit.id] = found[unit.id][len(label) + 2 :]
    return found


def names_somebody(question: str) -> bool:
    """Tell whether a question has a word that may be the name of who speaks."""
    return _NAME.search(question) is not None


def unnamed(work: Work, question: str) -> str:
    """Return a question without the names of those who speak in the store: their turns do not carry them."""
    words = {word: speaking(word) for word in _NAME.findall(question)}
    marks = [mark for listed in words.values() for mark in listed]
    speakers = matching.frequencies(work, marks, live=True) if marks else {}
    rest = _NAME.sub(lambda match: "" if speakers.keys() & set(words[match[0]]) else match[0], question)
    return rest if any(map(str.isalnum, rest)) else question


def _accounts(work: Work, names: Sequence[str]) -> dict[str, str]:
    """Return what episodes say, by session."""
    if not names:
        return {}
    from phantasm.session import chronicle  # noqa: PLC0415  only where sessions came to something
    from phantasm.session.episodes.briefs import text_of  # noqa: PLC0415  its patterns take long to load

    return {name: text_of(told) for name, told in chronicle.episodes(work, names).items()}


def _items(units: Iterable[Unit], tier: str) -> list[str]:
    return list(dict.fromkeys(unit.item_id for unit in units if unit.tier == tier))
