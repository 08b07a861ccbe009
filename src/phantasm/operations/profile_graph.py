"""Show what this project is and how it is done here: identity, people, preferences, boundaries, style."""

from typing import Annotated, Literal

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind, KindName
from phantasm.contracts.model import Choices, JsonObject, Model
from phantasm.evidence import store as evidence
from phantasm.state.moments import Everywhere, PointFields
from phantasm.state.scopes import standpoint
from phantasm.state.survey import ConflictView, LinkedView, conflict_views, linked_views, survey
from phantasm.state.timeline import point
from phantasm.state.views import RecordView, WithdrawnView, readable, view, withdrawn_view
from phantasm.storage.work import Work
from phantasm.workspace.place import Place, here

KIND = Kind.READ
EXAMPLE: JsonObject = {"sections": ["boundaries", "style"]}

SectionName = Literal["identity", "people", "preferences", "boundaries", "style"]
SECTIONS: dict[SectionName, KindName] = {
    "identity": "identity",
    "people": "person",
    "preferences": "preference",
    "boundaries": "constraint",
    "style": "convention",
}
"""Which kind of record each section shows."""


class Params(PointFields):
    """Which sections, seen from where and when."""

    sections: Choices[SectionName] = Field(default_factory=list, description="Only these; all when empty")
    everywhere: Everywhere = False
    limit: Annotated[int, Field(ge=1, le=1000)] = Field(
        default=100, description="At most so many in a section, the newest"
    )


class ProfileItem(Model):
    """One record with its marks, and what it is linked to."""

    record: RecordView
    linked: list[LinkedView] = []


class Section(Model):
    """One part of the profile; `total` also counts what the limit left out."""

    name: SectionName
    items: list[ProfileItem]
    total: int
    withheld: int = Field(description="How many sensitive records this profile may not read")


class Result(Model):
    """The sections in a fixed order, undecided conflicts, and what was withdrawn lately."""

    sections: list[Section]
    conflicts: list[ConflictView] = []
    doubtful: list[str] = Field(default=[], description="Records whose basis has changed: check before use")
    withdrawn: list[WithdrawnView] = Field(
        default=[], description="What no longer holds: since when, by whom, why; not what it said"
    )


def prepare(params: Params, environment: Environment) -> Place:
    """Look where the caller is."""
    return here(environment.start)


def handle(params: Params, work: Work, place: Place) -> Result:
    """Group what is held by section."""
    chosen = [name for name in SECTIONS if not params.sections or name in params.sections]
    seen_from = None if params.everywhere else standpoint(place, work.caller.session_id)
    at = point(work, params.as_of, params.known_at)
    found = survey(work, [SECTIONS[name] for name in chosen], seen_from, at)
    held = {name: [one for one in found.records if one.kind == SECTIONS[name]] for name in chosen}
    readable_of = {name: [one for one in held[name] if readable(one, work.caller)] for name in chosen}
    shown = {name: readable_of[name][: params.limit] for name in chosen}
    first = [record for records in shown.values() for record in records]
    linked = linked_views(found, {record.lineage for record in first})
    rests_on = evidence.behind(work, [record.id for record in first])
    sections = [
        Section(
            name=name,
            items=[
                ProfileItem(
                    record=view(record, work.caller, rests_on.get(record.id), found.marks.get(record.id)),
                    linked=linked.get(record.lineage, []),
                )
                for record in shown[name]
            ],
            total=len(readable_of[name]),
            withheld=len(held[name]) - len(readable_of[name]),
        )
        for name in chosen
    ]
    return Result(
        sections=sections,
        conflicts=conflict_views(found),
        doubtful=sorted(name for name, marks in found.marks.items() if "doubtful" in marks),
        withdrawn=[withdrawn_view(gone) for gone in found.withdrawn],
    )
