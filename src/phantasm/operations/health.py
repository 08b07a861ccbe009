"""Say whether memory is well: the store, its chain, backups, waiting decisions and configuration."""

import shutil
from dataclasses import dataclass

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.capabilities.services import (
    Outage,
    Service,
    ServiceName,
    configured,
    missing_key,
    outage_of,
)
from phantasm.config.environment import variable
from phantasm.config.files import missing_files
from phantasm.config.settings import host_of
from phantasm.contracts.clock import days_before
from phantasm.contracts.envelope import NextStep
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Model
from phantasm.evidence import store as evidence
from phantasm.learning import pruning
from phantasm.learning.pruning import MEGABYTE
from phantasm.retrieval import stubs
from phantasm.state import store
from phantasm.state.review import store as reviews
from phantasm.storage import backups, jobs, journal, space
from phantasm.storage.database import SCHEMA_HEAD
from phantasm.storage.driver import DRIVER_NAME, SQLITE_VERSION, WAL_RESET_FIXED_IN
from phantasm.storage.inspection import orphan_rows, page_problems
from phantasm.storage.work import Work

KIND = Kind.READ
EXAMPLE: JsonObject = {"deep": False}
# Below this SQLite may not be able to checkpoint its WAL: time to warn, while reads and backups still work.
LOW_DISK_BYTES = 100 * 1024 * 1024


class Params(Model):
    """How hard to look."""

    deep: bool = Field(default=False, description="Check every page, every foreign key and every digest")


class StoreHealth(Model):
    """The store's own state."""

    store_id: str
    schema_revision: str
    snapshot_seq: int
    epoch: int
    driver: str
    sqlite_version: str
    wal_defect: bool = Field(
        description="Whether this SQLite has the WAL-reset defect; our lock keeps it from acting"
    )
    free_bytes: int
    disk_bytes: int = Field(
        description="What the store takes on disk, as `du` shows it: its file and log, raw evidence, vectors"
    )
    bound_bytes: int = Field(description="What it may take: maintenance.size_bound_megabytes")
    page_problems: list[str] | None = None
    orphan_rows: list[str] | None = None
    chain_problems: list[str] | None = None
    altered_evidence: list[str] | None = Field(
        default=None, description="Evidence in rows whose text is not the one that was seen"
    )


class ServiceView(Model):
    """A configured server, as whoever asked it last has kept it; none is asked for this."""

    name: ServiceName
    server: str = Field(description="Its host and port")
    outage: Outage | None = Field(
        default=None, description="Its failures, where it has not done since what it was asked"
    )


class Result(Model):
    """The verdict and what it rests on."""

    verdict: str = Field(description="ok, or attention when something needs a person")
    attention: list[str]
    store: StoreHealth
    records_by_state: dict[str, int]
    waiting_for_review: int
    reviews_by_kind: dict[str, int] = Field(description="What waits for a decision; marks come from these")
    backups: int
    newest_backup_at: str | None = None
    jobs_by_state: dict[str, int]
    profiles: list[str]
    config_held_back: list[str]
    config_missing: list[str] = Field(default=[], description="Config files that are gone")
    services: list[ServiceView] = Field(default=[], description="The servers that are configured")


@dataclass(frozen=True, slots=True)
class Prepared:
    """What the file system and the configuration say."""

    free_bytes: int
    disk_bytes: int
    beside_bytes: int
    bound_bytes: int
    condense_after_days: int
    profiles: list[str]
    held_back: list[str]
    missing: list[str]
    services: list[tuple[Service, Outage | None]]


