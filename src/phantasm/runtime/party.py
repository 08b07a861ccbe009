"""Who is really asking? What a surface knows about its caller, and what follows for the profile."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from phantasm.contracts.envelope import Warned
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.kinds import Right, TokenScope
from phantasm.security.policy import WITHIN, narrowed
from phantasm.security.profiles import PERSON_PROFILE, Profile, find_profile


class Party(NamedTuple):
    """What the surface knows about who is asking, besides what the request says of itself."""

    at_terminal: bool = False
    """A person is at their terminal, or in the browser that it let in: the profile `cli` may be used."""
    ask: Callable[[str], bool] | None = None
    """Puts a question to that person and returns the answer; None when nobody can be asked."""
    scope: TokenScope | None = None
    """How far the caller's token reaches; None where no token was needed."""


def profile_of(
    name: str, profiles: dict[str, Profile], *, party: Party, default: str
) -> tuple[Profile, list[Warned]]:
    """Return the profile that applies, within its token's scope: `cli` without a terminal is the default."""
    profile = find_profile(profiles, name)
    if profile.name != PERSON_PROFILE or party.at_terminal:
        return narrowed(profile, party.scope), []
    reduced = narrowed(find_profile(profiles, default), party.scope)
    message = f"the profile {PERSON_PROFILE!r} needs a terminal; this request runs as {reduced.name!r}"
    return reduced, [Warned(code="profile_reduced", message=message)]


def rights_of(profiles: Mapping[str, frozenset[Right]], name: str, scope: TokenScope) -> list[str]:
    """Return what a caller may do with a token of that profile and scope, for whoever shows it."""
    return sorted(right.value for right in profiles.get(name, frozenset()) & WITHIN[scope])


_IN_A_TERMINAL = (Remediation("Run the same request in a terminal and answer its question."),)


def ask_person(party: Party, question: str, otherwise: tuple[Remediation, ...] = _IN_A_TERMINAL) -> None:
    """Let the person at the terminal answer; a confirmation that nobody was asked about does not count."""
    if party.ask is None:
        raise PhantasmError(
            Code.CONFIRMATION_REQUIRED,
            "a confirmation needs a person at a terminal, and none is attached",
            field="confirmations",
            remediation=otherwise,
        )
    if not party.ask(question):
        raise PhantasmError(
            Code.CONFIRMATION_REQUIRED, "the person at the terminal declined", field="confirmations"
        )
