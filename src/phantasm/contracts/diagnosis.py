"""What does an examination say? One finding per check, and the verdict they add up to."""

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """How something stands, from good to bad."""

    OK = "ok"
    ATTENTION = "attention"
    """Works, or can be made to, but somebody should look."""
    TRANSIENT = "transient"
    """Cannot be judged or used right now; later it can. Never corrupt."""
    CORRUPT = "corrupt"
    """The store itself is damaged."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check showed, and what to do about it."""

    check: str
    verdict: Verdict
    message: str
    command: str | None = None


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """All findings about one project."""

    root: str | None
    findings: tuple[Finding, ...]

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of any finding."""
        order = list(Verdict)
        return max((finding.verdict for finding in self.findings), key=order.index, default=Verdict.OK)


def fine(check: str, message: str) -> Finding:
    """Return a finding that needs nobody."""
    return Finding(check, Verdict.OK, message)


def look(check: str, message: str, command: str | None = None) -> Finding:
    """Return a finding that somebody should look at."""
    return Finding(check, Verdict.ATTENTION, message, command)
