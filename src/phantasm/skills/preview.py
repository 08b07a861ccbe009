"""How would a procedure look as a skill, and may it be one yet? Writes nothing."""

from collections.abc import Mapping, Sequence

from pydantic import Field

from phantasm.contracts.model import Model
from phantasm.skills.files import SKILL_FILE, Shelf, on_shelf
from phantasm.skills.model import Refusal, procedure_of, refusal_of
from phantasm.skills.packaging import names_for, package
from phantasm.skills.plan import by_lineage, taken_names
from phantasm.state.model import Record


class SkillView(Model):
    """The file that `skills_export` would write for one procedure."""

    name: str
    path: str
    text: str
    refused: Refusal | None = Field(default=None, description="Why it is not exported as it stands")


def previews(
    shelf: Shelf, records: Sequence[Record], overlays: Mapping[str, Sequence[str]]
) -> dict[str, SkillView]:
    """Return the skills of some procedures by lineage, under the names they have or would get."""
    held = on_shelf(shelf)
    procedures = [procedure_of(record) for record in records]
    own = {lineage: one.name for lineage, one in by_lineage(held).items()}
    names = names_for(procedures, own, taken_names(held, {one.lineage for one in procedures}))
    refusals = {record.lineage: refusal_of(record, overlays.get(record.id, ())) for record in records}
    return {
        one.lineage: SkillView(
            name=names[one.lineage],
            path=f"{shelf.shown}/{names[one.lineage]}/{SKILL_FILE}",
            text=package(one, names[one.lineage]).text,
            refused=refusals[one.lineage],
        )
        for one in procedures
    }
