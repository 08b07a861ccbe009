"""Let a record of a branch, worktree or session hold in a wider scope; its line goes on."""

from typing import Literal

from pydantic import Field, model_validator

from phantasm.capabilities.environment import Environment
from phantasm.contracts.envelope import API_VERSION
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.evidence import store as evidence
from phantasm.state import guard
from phantasm.state.model import Record
from phantasm.state.moments import ScopeName
from phantasm.state.promotion import WIDTH, Promoted, promote, successor
from phantasm.state.scopes import standpoint
from phantasm.storage.work import Change, Work
from phantasm.workspace.place import Place, here

KIND = Kind.MUTATION
SUGGESTIBLE = True
EXAMPLE: JsonObject = {"id": "k3v9qd2a", "reason": "the branch was merged"}


class Params(Model):
    """Which record, and where it is to hold."""

    id: Line = Field(description="The live record's id or handle")
    to: ScopeName = Field(default="project", description="The scope it is to hold in; never a narrower one")
    scope_ref: Line | None = Field(
        default=None, description="Which branch, worktree or session; the caller's own when left out"
    )
    provenance: JsonObject | None = Field(
        default=None, description="Where it was learned that it holds there; unchanged when left out"
    )
    on_conflict: Literal["refuse", "supersede"] = Field(
        default="refuse", description="What to do when a live record holds the subject key there"
    )
    reason: Line | None = Field(default=None, description="Why, for the journal")
    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")

    @model_validator(mode="after")
    def _names_one_scope(self) -> "Params":
        if self.to == "project" and self.scope_ref is not None:
            message = "scope_ref goes with the scopes branch, worktree and session"
            raise ValueError(message)
        return self


class Result(Model):
    """What came of it, as ids."""

    outcome: Literal["promoted", "merged", "duplicate", "suggested"] = Field(
        description="merged: what held there already stands for it now; duplicate: nothing changed"
    )
    record_id: str = Field(description="The record that holds there now, or that is proposed to")
    handle: str
    supersedes: str = Field(description="The record that was promoted")
    replaced: list[str] = Field(default=[], description="What held there before and was superseded")
    reasons: list[str] = Field(default=[], description="Why it waits for a decision, as stable codes")
    evidence_ids: list[str] = []


def prepare(params: Params, environment: Environment) -> Place:
    """Look where the caller is."""
    return here(environment.start)


def handle(params: Params, work: Work, place: Place) -> Result:
    """Append the successor in the wider scope and close the predecessor."""
    record = guard.live_target(work, params.id)
    scope_ref = params.scope_ref or standpoint(place, work.caller.session_id).reference(params.to)
    if scope_ref is None:
        raise PhantasmError(
            Code.INVALID_PARAMS,
            f"the scope {params.to} needs a scope_ref: the caller is in none",
            field="params.scope_ref",
            expected="the name of a branch or worktree, or a session id",
        )
    _refuse_narrower(record, params, scope_ref)
    work.note = params.reason
    draft = successor(record, (params.to, scope_ref), params.provenance, now=work.now)
    promoted = promote(work, record, draft, params.on_conflict)
    if promoted.outcome == "refused":
        raise _subject_exists(work, record, promoted, params)
    kept = [] if promoted.outcome == "duplicate" else evidence.behind(work, [record.id]).get(record.id, [])
    evidence.link(work, promoted.record.id, kept)
    if kept and promoted.outcome == "merged":
        state = promoted.record.state
        work.changed(Change("record", promoted.record.id, "add_evidence", after_state=state))
    work.evidence_ids += kept
    return Result(
        outcome=promoted.outcome,
        record_id=promoted.record.id,
        handle=promoted.record.handle,
        supersedes=record.id,
        replaced=[held.id for held in promoted.replaced],
        reasons=list(promoted.reasons),
        evidence_ids=kept,
    )


def _refuse_narrower(record: Record, params: Params, scope_ref: str) -> None:
    if (record.scope, record.scope_ref) == (params.to, scope_ref):
        problem = f"{record.id} holds there already"
    elif WIDTH[params.to] < WIDTH[record.scope]:
        problem = f"{record.id} holds in the scope {record.scope}, which reaches further than {params.to}"
    else:
        return
    raise PhantasmError(
        Code.INVALID_PARAMS,
        problem,
        field="params.to",
        expected="a scope that reaches at least as far, other than its own",
    )


def _subject_exists(work: Work, record: Record, promoted: Promoted, params: Params) -> PhantasmError:
    again: JsonObject = {
        "api_version": API_VERSION,
        "operation": "promote",
        "request_id": "promote-1",
        "client": {"profile": work.caller.profile},
        "idempotency_key": f"promote-{record.handle}-over-{promoted.record.handle}",
        "params": params.model_dump(exclude_defaults=True, exclude={"dry_run"})
        | {"on_conflict": "supersede"},
    }
    return PhantasmError(
        Code.SUBJECT_EXISTS,
        f"the live {promoted.record.kind} {promoted.record.id} already holds the subject key there",
        field="params.id",
        expected="a scope in which nothing holds the key, or on_conflict set to supersede",
        remediation=(
            Remediation("Let it take the place of the record that holds the key there.", request=again),
            Remediation(f"Or look at both with `inspect` of {record.handle} and {promoted.record.handle}."),
        ),
    )
