"""How do records relate? Typed links between lineages, and from a lineage to what lies outside the store.

A link joins lineages, not versions: what rests on a record goes on resting on it when the record is revised.
"""

import json
from collections.abc import Sequence
from typing import Literal, NamedTuple

from phantasm.contracts.canonical import canonical
from phantasm.contracts.ids import content_address
from phantasm.contracts.model import JsonObject
from phantasm.state.tables import LINKS
from phantasm.storage import entries, payloads
from phantasm.storage.sql import Row
from phantasm.storage.work import Change, Work
from phantasm.workspace.anchors import references
from phantasm.workspace.anchors.model import Seen

LinkType = Literal[
    "supersedes", "derived_from", "depends_on", "contradicts", "blocks", "part_of", "relates_to", "about"
]
RESTS_ON: tuple[LinkType, ...] = ("derived_from", "depends_on")
"""The links along which doubt travels: from what changed to what rests on it."""
OUTSIDE = "ref_"
"""What the target of a link starts with when it is not a record: a file, a symbol, a commit, a person."""
_ADDRESS_CHARACTERS = 32  # 128 bits of a keyed hash


class Link(NamedTuple):
    """One relation; `reference` is the text of a target outside the store, None once it was erased.

    With `seen` it is an anchor: what the repository had there when it was cited.
    """

    id: str
    type: LinkType
    source: str
    target: str
    reference: str | None
    seq: int
    created_at: str
    closed_at: str | None
    seen: Seen | None = None


def add(work: Work, link_type: LinkType, source: str, target: str) -> Link:
    """Link two lineages; linking them twice is linking them once."""
    return _add(work, link_type, source, target)


def add_reference(work: Work, source: str, reference: str, seen: Seen | None = None) -> Link:
    """Say what a lineage is about outside the store: `file:src/a.py`, `person:sarah`; with what is there."""
    return _add(work, "about", source, address(work, reference), outside=(reference, seen))


def address(work: Work, reference: str) -> str:
    """Return the target under which a reference is found; keyed, so that it confirms no guess."""
    return OUTSIDE + content_address(reference.encode(), salt=work.head.salt)[:_ADDRESS_CHARACTERS]


def place_of(work: Work, reference: str) -> str:
    """Return under what everything about one file is found, whichever part of it is meant."""
    found = references.read(reference)
    in_a_file = found is not None and found.kind in {"file", "symbol"}
    return address(work, f"file:{found.name}" if found and in_a_file else reference)


Outside = tuple[str, Seen | None]
"""What lies outside the store, and what was seen there."""


def _add(
    work: Work, link_type: LinkType, source: str, target: str, *, outside: Outside | None = None
) -> Link:
    held = work.one(
        """SELECT * FROM links
           WHERE type = :type AND source = :source AND target = :target AND closed_at IS NULL""",
        {"type": link_type, "source": source, "target": target},
    )
    reference, seen = outside or (None, None)
    if held is not None:
        known = _links(work, [held])[0]
        if seen is None or _same_sight(known.seen, seen):
            return known
        close(work, known)  # whoever cites it again has looked at what is there now
    payload = None if reference is None else payloads.put(work, _body(reference, seen))
    link = Link(
        work.ids.new("lnk"),
        link_type,
        source,
        target,
        reference,
        work.seq,
        created_at=work.now,
        closed_at=None,
        seen=seen,
    )
    row = {name: getattr(link, name) for name in LINKS.columns if name not in {"reference", "place"}}
    place = None if reference is None else place_of(work, reference)
    work.run(LINKS.insert, row | {"reference": payload, "place": place})
    work.changed(Change("link", link.id, "create", after_payload=payload, after_state="open"))
    return link


def close(work: Work, link: Link) -> None:
    """End a link; that it was there stays known."""
    work.run("UPDATE links SET closed_at = :now WHERE id = :id", {"id": link.id, "now": work.now})
    work.changed(Change("link", link.id, "close", before_state="open", after_state="closed"))


def reopen(work: Work, link: Link) -> None:
    """Let an ended link hold again."""
    work.run("UPDATE links SET closed_at = NULL WHERE id = :id", {"id": link.id})
    work.changed(Change("link", link.id, "reopen", before_state="closed", after_state="open"))


