"""What is on the agenda of this project? The schedule that was chosen, held against the store."""

from datetime import datetime, time, timedelta

from phantasm.capabilities.environment import Environment
from phantasm.config.settings import Settings
from phantasm.contracts.clock import from_timestamp
from phantasm.runtime.scheduler.due import Planned, Schedule, Situation, plan
from phantasm.storage import jobs
from phantasm.storage.work import Work


def schedule_of(settings: Settings) -> Schedule:
    """Return what was chosen; vectors come last, so that they cover what consolidation has made."""
    chosen = settings.maintenance
    kinds = (jobs.MAINTENANCE, *(() if settings.embedding.provider == "none" else (jobs.EMBED,)))
    return Schedule(
        kinds=kinds if chosen.enabled else (),
        nightly_at=time.fromisoformat(chosen.nightly_at),
        stagger=timedelta(minutes=chosen.stagger_minutes),
    )


def planned(environment: Environment, work: Work, opened_at: datetime | None) -> tuple[Planned, ...]:
    """Return what comes next and when, as the store stands."""
    situation = Situation(
        now=from_timestamp(work.now),
        store_id=work.head.store_id,
        created_at=from_timestamp(work.head.created_at),
        asked_at={kind: from_timestamp(moment) for kind, moment in jobs.newest(work).items()},
        opened_at=opened_at,
    )
    return plan(schedule_of(environment.config.settings), situation)
