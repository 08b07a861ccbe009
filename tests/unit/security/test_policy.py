"""The policy as a table: who may do what, for every built-in profile and every operation there is."""

import pytest

from phantasm.config.load import Config
from phantasm.config.settings import ClientsSettings, ProfileSettings, Settings
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.kinds import Right, TokenScope
from phantasm.contracts.operation import Operation
from phantasm.runtime import registry
from phantasm.security.policy import WITHIN, Allow, Deny, NeedsConfirmation, Suggest, judge, narrowed
from phantasm.security.profiles import BUILT_IN, find_profile, known_profiles

WRITERS = {"codex", "claude_code", "cursor", "gemini", "opencode", "copilot", "cli"}


@pytest.mark.parametrize("profile", sorted(BUILT_IN))
def test_the_matrix_holds(profile: str) -> None:
    for operation in map(registry.load, registry.names()):
        decision = judge(BUILT_IN[profile], operation, target=None, confirmed=False, dry_run=False)
        assert isinstance(decision, _expected(profile, operation)), operation.name


def _expected(profile: str, operation: Operation) -> type[Allow | Suggest | Deny]:
    match operation.needs:
        case Right.READ:
            return Allow
        case Right.WRITE if profile in WRITERS:
            return Allow
        case Right.WRITE if operation.suggestible and profile in {"generic_mcp", "scheduler"}:
            return Suggest
        case Right.SUGGEST if profile != "dashboard":
            return Allow
        case Right.REVIEW if profile in {"cli", "dashboard"}:
            return Allow
        case Right.MAINTENANCE if profile in {"cli", "scheduler"}:
            return Allow
        case _:
            return Deny


def test_a_target_needs_confirmation_except_in_a_dry_run() -> None:
    restore, person = registry.load("backup_restore"), BUILT_IN["cli"]
    target: dict[str, object] = {"backup_id": "x"}
    assert isinstance(
        judge(person, restore, target=target, confirmed=False, dry_run=False), NeedsConfirmation
    )
    assert isinstance(judge(person, restore, target=target, confirmed=False, dry_run=True), Allow)
    assert isinstance(judge(person, restore, target=target, confirmed=True, dry_run=False), Allow)
    untrusted = BUILT_IN["generic_mcp"]
    assert isinstance(judge(untrusted, restore, target=target, confirmed=True, dry_run=False), Deny)


def configured(*, approved: bool, **profiles: ProfileSettings) -> Config:
    return Config(Settings(), ClientsSettings(profiles=profiles), clients_approved=approved)


def test_a_custom_profile_may_narrow_what_it_inherits() -> None:
    careful = ProfileSettings(inherits="codex", allow_authoritative_writes=False)
    profiles, held_back = known_profiles(configured(approved=False, careful=careful))
    assert profiles["careful"].rights == {Right.READ, Right.SUGGEST}
    assert held_back == ()


def test_a_custom_profile_widens_only_after_approval() -> None:
    greedy = ProfileSettings(
        inherits="generic_mcp", allow_authoritative_writes=True, allow_sensitive_read=True
    )
    before, held_back = known_profiles(configured(approved=False, greedy=greedy))
    assert before["greedy"].rights == {Right.READ, Right.SUGGEST}
    assert held_back == ("profiles.greedy.allow_authoritative_writes", "profiles.greedy.allow_sensitive_read")
    after, held_back = known_profiles(configured(approved=True, greedy=greedy))
    assert {Right.WRITE, Right.SENSITIVE_READ} <= after["greedy"].rights
    assert held_back == ()


def test_nobody_becomes_the_person_by_another_name() -> None:
    disguised = ProfileSettings(inherits="cli")
    profiles, held_back = known_profiles(configured(approved=False, disguised=disguised))
    assert profiles["disguised"].rights == {Right.READ, Right.SUGGEST}
    assert held_back == ("profiles.disguised.inherits",)


@pytest.mark.parametrize(("name", "inherits"), [("codex", "cli"), ("mine", "nobody"), ("mine", "codx")])
def test_refuses_profiles_that_make_no_sense(name: str, inherits: str) -> None:
    with pytest.raises(PhantasmError) as caught:
        known_profiles(configured(approved=True, **{name: ProfileSettings(inherits=inherits)}))
    assert caught.value.code is Code.CONFIG_INVALID


def test_finds_profiles_by_name() -> None:
    assert find_profile(dict(BUILT_IN), "codex").display_name == "Codex"
    with pytest.raises(PhantasmError):
        find_profile(dict(BUILT_IN), "nobody")


@pytest.mark.parametrize("scope", list(TokenScope))
@pytest.mark.parametrize("profile", sorted(BUILT_IN))
def test_a_scope_only_takes_away(profile: str, scope: TokenScope) -> None:
    whole = BUILT_IN[profile]
    left = narrowed(whole, scope)
    assert left.rights == whole.rights & WITHIN[scope]
    assert left.rights <= whole.rights
    assert (left.name, left.person_only) == (whole.name, whole.person_only)
    assert (left.scope == scope) == (left.rights != whole.rights)
    assert narrowed(whole, None) is whole


def test_each_scope_holds_what_the_one_before_it_holds() -> None:
    for less, more in zip(list(TokenScope), list(TokenScope)[1:], strict=False):
        assert WITHIN[less] < WITHIN[more]


def test_a_refusal_says_that_the_scope_is_why() -> None:
    narrow = narrowed(BUILT_IN["codex"], TokenScope.READ)
    found = judge(narrow, registry.load("verify"), target=None, confirmed=False, dry_run=False)
    assert isinstance(found, Deny)
    assert "within the scope 'read' of its token" in found.reason
