"""Who is really asking, and what follows for the profile?"""

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.kinds import Right, TokenScope
from phantasm.runtime.party import Party, ask_person, profile_of, rights_of
from phantasm.security.profiles import BUILT_IN

PROFILES = dict(BUILT_IN)


def test_the_person_needs_a_terminal() -> None:
    there, nothing = profile_of("cli", PROFILES, party=Party(at_terminal=True), default="codex")
    assert (there, nothing) == (BUILT_IN["cli"], [])
    reduced, [warned] = profile_of("cli", PROFILES, party=Party(), default="codex")
    assert (reduced, warned.code) == (BUILT_IN["codex"], "profile_reduced")


def test_a_scope_holds_for_whoever_it_turns_out_to_be() -> None:
    for name, terminal in (("codex", False), ("cli", True), ("cli", False)):
        party = Party(at_terminal=terminal, scope=TokenScope.READ)
        found, _ = profile_of(name, PROFILES, party=party, default="codex")
        assert found.rights == {Right.READ}


def test_nobody_is_a_profile_that_there_is_not() -> None:
    with pytest.raises(PhantasmError) as refused:
        profile_of("nobody", PROFILES, party=Party(), default="codex")
    assert refused.value.code is Code.UNKNOWN_PROFILE


def test_says_which_rights_are_left() -> None:
    rights = {name: profile.rights for name, profile in BUILT_IN.items()}
    assert rights_of(rights, "codex", TokenScope.ADMIN) == ["read", "suggest", "write"]
    assert rights_of(rights, "cli", TokenScope.REVIEW) == ["read", "review"]
    assert rights_of(rights, "nobody", TokenScope.ADMIN) == []


def test_a_confirmation_that_nobody_was_asked_about_does_not_count() -> None:
    ask_person(Party(ask=lambda question: question == "really?"), "really?")
    for party in (Party(), Party(ask=lambda _: False)):
        with pytest.raises(PhantasmError) as refused:
            ask_person(party, "really?")
        assert refused.value.code is Code.CONFIRMATION_REQUIRED
