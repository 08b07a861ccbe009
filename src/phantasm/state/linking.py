"""How does a request link a record? Finds what its targets name, refuses what cannot be linked."""

from collections.abc import Sequence

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.state import cascade, guard, links, store
from phantasm.state.inputs import LinkInput
from phantasm.state.links import RESTS_ON, Link
from phantasm.state.model import Record
from phantasm.storage.work import Work
from phantasm.workspace.anchors import references


def targets(work: Work, wanted: Sequence[LinkInput]) -> dict[str, Record]:
    """Return the records that some links lead to, by the names that the links use."""
    names = [link.target for link in wanted if not is_reference(link.target)]
    found = store.find(work, names)
    for name in names:
        if name not in found:
            raise guard.not_found(name, "params.links")
    return found


def link(work: Work, record: Record, wanted: Sequence[LinkInput]) -> list[Link]:
    """Link a record's lineage to what it names; doubt at once what comes to rest on something shaky."""
    found = targets(work, wanted)
    made = [_link(work, record, one, found.get(one.target)) for one in wanted]
    for base in cascade.inherit(work, record, [found[one.target] for one in wanted if one.type in RESTS_ON]):
        if base.state in {"live", "suggested"}:
            work.warn("rests_on_doubtful", f"{base.id} is doubtful, and so is now what rests on it")
        else:
            work.warn("rests_on_gone", f"{base.id} is {base.state}: what rests on it is doubtful")
    return made


def cites(wanted: LinkInput) -> bool:
    """Tell whether a link leads to something that can be looked at: that is an anchor."""
    return wanted.type == "about" and is_reference(wanted.target)


def is_reference(target: str) -> bool:
    """Tell whether a link leads outside the store."""
    return target.startswith(references.PREFIXES)


def _link(work: Work, record: Record, wanted: LinkInput, target: Record | None) -> Link:
    if target is None:
        if wanted.type != "about":
            raise PhantasmError(
                Code.INVALID_PARAMS,
                f"only `about` leads outside the store, {wanted.type!r} leads to a record",
                field="params.links",
                expected="a record's id or handle",
            )
        return links.add_reference(work, record.lineage, wanted.target)
    if target.lineage == record.lineage:
        raise PhantasmError(Code.INVALID_PARAMS, "a record cannot be linked to itself", field="params.links")
    return links.add(work, wanted.type, record.lineage, target.lineage)
