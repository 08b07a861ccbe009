"""Does a record from a file hold at once, or does it wait for a person? Pure."""

from dataclasses import dataclass
from typing import Literal

from phantasm.contracts.kinds import Right
from phantasm.state.kinds import CATALOGUE
from phantasm.state.model import TRUST, Draft, Origin, Record
from phantasm.storage.work import Caller

Accept = Literal["clean", "nothing", "tracked"]
"""`clean`: what merges cleanly is taken over; else every change waits: somebody asked for that (`nothing`),
or it came with git (`tracked`)."""

# What a file says is trusted no more than this unless a person brings it in.
_FILE_ORIGIN: Origin = "import"


@dataclass(frozen=True, slots=True)
class Admission:
    """Who imports, and how much of it is to be taken over at once."""

    caller: Caller
    accept: Accept

    @property
    def is_person(self) -> bool:
        """Tell whether a person imports: origins, names and the frozen mark are kept then."""
        return self.caller.may(Right.REVIEW)

    def why_wait(self, draft: Draft, held: Record | None = None) -> str | None:
        """Say why a record can only be suggested, if so; `held` is what it would replace."""
        if self.accept == "tracked":
            return "tracked_file"
        if self.caller.suggest_only:
            return "suggested"
        if self.accept == "nothing":
            return "review_requested"
        if self.is_person:
            return None
        if CATALOGUE[draft.kind].instructs:
            return "untrusted_instruction"
        if held is None:
            return None
        if held.frozen:
            return "import_frozen"
        if not self.caller.may_supersede(held.kind):
            return "person_only"
        return "import_less_trusted" if held.origin == "user" else None

    def trusted(self, draft: Draft) -> Draft:
        """Return a draft with the origin that its words have here."""
        if self.is_person:
            return draft
        return draft._replace(origin=min((draft.origin, _FILE_ORIGIN), key=TRUST.__getitem__))
