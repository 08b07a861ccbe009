"""What was used, and what did it cost? Reports of clients, and uses of records and procedures.

A use is counted once per session or report, however often it is told: the counters are what the ledger says.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from phantasm.session.model import Outcome
from phantasm.session.tables import USAGE, USES
from phantasm.storage.sql import Row
from phantasm.storage.work import Change, Work

How = Literal["touched", "cited", "followed", "reported"]
"""How it is known that something was used; what stands later says more."""

_STRENGTH: tuple[How, ...] = ("touched", "cited", "followed", "reported")


class Use(NamedTuple):
    """One use of a record or procedure."""

    lineage: str
    source: str
    """The session, or the report."""
    how: How
    outcome: Outcome
    at: str


@dataclass(frozen=True, slots=True)
class Uses:
    """How often something was used, and how that went."""

    count: int = 0
    successes: int = 0
    failures: int = 0
    fresh_failures: int = 0
    """Failures since the last success."""
    last_at: str | None = None


NO_USES = Uses()
MARK = "use:"
"""What stands before a lineage in the journal: a lineage is named like the first of its records."""
EPISODE = "episode:"
"""What stands before a session's id in the ledger where its episode is what was used."""


def use(work: Work, uses: Sequence[Use]) -> int:
    """Note uses, each once; return how many were new or say more than before."""
    held = {
        (row["lineage"], row["source"]): row
        for row in work.all_of(
            "SELECT * FROM uses WHERE lineage IN (:values)", sorted({one.lineage for one in uses})
        )
    }
    told = [one for one in uses if _says_more(one, held.get((one.lineage, one.source)))]
    for one in told:
        work.run(
            USES.insert
            + """ ON CONFLICT (lineage, source) DO UPDATE SET
                  how = excluded.how, outcome = excluded.outcome, at = excluded.at""",
            {
                "lineage": one.lineage,
                "source": one.source,
                "how": one.how,
                "outcome": one.outcome,
                "at": one.at,
            },
        )
        work.changed(Change("use", MARK + one.lineage, one.how, after_state=one.outcome))
    return len(told)


def _says_more(one: Use, held: Row | None) -> bool:
    if held is None:
        return True
    before, now = _STRENGTH.index(held["how"]), _STRENGTH.index(one.how)
    if now != before:
        return now > before
    # The same report again says nothing new, whenever it comes; another outcome does.
    if one.how == "reported":
        return bool(held["outcome"] != one.outcome and one.at >= held["at"])
    return bool((held["outcome"], held["at"]) != (one.outcome, one.at))


def uses_of(work: Work, lineages: Sequence[str], *, until: str | None = None) -> dict[str, Uses]:
    """Return how often each of some lineages was used, up to a moment; what never was is left out."""
    found: dict[str, list[Row]] = {}
    rows = work.all_of("SELECT * FROM uses WHERE lineage IN (:values)", lineages)
    for row in rows:
        if until is None or row["at"] <= until:
            found.setdefault(row["lineage"], []).append(row)
    return {name: _tallied(sorted(rows, key=_by_time)) for name, rows in found.items()}


def about(work: Work, lineage: str) -> list[Use]:
    """Return what the ledger has about one lineage, oldest first."""
    rows = work.all("SELECT * FROM uses WHERE lineage = :lineage", {"lineage": lineage})
    return [_use(row) for row in sorted(rows, key=_by_time)]


def told_of(work: Work, lineages: Sequence[str]) -> dict[str, list[Use]]:
    """Return what the ledger has about each of some lineages, oldest first; the unused are left out."""
    found: dict[str, list[Use]] = {}
    for row in sorted(work.all_of("SELECT * FROM uses WHERE lineage IN (:values)", lineages), key=_by_time):
        found.setdefault(row["lineage"], []).append(_use(row))
    return found


def forget(work: Work, sources: Sequence[str]) -> None:
    """Forget what some sessions used: their turns are about to tell it anew."""
    work.run_many(
        "DELETE FROM uses WHERE source = :source AND how <> 'reported'",
        [{"source": name} for name in sources],
    )


def every(work: Work) -> list[Use]:
    """Return the whole ledger, by lineage and source."""
    rows = work.all("SELECT * FROM uses ORDER BY lineage, source")
    return [_use(row) for row in rows]


def _use(row: Row) -> Use:
    return Use(row["lineage"], row["source"], row["how"], row["outcome"], row["at"])


def _by_time(row: Row) -> tuple[str, str]:
    return row["at"], row["source"]


def _tallied(rows: Sequence[Row]) -> Uses:
    outcomes = [row["outcome"] for row in rows]
    fresh = 0
    for outcome in reversed(outcomes):
        if outcome == "success":
            break
        fresh += outcome == "failure"
    return Uses(
        count=len(rows),
        successes=outcomes.count("success"),
        failures=outcomes.count("failure"),
        fresh_failures=fresh,
        last_at=rows[-1]["at"],
    )


def report_usage(
    work: Work, surface: str, *, model: str | None, input_tokens: int, output_tokens: int
) -> str:
    """Keep one report of token use."""
    usage_id = work.ids.new("use")
    work.run(
        USAGE.insert,
        {
            "id": usage_id,
            "reported_at": work.now,
            "profile": work.caller.profile,
            "surface": surface,
            "model": model,
            "input_tokens": input_tokens,
            "output_tokens": output_tokens,
        },
    )
    work.changed(Change("usage", usage_id, "create", after_state="reported"))
    return usage_id


def usage_since(work: Work, since: str) -> list[Row]:
    """Return reported tokens by profile, surface and model."""
    return work.all(
        """SELECT profile, surface, model, count(*) AS reports,
                  sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens
           FROM usage WHERE reported_at >= :since
           GROUP BY profile, surface, model ORDER BY profile, surface, model""",
        {"since": since},
    )


def usage_by_day(work: Work, since: str) -> list[Row]:
    """Return reported tokens by day and profile."""
    return work.all(
        """SELECT substr(reported_at, 1, 10) AS day, profile, count(*) AS reports,
                  sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens
           FROM usage WHERE reported_at >= :since
           GROUP BY substr(reported_at, 1, 10), profile ORDER BY 1, 2""",
        {"since": since},
    )
