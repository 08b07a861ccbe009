"""Where does a record stand? Its state, whether it is frozen, until when it was true: one text, both ways.

The journal keeps this text before and after every change. So the journal is the axis of what was known when,
and it has all that is needed to take a change back.
"""

from typing import NamedTuple, cast

from phantasm.state.model import Record, State

_FROZEN = "+frozen"


class Standing(NamedTuple):
    """A record's place in the life cycle."""

    state: State
    frozen: bool = False
    ended_at: str | None = None
    """When it stopped being true; equal to `valid_from` when it never was."""

    @property
    def is_open(self) -> bool:
        """Tell whether the record counts now: live, or waiting for a decision."""
        return self.state in {"live", "suggested"}

    def text(self) -> str:
        """Return the form that the journal keeps."""
        ended = f"@{self.ended_at}" if self.ended_at else ""
        return f"{self.state}{_FROZEN if self.frozen else ''}{ended}"


def parse(text: str) -> Standing:
    """Read the journal's form back."""
    state, _, ended_at = text.partition("@")
    return Standing(
        cast("State", state.removesuffix(_FROZEN)), frozen=state.endswith(_FROZEN), ended_at=ended_at or None
    )


def standing_of(record: Record) -> Standing:
    """Return where a record stands."""
    return Standing(record.state, frozen=record.frozen, ended_at=record.ended_at)


def superseded(record: Record, since: str) -> Standing:
    """Return where a record stands once another one holds since a moment."""
    # What is succeeded stops being true when its successor starts, but never before it started itself.
    return Standing("superseded", ended_at=max(since, record.valid_from))


def retracted(record: Record) -> Standing:
    """Return where a record stands that turned out never to have been true."""
    return Standing("archived", ended_at=record.valid_from)
