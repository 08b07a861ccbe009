"""Which turns tell of a value, and which tells another one later? What was noted when they were written."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from phantasm.retrieval.revising.revision import Revision

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phantasm.retrieval.revising.mentions import Mention
    from phantasm.storage.work import Work

# Earlier turns that a turn is compared with: the newest that share a word. Values are told again soon.
_MOST_MET = 64

# Turns that are counted to tell common words from rare ones: the count must not grow with the store.
_MOST_COUNTED = 5_000

_COUNTED = "mentions:"

ReadText = Callable[[str], str | None]
"""What a piece of evidence says; None where that cannot be read."""


class Noted(NamedTuple):
    """That one turn tells another value than an earlier one."""

    earlier: str
    later: str
    revision: Revision


def note(work: Work, item_id: str, text: str, read: ReadText) -> None:
    """Note what a new turn tells, and which earlier turns it revises."""
    from phantasm.retrieval.revising.mentions import read_mentions  # noqa: PLC0415  only what is written
    from phantasm.retrieval.revising.revisions import revised  # noqa: PLC0415  is read for values

    mentions = read_mentions(text)
    keys = {tuple(key.split(":", 1)) for mention in mentions for key in mention.keys}
    if not keys:
        return
    weights = _weights(work, mentions)
    for earlier in _met(work, sorted(keys)):
        said = read(earlier)
        found = revised(mentions, read_mentions(said), weights=weights) if said else None
        if found is not None:
            _keep(work, Noted(earlier, item_id, found))
    rows = [{"kind": kind, "word": word, "item_id": item_id, "seq": work.seq} for kind, word in sorted(keys)]
    work.run_many(
        "INSERT INTO mentions (kind, word, item_id, seq) VALUES (:kind, :word, :item_id, :seq)", rows
    )


def forget(work: Work, item_ids: Sequence[str]) -> None:
    """Drop everything that was noted of some turns."""
    rows = [{"item": name} for name in item_ids]
    work.run_many("DELETE FROM mentions WHERE item_id = :item", rows)
    work.run_many("DELETE FROM revisions WHERE earlier = :item OR later = :item", rows)


def clear(work: Work) -> None:
    """Drop everything that was noted; it is about to be derived anew."""
    work.run("DELETE FROM mentions")
    work.run("DELETE FROM revisions")


def of_earlier(work: Work, item_ids: Sequence[str]) -> list[Noted]:
    """Return what revises some turns, and what revises that, and so on."""
    found: dict[tuple[str, str], Noted] = {}
    wanted = list(item_ids)
    while wanted:
        rows = work.all_of(
            "SELECT * FROM revisions WHERE earlier IN (:values) ORDER BY earlier, later", wanted
        )
        fresh = [row for row in rows if (row["earlier"], row["later"]) not in found]
        for row in fresh:
            words = tuple(row["about"].split())
            revision = Revision(row["strength"], row["reason"], row["kind"], row["unit"], row["value"], words)
            found[row["earlier"], row["later"]] = Noted(row["earlier"], row["later"], revision)
        wanted = [row["later"] for row in fresh]
    return [found[pair] for pair in sorted(found)]


def _met(work: Work, keys: Sequence[tuple[str, ...]]) -> list[str]:
    """Return the newest turns under some keys, oldest first."""
    newest: dict[str, int] = {}
    for kind, word in keys:
        rows = work.all(
            """SELECT item_id, seq FROM mentions WHERE kind = :kind AND word = :word
               ORDER BY seq DESC, item_id LIMIT :most""",
            {"kind": kind, "word": word, "most": _MOST_MET},
        )
        for row in rows:
            newest[row["item_id"]] = max(row["seq"], newest.get(row["item_id"], 0))
    return sorted(sorted(newest, key=lambda name: (-newest[name], name))[:_MOST_MET])


def _weights(work: Work, mentions: Sequence[Mention]) -> dict[str, float]:
    from phantasm.retrieval.revising.revisions import weigh  # noqa: PLC0415  see `note`

    words = sorted({word for mention in mentions for word in mention.words})
    return weigh({word: held for word in words if (held := _counted(work, word))}, _counted(work, None))


def _counted(work: Work, word: str | None) -> int:
    """Return how many turns are noted, or noted under a word, up to where counting ends."""
    known = work.fresh.get(f"{_COUNTED}{word}")
    if isinstance(known, int):
        return known
    where = "WHERE word = :word" if word is not None else ""
    count = int(
        work.value(
            f"SELECT count(*) FROM (SELECT DISTINCT item_id FROM mentions {where} LIMIT :most) AS telling",
            {"word": word, "most": _MOST_COUNTED},
        )
    )
    if count >= _MOST_COUNTED:  # it will not become more: a bulk need not count again
        work.fresh[f"{_COUNTED}{word}"] = count
    return count


def _keep(work: Work, noted: Noted) -> None:
    revision = noted.revision
    work.run(
        """INSERT INTO revisions (earlier, later, strength, reason, kind, unit, value, about)
           VALUES (:earlier, :later, :strength, :reason, :kind, :unit, :value, :about)""",
        {
            "earlier": noted.earlier,
            "later": noted.later,
            "strength": revision.strength,
            "reason": revision.reason,
            "kind": revision.kind,
            "unit": revision.unit,
            "value": revision.value,
            "about": " ".join(revision.about),
        },
    )
