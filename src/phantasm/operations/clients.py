"""Show every client profile: what it may do, what it did lately, and the newest trust decisions."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.clock import days_before
from phantasm.contracts.kinds import Kind, Right
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.security import store as trust
from phantasm.security.profiles import Profile, known_profiles
from phantasm.storage import entries
from phantasm.storage.sql import Row
from phantasm.storage.work import Work

KIND = Kind.READ
EXAMPLE: JsonObject = {"days": 30, "limit": 20}


class Params(Model):
    """Over how many days, and which decisions."""

    days: Annotated[int, Field(ge=1, le=3650)] = Field(
        default=30, description="Writes and verdicts are counted over so many days"
    )
    profile: Line | None = Field(default=None, description="Only decisions about this profile")
    verdict: Literal["allow", "suggest"] | None = Field(
        default=None, description="Only decisions that said this"
    )
    limit: Annotated[int, Field(ge=1, le=200)] = Field(default=50, description="At most so many decisions")
    cursor: Annotated[int, Field(ge=1, le=2**62)] | None = Field(
        default=None, description="`next_cursor` of the page before"
    )


class ProfileView(Model):
    """One profile, and what whoever has it did."""

    name: str
    display_name: str
    built_in: bool
    inherits: str | None = Field(default=None, description="Of a custom one: the profile it starts from")
    known: bool = Field(default=True, description="False: it wrote once and is configured no more")
    rights: list[Right]
    person_only: list[str] = Field(
        default=[], description="Kinds of records whose live ones it may not replace by itself"
    )
    held_back: list[str] = Field(
        default=[], description="What clients.toml would grant it once a person approves the file"
    )
    writes: int
    last_at: str | None = Field(default=None, description="When it last wrote, however long ago")
    verdicts: dict[str, int] = Field(default={}, description="What was decided about its writes, counted")


class DecisionView(Model):
    """What the policy said about one write; what was refused wrote nothing and is in the log only."""

    id: str
    seq: int
    at: str
    operation_id: str
    operation: str
    profile: str
    actor: str | None = None
    verdict: str
    needed: str = Field(description="The right that the operation needs")
    reason: str
    approved_by: str | None = Field(default=None, description="The person who confirmed it")


class Result(Model):
    """Every profile, and one page of decisions, newest first."""

    since: str
    profiles: list[ProfileView]
    held_back: list[str] = Field(description="Configuration that waits for a person's approval")
    decisions: list[DecisionView]
    next_cursor: int | None = None


class Prepared(NamedTuple):
    """Who is known, from whom custom profiles inherit, and what was held back."""

    profiles: Mapping[str, Profile]
    inherits: Mapping[str, str]
    held_back: Sequence[str]


def prepare(params: Params, environment: Environment) -> Prepared:
    """Look at the configuration."""
    config = environment.config
    inherits = {name: custom.inherits for name, custom in config.clients.profiles.items()}
    return Prepared(known_profiles(config)[0], inherits, environment.held_back)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Put together who may do what, and who did what."""
    since = days_before(work.now, params.days)
    chosen = trust.Filter(params.profile, params.verdict, params.cursor)
    rows = trust.page(work, chosen, params.limit + 1)
    more, rows = len(rows) > params.limit, rows[: params.limit]
    return Result(
        since=since,
        profiles=_profiles(work, prepared, since),
        held_back=list(prepared.held_back),
        decisions=_decisions(work, rows),
        next_cursor=rows[-1]["seq"] if more else None,
    )


def _profiles(work: Work, prepared: Prepared, since: str) -> list[ProfileView]:
    given: dict[str, list[Row]] = {}
    for row in trust.given(work, entries.last_seq_at(work, since)):
        given.setdefault(row["profile"], []).append(row)
    last = {name: max(row["last"] for row in rows) for name, rows in given.items()}
    written = entries.at(work, list(last.values()))
    gone = {name: Profile(name, frozenset(), name, built_in=False) for name in given}
    return [
        ProfileView(
            name=profile.name,
            display_name=profile.display_name,
            built_in=profile.built_in,
            inherits=prepared.inherits.get(profile.name),
            known=profile.name in prepared.profiles,
            rights=[right for right in Right if right in profile.rights],
            person_only=sorted(profile.person_only),
            held_back=[one for one in prepared.held_back if one.startswith(f"profiles.{profile.name}.")],
            writes=sum(row["lately"] for row in given.get(profile.name, ())),
            last_at=written[last[profile.name]]["occurred_at"] if profile.name in last else None,
            verdicts={row["verdict"]: row["lately"] for row in given.get(profile.name, ()) if row["lately"]},
        )
        for profile in (gone | dict(prepared.profiles)).values()
    ]


def _decisions(work: Work, rows: Sequence[Row]) -> list[DecisionView]:
    written = entries.at(work, [row["seq"] for row in rows])
    return [
        DecisionView(
            id=row["id"],
            seq=row["seq"],
            at=written[row["seq"]]["occurred_at"],
            operation_id=written[row["seq"]]["id"],
            operation=written[row["seq"]]["operation"],
            profile=row["profile"],
            actor=written[row["seq"]]["actor"],
            verdict=row["verdict"],
            needed=row["needed"],
            reason=row["reason"],
            approved_by=row["approved_by"],
        )
        for row in rows
    ]
