"""What does a rule look at, and how is it written down? Pure."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from phantasm.contracts.kinds import KindName
from phantasm.learning.claims.model import Origin
from phantasm.learning.claims.openers import Opened


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence without its openers, and who says it."""

    opened: Opened
    origin: Origin
    text: str
    low: str

    @property
    def words(self) -> frozenset[str]:
        """Every word of the sentence, openers included, in small letters."""
        return self.opened.sentence.words


Check = Callable[[re.Match[str], Said], bool]


def holds(_match: re.Match[str], _said: Said) -> bool:
    """Accept whatever the pattern accepts."""
    return True


class Rule(NamedTuple):
    """A wording that claims something of one kind."""

    code: str
    kind: KindName
    cues: frozenset[str]
    """At least one of these words is in the sentence; empty: always tried."""
    pattern: re.Pattern[str]
    """Found anywhere in the sentence without its openers, in small letters."""
    check: Check = holds
    users: bool = True
    agents: bool = False


def rule(
    code: str,
    kind: KindName,
    cues: str,
    pattern: str,
    *,
    check: Check = holds,
    who: str = "user",
) -> Rule:
    """Write a rule down; a blank in the pattern is written as a class of blanks."""
    return Rule(
        code,
        kind,
        frozenset(cues.split()),
        re.compile(pattern, re.VERBOSE),
        check,
        users="user" in who,
        agents="agent" in who,
    )
