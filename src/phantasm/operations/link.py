"""Say how a record relates to others, or to a file, symbol, commit or person; end such links."""

from collections.abc import Sequence

from pydantic import Field, model_validator

from phantasm.capabilities.environment import Environment
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.ids import session_handle
from phantasm.contracts.kinds import Kind, Right
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.session import store as sessions
from phantasm.state import ancestry, cascade, guard, linking, links, store
from phantasm.state.anchored import citing
from phantasm.state.anchored.citing import Cited
from phantasm.state.anchored.reading import checkout_of
from phantasm.state.inputs import LinkInput, LinkName
from phantasm.state.links import RESTS_ON, Link
from phantasm.state.model import Record
from phantasm.state.review import store as reviews
from phantasm.state.review.model import NewReview
from phantasm.storage.work import Work

KIND = Kind.MUTATION
EXAMPLE: JsonObject = {
    "id": "k3v9qd2a",
    "links": [{"type": "depends_on", "target": "w7m2xq4c"}, {"type": "about", "target": "file:src/api.py"}],
}


class EndInput(Model):
    """A link to end: its id, or its type and target."""

    id: Line | None = Field(default=None, description="The link's id, as `relationships` shows it")
    type: LinkName | None = Field(default=None, description="How they relate")
    target: Line | None = Field(default=None, description="A record's id or handle, or file:…, person:…")

    @model_validator(mode="after")
    def _names_one(self) -> "EndInput":
        if (self.id is None) == (self.type is None) or (self.type is None) != (self.target is None):
            message = "give the id of a link, or its type and target"
            raise ValueError(message)
        return self


class Params(Model):
    """Which record, which links it gets, which it loses."""

    id: Line = Field(
        description="The record's id or handle; the links hold for its later versions too. Or an episode's: "
        "it may be about files, symbols and commits"
    )
    links: list[LinkInput] = Field(default_factory=list, max_length=100, description="Links to add")
    remove: list[EndInput] = Field(default_factory=list, max_length=100, description="Links to end")
    reason: Line | None = Field(default=None, description="Why, for the journal")
    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")

    @model_validator(mode="after")
    def _changes_something(self) -> "Params":
        if not self.links and not self.remove:
            message = "give links to add, or links to remove"
            raise ValueError(message)
        return self


class LinkView(Model):
    """One link, without what it leads to outside the store."""

    link_id: str
    type: str
    source: str = Field(description="The lineage that it starts at")
    target: str = Field(description="The lineage, or the address of a reference, that it leads to")
    changed: bool = Field(description="False when it was there, or had ended, before")


class Result(Model):
    """What was linked and what was ended, in the order of the request."""

    record_id: str
    handle: str
    added: list[LinkView]
    removed: list[LinkView]
    circles: list[list[str]] = Field(
        default=[], description="Ways round through depends_on and blocks, or through part_of, as record ids"
    )


def prepare(params: Params, environment: Environment) -> list[Cited]:
    """Look at what is to be cited."""
    wanted = [link.target for link in params.links if linking.cites(link)]
    return citing.named(wanted, checkout_of(environment))


def handle(params: Params, work: Work, prepared: list[Cited]) -> Result:
    """End what is to be ended, add what is to be added, and say what follows from it."""
    work.note = params.reason
    episode = _episode(params, work)
    if episode is not None:
        made = citing.hold(work, episode, prepared)
        handle_of_it = session_handle(episode, work.head.salt)
        added = [_view(link, changed=link.seq == work.seq) for link in made]
        return Result(record_id=episode, handle=handle_of_it, added=added, removed=[])
    record = _target(work, params.id)
    removed = [_end(work, record, wanted) for wanted in params.remove]
    if any(link.changed and link.type in RESTS_ON for link in removed):
        cascade.settle_through(work, record)
    relations = [link for link in params.links if not linking.cites(link)]
    made = [*linking.link(work, record, relations), *citing.hold(work, record.lineage, prepared)]
    if any(link.type == "derived_from" for link in params.links):
        _ask_a_person(work, record)
    return Result(
        record_id=record.id,
        handle=record.handle,
        added=[_view(link, changed=link.seq == work.seq) for link in made],
        removed=removed,
        circles=_circles(work, made),
    )


def _episode(params: Params, work: Work) -> str | None:
    """Return the session that is meant where what is to be cited is what an episode was about."""
    if params.id in store.find(work, [params.id]):
        return None
    session = sessions.named(work, [params.id]).get(params.id)
    if session is not None and (params.remove or not all(linking.cites(link) for link in params.links)):
        raise PhantasmError(
            Code.INVALID_PARAMS,
            "an episode can only be about files, symbols, commits and the like",
            field="params.links",
            expected="links of the type about, such as file:src/api.py",
        )
    return session


def _target(work: Work, name: str) -> Record:
    """Return the record to link: live, or waiting for a decision."""
    record = guard.target(work, name)
    return record if record.state == "suggested" else guard.live_target(work, name)


def _end(work: Work, record: Record, wanted: EndInput) -> LinkView:
    link = _find(work, record, wanted)
    if link is None:
        raise PhantasmError(
            Code.NOT_FOUND,
            f"{record.id} has no such link",
            field="params.remove",
            remediation=(Remediation(f"Look at its links with `relationships` of {record.handle}."),),
        )
    was_open = link.closed_at is None
    if was_open:
        links.close(work, link)
    return _view(link, changed=was_open)


def _find(work: Work, record: Record, wanted: EndInput) -> Link | None:
    own = links.outgoing(work, [record.lineage])
    if wanted.id is not None:
        return next((link for link in own if link.id == wanted.id), None)
    name = wanted.target or ""
    if linking.is_reference(name):
        target = links.address(work, name)
    else:
        named = store.find(work, [name]).get(name)
        target = named.lineage if named else name
    matching = [link for link in own if link.type == wanted.type and link.target == target]
    # The one that holds, else the one that ended last.
    return max(matching, key=lambda link: (link.closed_at is None, link.seq, link.id), default=None)


def _ask_a_person(work: Work, record: Record) -> None:
    """Have a person look at what would instruct agents on the word of an untrusted origin."""
    basis = ancestry.untrusted_behind(work, record)
    if basis is None or work.caller.may(Right.REVIEW):
        return
    for instructing in ancestry.instructions_from(work, record, basis):
        work.warn(
            cascade.UNTRUSTED_BASIS,
            f"{instructing.id} would instruct agents on the word of {basis.id}: a person decides",
        )
        reviews.open_review(
            work,
            NewReview(
                kind="doubtful",
                about=f"{instructing.lineage}:untrusted:{basis.lineage}",
                records=((instructing.id, "subject"), (basis.id, "root")),
                reasons=(cascade.UNTRUSTED_BASIS,),
                weighty=True,
            ),
        )


def _circles(work: Work, made: Sequence[Link]) -> list[list[str]]:
    ways = [way for link in made if (way := ancestry.circle(work, link))]
    newest = store.newest_versions(work, [name for way in ways for name in way])
    circles = [[newest[name].id for name in way if name in newest] for way in ways]
    for circle in circles:
        work.warn("cycle", "these wait for one another or contain one another: " + " -> ".join(circle))
    return circles


def _view(link: Link, *, changed: bool) -> LinkView:
    return LinkView(link_id=link.id, type=link.type, source=link.source, target=link.target, changed=changed)
