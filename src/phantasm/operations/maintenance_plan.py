"""Show what maintenance would do now, pass by pass, without doing it."""

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import Choices, JsonObject, Line, Model
from phantasm.learning import condensing, consolidating, fading, store
from phantasm.learning.consolidating import idle_since
from phantasm.learning.terms import PASSES, Pass, Terms, terms_of
from phantasm.session import aging
from phantasm.storage.work import Work

KIND = Kind.READ
EXAMPLE: JsonObject = {"passes": ["condense", "fade"]}
# Enough to say that it is much; nobody reads further, and a plan answers at once.
_COUNTED = 1_000
_EXAMPLES = 5
_RUNS = 5


class Params(Model):
    """Which passes."""

    passes: Choices[Pass] = Field(default=list(PASSES), description="All when left out")


class PassPlan(Model):
    """What one pass would look at now."""

    what: str = Field(description="What the count is of")
    count: int = Field(description=f"How much; {_COUNTED} stands for that and more")
    examples: list[Line] = Field(default=[], description="A few ids")


class RunView(Model):
    """A run that was."""

    id: str
    state: str
    started_at: str
    finished_at: str | None = None
    changes: int
    budget: int
    report: JsonObject
    reason: str | None = None


class Result(Model):
    """What would be done, and what the last runs did."""

    passes: dict[str, PassPlan]
    runs: list[RunView] = Field(description="The newest first")


def prepare(params: Params, environment: Environment) -> Terms:
    """Hand over what was chosen."""
    return terms_of(environment.config.settings)


def handle(params: Params, work: Work, terms: Terms) -> Result:
    """Look, as the passes themselves do before they write."""
    found = consolidating.look(work, terms, params.passes)
    plans: dict[str, PassPlan] = {name: _plan(work, terms, name, found) for name in params.passes}
    runs = [
        RunView(
            id=run.id,
            state=run.state,
            started_at=run.started_at,
            finished_at=run.finished_at,
            changes=run.changes,
            budget=run.budget,
            report=run.report,
            reason=run.reason,
        )
        for run in store.newest(work, _RUNS)
    ]
    return Result(passes=plans, runs=runs)


def _plan(work: Work, terms: Terms, name: Pass, found: consolidating.Found) -> PassPlan:
    match name:
        case "episodes":
            lagging = aging.unformed(work, _COUNTED, idle_since=idle_since(work))
            return _listed("sessions without an up-to-date episode", [kept.session.id for kept in lagging])
        case "claims":
            waiting = aging.unlearned(work, _COUNTED) if terms.claims != "off" else []
            return _listed("sessions to learn from", [kept.session.id for kept in waiting])
        case "repeats":
            return _listed("suggestions that came up often enough", found.records[name])
        case "duplicates":
            return _listed("groups that say nearly the same", [one.about for one in found.duplicates])
        case "condense":
            due = condensing.candidates(work, terms, _COUNTED)
            return _listed("episodes old enough to be condensed", [kept.session.id for kept in due])
        case "fade":
            faded = [kept.session.id for kept in fading.faded_episodes(work, _COUNTED)]
            return _listed("records and episodes that have faded", [*found.records[name], *faded])
        case "leftovers":
            return _listed("suggestions that are settled", found.records[name])


def _listed(what: str, names: list[str]) -> PassPlan:
    return PassPlan(what=what, count=min(len(names), _COUNTED), examples=names[:_EXAMPLES])
