"""What is a piece of evidence called? The address of its text: the same text from the same source, one name.

Whoever reads a row compares the name with the text, so that what was altered shows.
"""

from collections.abc import Sequence

from phantasm.contracts.canonical import canonical
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.ids import EVIDENCE as PREFIX
from phantasm.contracts.ids import EVIDENCE_MARK, cited, content_address, evidence_prefix, is_handle
from phantasm.evidence.model import Sighting
from phantasm.storage.sql import Row
from phantasm.storage.work import Work

# 128 bits of a keyed hash: two different pieces never share an id.
_ID_CHARACTERS = 32


def id_of(work: Work, sighting: Sighting, source: str | None) -> str:
    """Return the id of what was seen: the same for the same text from the same source."""
    identity = canonical([sighting.origin, sighting.media_type, source, sighting.text])
    return PREFIX + content_address(identity.encode(), salt=work.head.salt)[:_ID_CHARACTERS]


def turn_id(work: Work, said: Sighting) -> str:
    """Return the id of what was said in a session; `source` is the turn."""
    return id_of(work, said, canonical([said.session_id, said.source]))


def is_as_seen(work: Work, row: Row) -> bool:
    """Tell whether a row has the text that its id is the address of."""
    # The likelier first: each look hashes the text.
    looks = (is_turn, _is_alone) if row["session_id"] else (_is_alone, is_turn)
    return any(look(work, row) for look in looks)


def is_turn(work: Work, row: Row) -> bool:
    """Tell whether a row holds what was kept as said: a turn of a session, or a commit."""
    return bool(row["id"] == turn_id(work, _sighting(row)))


def _is_alone(work: Work, row: Row) -> bool:
    return bool(row["id"] == id_of(work, _sighting(row), row["source"]))


def _sighting(row: Row) -> Sighting:
    return Sighting(row["text"], row["origin"], row["media_type"], row["source"], "", None, row["session_id"])


def named(work: Work, names: Sequence[str], *, field: str = "params.ids") -> dict[str, str]:
    """Return the ids of the evidence that some names mean: ids or handles, also as these are cited."""
    asked = {name: cited(name) for name in names}
    ids = [name for name in asked.values() if name.startswith(PREFIX)]
    rows = work.all_of("SELECT id FROM evidence WHERE id IN (:values)", ids)
    known = {row["id"]: row["id"] for row in rows}
    for name in asked.values():
        handle = name.removeprefix(EVIDENCE_MARK)
        found = _beginning_with(work, PREFIX + evidence_prefix(handle)) if is_handle(handle) else []
        if len(found) > 1:
            raise _ambiguous(handle, found, field)
        known |= {name: found[0]} if found else {}
    return {name: known[plain] for name, plain in asked.items() if plain in known}


def _beginning_with(work: Work, beginning: str) -> list[str]:
    """Return the ids that begin so; in the order of the digits `g` comes after all of them."""
    rows = work.all(
        "SELECT id FROM evidence WHERE id >= :first AND id < :last ORDER BY id",
        {"first": beginning, "last": f"{beginning}g"},
    )
    return [row["id"] for row in rows]


def _ambiguous(handle: str, found: Sequence[str], field: str) -> PhantasmError:
    """Return the refusal for a handle that means more than one thing: at 40 bits rare, not impossible."""
    return PhantasmError(
        Code.INVALID_PARAMS,
        f"{len(found)} pieces of evidence have the handle {EVIDENCE_MARK}{handle}: {', '.join(found)}",
        field=field,
        expected="a whole id",
        remediation=(Remediation("Name the one that is meant by its id."),),
    )
