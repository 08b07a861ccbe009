"""How much time is left? A moment that work is measured against, by a clock that is handed in."""

from collections.abc import Callable
from typing import NamedTuple

Monotonic = Callable[[], float]
"""Tells the seconds since some moment in the past; never goes back."""


class Deadline(NamedTuple):
    """The moment at which work has to be over."""

    at: float
    monotonic: Monotonic

    @property
    def left(self) -> float:
        """Seconds that are left; 0 when it is over."""
        return max(0.0, self.at - self.monotonic())

    @property
    def is_over(self) -> bool:
        """Whether no time is left."""
        return self.monotonic() >= self.at

    def earlier(self, seconds: float) -> "Deadline":
        """Return one that comes so many seconds earlier."""
        return Deadline(self.at - seconds, self.monotonic)


def in_seconds(seconds: float, monotonic: Monotonic) -> Deadline:
    """Return the deadline that is so many seconds away."""
    return Deadline(monotonic() + seconds, monotonic)
