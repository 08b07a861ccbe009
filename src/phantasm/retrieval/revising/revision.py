"""What is noted of an earlier value that no longer holds?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from phantasm.retrieval.revising.amounts import Kind

Reason = Literal["former_value", "change_told", "told_as_new", "same_frame"]
"""Why a later value takes the place of an earlier one: the sentence names the earlier one, tells of a
change, tells how it is now, or tells the same in almost the same words."""


class Revision(NamedTuple):
    """An earlier value that no longer holds: which it was, what both statements are about, how sure, why."""

    strength: float
    reason: Reason
    kind: Kind
    unit: str
    value: str
    about: tuple[str, ...]
