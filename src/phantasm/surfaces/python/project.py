"""What can a Python program do with a project? The main operations as methods, typed like the contract.

The results are the operations' own models: what a type checker shows is what the contract promises.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Unpack, cast

from phantasm.surfaces.python.door import Door

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phantasm.contracts.kinds import KindName
    from phantasm.contracts.model import JsonObject
    from phantasm.operations.compile import Result as Compiled
    from phantasm.operations.history import Result as History
    from phantasm.operations.ingest import Result as Ingested
    from phantasm.operations.inspect import Result as Inspected
    from phantasm.operations.list import Result as Listed
    from phantasm.operations.recall import Result as Recalled
    from phantasm.operations.report_outcome import Result as Reported
    from phantasm.operations.review import Result as Reviewed
    from phantasm.operations.review_queue import Result as Queue
    from phantasm.operations.revise import Result as Revised
    from phantasm.operations.search import Result as Found
    from phantasm.operations.session_append import Result as Appended
    from phantasm.operations.session_end import Result as Ended
    from phantasm.operations.session_start import Result as Started
    from phantasm.operations.set_state import Result as Moved
    from phantasm.operations.undo import Result as Undone
    from phantasm.surfaces.python import options


class Project(Door):
    """One opened project, for the thread that opened it; every method is one request.

    Writes take `key`, the idempotency key. Left out, a fresh one is drawn and every call is a new write.
    """

    def search(self, query: str, **chosen: Unpack[options.SearchOptions]) -> Found:
        """Find what the project remembers about a question."""
        return cast("Found", self._ask("search", {"query": query, **chosen}))

    def compile(self, query: str | None = None, **chosen: Unpack[options.CompileOptions]) -> Compiled:
        """Compile what is remembered into a context that fits a token budget."""
        return cast("Compiled", self._ask("compile", {"query": query, **chosen}))

    def recall(self, **chosen: Unpack[options.RecallOptions]) -> Recalled:
        """Find what got past such a failure before, and which procedures a task calls for."""
        return cast("Recalled", self._ask("recall", chosen))

    def list(self, **chosen: Unpack[options.ListOptions]) -> Listed:
        """List records, newest first."""
        return cast("Listed", self._ask("list", chosen))

    def inspect(self, *ids: str) -> Inspected:
        """Look at records, evidence, sessions and operations, or without ids at the whole project."""
        return cast("Inspected", self._ask("inspect", {"ids": [*ids]}))

    def history(self, record: str) -> History:
        """Show every version of a record and everything that was done to it."""
        return cast("History", self._ask("history", {"id": record}))

    def remember(
        self,
        statement: str,
        *,
        kind: KindName = "fact",
        key: str | None = None,
        **chosen: Unpack[options.RememberOptions],
    ) -> Ingested:
        """Hold one record; what the profile may not write becomes a suggestion."""
        params = {"record_kind": kind, "statement": statement, **chosen}
        return cast("Ingested", self._ask("ingest", params, key))

    def ingest(
        self,
        items: Sequence[JsonObject],
        *,
        on_conflict: Literal["refuse", "supersede", "conflict"] = "refuse",
        key: str | None = None,
    ) -> Ingested:
        """Hold many records in one transaction, each with the fields of `remember` and `record_kind`."""
        return cast("Ingested", self._ask("ingest", {"items": [*items], "on_conflict": on_conflict}, key))

    def revise(
        self, record: str, *, key: str | None = None, **chosen: Unpack[options.ReviseOptions]
    ) -> Revised:
        """Replace what a record says by a successor; the predecessor stays in the lineage."""
        return cast("Revised", self._ask("revise", {"id": record, **chosen}, key))

    def set_state(
        self,
        ids: Sequence[str],
        action: Literal["archive", "retract", "restore", "tombstone", "freeze", "unfreeze"],
        *,
        reason: str | None = None,
        key: str | None = None,
    ) -> Moved:
        """Archive, retract, restore, erase, freeze or unfreeze records."""
        return cast("Moved", self._ask("set_state", {"ids": [*ids], "action": action, "reason": reason}, key))

    def forget(self, *ids: str, reason: str | None = None, key: str | None = None) -> Moved:
        """Erase records, evidence or sessions for good; only their audit stubs stay."""
        return self.set_state(ids, "tombstone", reason=reason, key=key)

    def undo(self, *operations: str, reason: str | None = None, key: str | None = None) -> Undone:
        """Take back operations by appending their inverse; takes `provenance.operation_id`s."""
        return cast("Undone", self._ask("undo", {"operations": [*operations], "reason": reason}, key))

    def review_queue(self, **chosen: Unpack[options.QueueOptions]) -> Queue:
        """Show what waits for a decision, the most pressing first."""
        return cast("Queue", self._ask("review_queue", chosen))

    def review(
        self,
        ids: Sequence[str],
        action: Literal["accept", "reject", "defer", "resolve", "pick", "merge", "confirm"],
        *,
        key: str | None = None,
        **chosen: Unpack[options.DecisionOptions],
    ) -> Reviewed:
        """Decide what waits; needs a profile that may review."""
        return cast("Reviewed", self._ask("review", {"ids": [*ids], "action": action, **chosen}, key))

    def start_session(
        self, session_id: str, *, key: str | None = None, **known: Unpack[options.SessionOptions]
    ) -> Started:
        """Note that a session begins; saying it again changes nothing."""
        return cast("Started", self._ask("session_start", {"session_id": session_id, **known}, key))

    def append_turns(
        self, session_id: str, turns: Sequence[JsonObject], *, key: str | None = None
    ) -> Appended:
        """Keep turns of a session; a turn that is known already changes nothing."""
        return cast(
            "Appended", self._ask("session_append", {"session_id": session_id, "turns": [*turns]}, key)
        )

    def end_session(self, session_id: str, *, ended_at: str | None = None, key: str | None = None) -> Ended:
        """End a session: what it came to becomes an episode."""
        return cast("Ended", self._ask("session_end", {"session_id": session_id, "ended_at": ended_at}, key))

    def report(
        self, outcome: options.Outcome, *, key: str | None = None, **chosen: Unpack[options.ReportOptions]
    ) -> Reported:
        """Report how something went, and which records and procedures were used for it."""
        return cast("Reported", self._ask("report_outcome", {"outcome": outcome, **chosen}, key))