def prepare(params: Params, environment: Environment) -> Prepared:
    """Look at the disk, the configuration, and what is kept of failures of servers."""
    paths, settings = environment.paths, environment.config.settings
    return Prepared(
        free_bytes=shutil.disk_usage(paths.state).free,
        disk_bytes=space.disk_bytes(paths),
        beside_bytes=space.beside_bytes(paths),
        bound_bytes=settings.maintenance.size_bound_megabytes * MEGABYTE,
        condense_after_days=settings.sessions.condense_after_days,
        profiles=sorted(environment.profiles),
        held_back=list(environment.held_back),
        missing=[f"{paths.relative(path)} is missing: {what}" for path, what in missing_files(paths)],
        services=[(one, outage_of(paths, one)) for one in configured(settings)],
    )


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Look at the store and judge."""
    states = store.count_by(work, "state")
    waiting = reviews.count_by_kind(work)
    kept = backups.registered(work)
    found = StoreHealth(
        store_id=work.head.store_id,
        schema_revision=SCHEMA_HEAD,
        snapshot_seq=work.head.seq,
        epoch=work.head.epoch,
        driver=DRIVER_NAME,
        sqlite_version=".".join(map(str, SQLITE_VERSION)),
        wal_defect=SQLITE_VERSION < WAL_RESET_FIXED_IN,
        free_bytes=prepared.free_bytes,
        disk_bytes=prepared.disk_bytes,
        bound_bytes=prepared.bound_bytes,
        page_problems=page_problems(work.connection) if params.deep else None,
        orphan_rows=orphan_rows(work.connection) if params.deep else None,
        chain_problems=list(journal.verify(work).problems) if params.deep else None,
        altered_evidence=evidence.altered(work) if params.deep else None,
    )
    parked = jobs.count_by_state(work)
    attention = _attention(work, found, parked=parked.get("parked", 0), held_back=prepared.held_back)
    for missing in prepared.missing:
        attention.append(missing)
        work.remediation.append(NextStep(message=missing, command="phantasm doctor"))
    for service, outage in prepared.services:
        problem = missing_key(service, variable) or (outage.told() if outage else None)
        if problem:
            attention.append(f"{problem}; {service.instead}")
            work.remediation.append(NextStep(message=attention[-1], command="phantasm doctor"))
    if found.disk_bytes > found.bound_bytes:
        attention.append(
            f"the store takes {found.disk_bytes / MEGABYTE:.1f} MB on disk, "
            f"its bound is {found.bound_bytes // MEGABYTE} MB"
        )
        work.remediation.append(_make_room(work, prepared, attention[-1]))
    if conflicts := waiting.get("conflict"):
        undecided = "1 conflict waits" if conflicts == 1 else f"{conflicts} conflicts wait"
        attention.append(f"{undecided} for a decision")
        work.remediation.append(NextStep(message=attention[-1], command="phantasm conflicts"))
    return Result(
        verdict="attention" if attention else "ok",
        attention=attention,
        store=found,
        records_by_state=states,
        waiting_for_review=sum(waiting.values()),
        reviews_by_kind=waiting,
        backups=len(kept),
        newest_backup_at=kept[0]["created_at"] if kept else None,
        jobs_by_state=parked,
        profiles=prepared.profiles,
        config_held_back=prepared.held_back,
        config_missing=[one.partition(" ")[0] for one in prepared.missing],
        services=[
            ServiceView(name=service.name, server=host_of(service.url), outage=outage)
            for service, outage in prepared.services
        ],
    )


def _attention(work: Work, found: StoreHealth, *, parked: int, held_back: list[str]) -> list[str]:
    reasons: list[tuple[str, str]] = []
    if found.page_problems:
        reasons.append((f"the store is damaged: {found.page_problems[0]}", "phantasm doctor --fix"))
    if found.orphan_rows:
        reasons.append((f"rows do not fit together: {found.orphan_rows[0]}", "phantasm doctor"))
    if found.chain_problems:
        reasons.append((f"the journal does not hold: {found.chain_problems[0]}", "phantasm audit --verify"))
    if found.altered_evidence:
        which = found.altered_evidence[0]
        reasons.append((f"the text of evidence was altered in the store: {which}", "phantasm backup list"))
    if found.free_bytes < LOW_DISK_BYTES:
        reasons.append((f"only {found.free_bytes // 2**20} MiB of disk are free", "phantasm doctor"))
    if parked:
        jobs_failed = "1 background job has" if parked == 1 else f"{parked} background jobs have"
        reasons.append((f"{jobs_failed} failed for good", "phantasm maintenance jobs --state parked"))
    if held_back:
        reasons.append(("config that widens trust waits for approval", "phantasm config approve"))
    work.remediation += [NextStep(message=reason, command=command) for reason, command in reasons]
    return [reason for reason, _ in reasons]


def _make_room(work: Work, prepared: Prepared, message: str) -> NextStep:
    """Return what brings the store within its bound: a run, where one would help, else more room."""
    needed = space.used_bytes(work) - stubs.emptied_bytes(work) + prepared.beside_bytes
    condensed_before = days_before(work.now, prepared.condense_after_days)
    if needed <= prepared.bound_bytes or pruning.may_take(work, condensed_before):
        return NextStep(message=message, command="phantasm maintenance run --now")
    return pruning.raise_bound(prepared.disk_bytes)
