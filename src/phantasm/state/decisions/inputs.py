"""How does a request say what is decided? The action, what it is about, and what each action needs."""

from typing import Literal

from pydantic import Field, model_validator

from phantasm.contracts.model import Line, Model, Statement, Timestamp

# One decision is one transaction: this many still commit in a few seconds on a slow machine.
MAX_IDS = 1_000

Action = Literal["accept", "reject", "defer", "resolve", "pick", "merge", "confirm"]
LoserState = Literal["superseded", "archived", "tombstoned"]


class WakeInput(Model):
    """When a deferred review comes back; exactly one of these."""

    until: Timestamp | None = Field(default=None, description="At this moment")
    record: Line | None = Field(
        default=None, description="When this record is revised, withdrawn, verified or changed otherwise"
    )
    operation: Line | None = Field(
        default=None, description="When an operation of this name, or with this id, was carried out"
    )

    @model_validator(mode="after")
    def _is_one(self) -> "WakeInput":
        if len(self.model_fields_set) != 1:
            message = "give exactly one of until, record and operation"
            raise ValueError(message)
        return self


class DecisionFields(Model):
    """What is decided about what; either all of it happens or nothing."""

    action: Action = Field(
        description="resolve closes and changes no record; pick decides a conflict; confirm: it still holds"
    )
    ids: list[Line] = Field(
        default_factory=list,
        max_length=MAX_IDS,
        description="Ids of reviews, or ids or handles of the records in question",
    )
    statement: Statement | None = Field(
        default=None, description="accept: hold it in these words instead, as the person's own"
    )
    wake: WakeInput | None = Field(default=None, description="defer: when it is to come back")
    winner: Line | None = Field(
        default=None, description="pick: the record that holds; merge: the one to keep, else the preferred"
    )
    losers: list[Line] = Field(
        default_factory=list,
        max_length=MAX_IDS,
        description="pick: the records that give way; all others of the review when left out",
    )
    loser_state: LoserState = Field(default="superseded", description="pick: what becomes of the losers")

    @model_validator(mode="after")
    def _makes_sense(self) -> "DecisionFields":
        if problem := _problem(self):
            raise ValueError(problem)
        return self


def _problem(params: DecisionFields) -> str | None:
    """Say what keeps the parameters from being a decision."""
    action, belongs = params.action, {"statement": {"accept"}, "wake": {"defer"}, "winner": {"pick", "merge"}}
    stray = [name for name, actions in belongs.items() if getattr(params, name) and action not in actions]
    stray += ["losers"] if params.losers and action != "pick" else []
    if stray:
        return f"{stray[0]} does not go with the action {action}"
    if action == "pick":
        if params.winner is None:
            return "pick needs the winner"
        if len(params.ids) > 1 or not (params.ids or params.losers):
            return "pick needs one review, or the losers"
        return None
    if not params.ids:
        return f"{action} needs ids"
    if params.statement and len(params.ids) > 1:
        return "a statement goes with one suggestion"
    return "defer needs a wake condition" if action == "defer" and params.wake is None else None