def erase_references(work: Work, lineage: str) -> None:
    """Erase what an erased lineage pointed at outside the store."""
    rows = work.all(
        "SELECT * FROM links WHERE source = :lineage AND reference IS NOT NULL", {"lineage": lineage}
    )
    payloads.erase(work, [row["reference"] for row in rows])
    for link in _links(work, rows):
        work.run("UPDATE links SET target = :id, place = NULL WHERE id = :id", {"id": link.id})
        if link.closed_at is None:
            close(work, link)


def find(work: Work, ids: Sequence[str]) -> dict[str, Link]:
    """Return links by id, ended ones too."""
    rows = work.all_of("SELECT * FROM links WHERE id IN (:values) ORDER BY id", ids)
    return {link.id: link for link in _links(work, rows)}


def outgoing(work: Work, lineages: Sequence[str]) -> list[Link]:
    """Return the links that start at some lineages, in order; ended ones too."""
    rows = work.all_of("SELECT * FROM links WHERE source IN (:values) ORDER BY seq, id", lineages)
    return _links(work, rows)


def incoming(work: Work, targets: Sequence[str]) -> list[Link]:
    """Return the links that lead to some lineages or references, in order; ended ones too."""
    rows = work.all_of("SELECT * FROM links WHERE target IN (:values) ORDER BY seq, id", targets)
    return _links(work, rows)


# What is withdrawn rests on nothing any more; an episode is no record, and always counts.
_COUNTS = """(NOT EXISTS (SELECT 1 FROM records r WHERE r.lineage = links.source)
    OR EXISTS (SELECT 1 FROM records r
               WHERE r.lineage = links.source AND r.state IN ('live', 'suggested')))"""


def cited_at(work: Work, paths: Sequence[str]) -> list[Link]:
    """Return the open links to some files or to anything in them, in order."""
    places = [address(work, f"file:{path}") for path in paths]
    rows = work.all_of(
        f"SELECT * FROM links WHERE place IN (:values) AND closed_at IS NULL AND {_COUNTS} ORDER BY seq, id",
        places,
    )
    return _links(work, rows)


def anchors(work: Work) -> list[Link]:
    """Return every open link out of the store that says what was seen there, by id."""
    rows = work.all(
        f"""SELECT * FROM links WHERE type = 'about' AND reference IS NOT NULL AND closed_at IS NULL
              AND {_COUNTS} ORDER BY id"""
    )
    return [link for link in _links(work, rows) if link.seen is not None]


def resting_on(work: Work, lineages: Sequence[str]) -> list[tuple[str, str]]:
    """Return what rests directly on some lineages: pairs of the dependent and what it rests on."""
    rows = work.all_of(
        """SELECT source, target FROM links
           WHERE target IN (:values) AND type IN ('derived_from', 'depends_on') AND closed_at IS NULL
           ORDER BY seq, id""",
        lineages,
    )
    return [(row["source"], row["target"]) for row in rows]


def held_after(work: Work, found: Sequence[Link], seq: int | None) -> list[Link]:
    """Return which links held: now, or after a write, also those that were ended and held again since."""
    if seq is None:
        return [link for link in found if link.closed_at is None]
    then = entries.last_states(work, [link.id for link in found], seq)
    return [link for link in found if link.id in then and then[link.id][0] == "open"]


def _body(reference: str, seen: Seen | None) -> str:
    return canonical({"reference": reference} | ({"seen": seen} if seen is not None else {}))


def _same_sight(known: Seen | None, seen: Seen) -> bool:
    """Tell whether the same was seen, whenever that was."""
    return known is not None and {**known, "at": None} == {**seen, "at": None}


def _links(work: Work, rows: Sequence[Row]) -> list[Link]:
    kept = payloads.get_many(work, [row["reference"] for row in rows if row["reference"] is not None])
    bodies = {payload: json.loads(body) for payload, body in kept.items()}
    return [_link(row, bodies.get(row["reference"], {})) for row in rows]


def _link(row: Row, body: JsonObject) -> Link:
    reference, seen = body.get("reference"), body.get("seen")
    return Link(
        id=row["id"],
        type=row["type"],
        source=row["source"],
        target=row["target"],
        reference=reference if isinstance(reference, str) else None,
        seq=row["seq"],
        created_at=row["created_at"],
        closed_at=row["closed_at"],
        seen=seen if isinstance(seen, dict) else None,
    )
