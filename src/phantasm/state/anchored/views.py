"""How is freshness shown? The shape that every answer about records shares."""

from collections.abc import Sequence

from pydantic import Field

from phantasm.contracts.model import Model
from phantasm.security.redaction import redact
from phantasm.state.anchored.excerpts import CodeView, Showing
from phantasm.state.anchored.foreign import commit_of
from phantasm.state.anchored.freshness import Anchored, Condition, Freshness, freshness_of, worded
from phantasm.state.model import Record
from phantasm.storage.work import Work
from phantasm.workspace.anchors.model import Status
from phantasm.workspace.checkout import Checkout


class AnchorView(Model):
    """One thing that a record cites, and what became of it."""

    reference: str = Field(description="file:…, symbol:…, commit:…, dependency:…, command:…, port:…")
    status: Status
    detail: str | None = Field(default=None, description="What became of it, in a sentence")
    now: str | None = Field(default=None, description="Where it is found now, if elsewhere")
    diff: str | None = Field(default=None, description="What changed, where that was asked for")
    commit: str | None = Field(default=None, description="The commit at which it was cited")
    derived: bool = Field(default=False, description="The statement's words named it, not its writer")
    code: CodeView | None = Field(default=None, description="The lines that it means now, where asked for")
    code_then: CodeView | None = Field(default=None, description="The lines as they were, if they changed")


class FreshnessView(Model):
    """When somebody verified what a record says, and whether what it cites is still as it was."""

    status: Condition
    text: str = Field(description="For people, what was checked: verified at 3f2c1a9, 2 days ago")
    verified_at: str | None = Field(
        default=None, description="When somebody or something last verified the statement itself"
    )
    commit: str | None = Field(default=None, description="The commit at which it was last verified")
    anchors: list[AnchorView] = []

    @property
    def is_known(self) -> bool:
        """Tell whether there is news: nobody has looked and nothing is cited is true of most."""
        return self.status not in {"unverified", "unknown"}


def views_of(
    work: Work,
    records: Sequence[Record],
    checkout: Checkout | None,
    *,
    diffs: bool = False,
    showing: Showing | None = None,
) -> dict[str, FreshnessView]:
    """Return how fresh some records are, by id; what is withdrawn is not held against the code."""
    open_ones = [record for record in records if record.state in {"live", "suggested"}]
    known = freshness_of(work, open_ones, checkout)
    return {name: freshness_view(one, work.now, diffs=diffs, showing=showing) for name, one in known.items()}


def freshness_view(
    freshness: Freshness, today: str, *, diffs: bool = False, showing: Showing | None = None
) -> FreshnessView:
    """Return a record's freshness as it is shown."""
    return FreshnessView(
        status=freshness.condition,
        text=worded(freshness, today),
        verified_at=freshness.verified_at,
        commit=freshness.commit,
        anchors=[anchor_view(one, diffs=diffs, showing=showing) for one in freshness.anchors],
    )


def anchor_view(anchored: Anchored, *, diffs: bool = False, showing: Showing | None = None) -> AnchorView:
    """Return one anchor as it is shown; with what may be shown of the code, the lines it means."""
    verdict, seen = anchored.verdict, anchored.link.seen or {}
    is_same = verdict.status in {"unchanged", "unknown"}
    return AnchorView(
        reference=anchored.reference,
        status=verdict.status,
        detail=verdict.detail or None,
        now=verdict.now,
        # A diff is what the repository says, secrets and all: here it is handed out, so here it is masked.
        diff=redact(verdict.diff)[0] if diffs and verdict.diff else None,
        commit=commit_of(seen.get("commit")),
        derived=anchored.is_derived,
        code=showing.now(anchored.reference, verdict) if showing else None,
        code_then=showing.then(anchored.reference, seen) if showing and not is_same else None,
    )
