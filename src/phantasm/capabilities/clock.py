"""Which clock is in use? The system's, or one that tests and replays hold still."""

from datetime import UTC, datetime, timedelta


class SystemClock:
    """The real time."""

    def now(self) -> datetime:
        """Return the current moment in UTC."""
        return datetime.now(UTC)


class FixedClock:
    """A clock that moves only when told to, or by a fixed step per look."""

    def __init__(self, start: datetime, step: timedelta = timedelta(0)) -> None:
        self._now = start
        self._step = step

    def now(self) -> datetime:
        """Return the held moment, then move on by the step."""
        moment = self._now
        self._now += self._step
        return moment

    def advance(self, by: timedelta) -> None:
        """Move the clock."""
        self._now += by
