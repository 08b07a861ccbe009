"""Checks are compiled through the one door: what holds is said shortly, what does not is explained."""

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.runtime.checks.files import CHECKS
from phantasm.runtime.checks.running import Caller, CheckResult, Report, run_checks
from tests.conftest import PERSON, Project


@pytest.fixture
def remembering(project: Project) -> Project:
    """Return a project that remembers a little."""
    project.hold(
        "Payments are never matched by amount.", record_kind="constraint", subject_key="payments.matching"
    )
    project.hold("Hours stay in a CSV file because the office edits them.", subject_key="storage.hours")
    project.hold("The office plants are watered on Mondays.")
    return project


def _run(project: Project, *checks: str, caller: Caller | None = None) -> Report:
    folder = project.root / CHECKS
    folder.mkdir(exist_ok=True)
    text = "".join(f'[[check]]\nname = "{number}"\n{check}\n' for number, check in enumerate(checks, 1))
    (folder / "some.toml").write_text(text, encoding="utf-8")
    return run_checks(project.runtime, caller=caller)


def _one(project: Project, check: str, caller: Caller | None = None) -> CheckResult:
    report = _run(project, check, caller=caller)
    assert report.checks == 1
    (result,) = report.files[0].checks
    assert report.failed == (not result.holds)
    return result


def test_everything_that_can_hold_holds(remembering: Project) -> None:
    query = 'query = "may I match payments by their amount?"\n'
    report = _run(
        remembering,
        f'{query}includes = ["payments are NEVER matched"]\nwithin_tokens = 50000\nmatch = "strong_match"',
        f'{query}includes_records = ["payments.matching"]\nexcludes = ["sometimes matched"]',
        f'{query}includes_any = ["nobody said so", "never matched by amount"]',
        'query = "who won the world cup in 1974?"\nmatch = "no_match"\nexcludes_records = ["storage.hours"]',
        'includes = ["never matched by amount"]\nmatch = "standing"\nsize = "hook"',
    )
    assert [(one.name, one.unmet) for one in report.files[0].checks if not one.holds] == []
    assert (report.checks, report.failed) == (5, 0)
    assert report.files[0].path == f"{CHECKS}/some.toml"


def test_shows_the_nearest_line_of_what_is_missing(remembering: Project) -> None:
    handle = remembering.get("list", subject_key="payments.matching")["records"][0]["handle"]
    result = _one(
        remembering, 'query = "match payments"\nincludes = ["Payments are always matched by amount."]'
    )
    (found,) = result.unmet
    assert found.handle == handle
    assert ("old", "always") in [(piece.side, piece.text) for piece in found.segments]
    assert ("new", "never") in [(piece.side, piece.text) for piece in found.segments]
    assert result.command == "phantasm compile --explain 'match payments'"


def test_names_the_line_that_offends(remembering: Project) -> None:
    record = remembering.get("list", subject_key="payments.matching")["records"][0]
    for rule in ('excludes = ["matched by amount"]', f'excludes_records = ["{record["handle"]}"]'):
        (found,) = _one(remembering, f'query = "match payments"\n{rule}').unmet
        assert (found.handle, found.message) == (record["handle"], "is in the context")


def test_a_record_goes_by_key_handle_or_id_through_its_versions(remembering: Project) -> None:
    old = remembering.get("list", subject_key="storage.hours")["records"][0]
    new = remembering.get("revise", id=old["id"], statement="Hours are kept in a SQLite file.")
    query = 'query = "where are hours kept?"\n'
    for name in ("storage.hours", new["handle"], f"[m:{new['handle']}]", new["record_id"]):
        assert _one(remembering, f'{query}includes_records = ["{name}"]').holds, name
    assert _one(remembering, f'{query}excludes_records = ["{old["handle"]}"]').holds
    assert not _one(remembering, f'{query}includes_records = ["{old["id"]}"]').holds


def test_a_name_that_nothing_has_fails_or_is_noted(remembering: Project) -> None:
    result = _one(remembering, 'includes_records = ["payments.matchng"]')
    assert result.unmet[0].message == "nothing here has that subject key, handle or id"
    noted = _one(remembering, 'excludes_records = ["payments.matchng"]')
    assert noted.holds
    assert noted.notes == ["excludes_records: nothing here is called 'payments.matchng'"]


def test_says_when_the_budget_is_too_small(remembering: Project) -> None:
    result = _one(remembering, 'query = "payments"\ntoken_budget = 1\nincludes = ["payments"]')
    (found,) = result.unmet
    assert (result.holds, found.rule, found.expected) == (False, "token_budget", "1 tokens are enough")
    assert found.message


def test_counts_tokens(remembering: Project) -> None:
    result = _one(remembering, 'query = "payments"\nwithin_tokens = 3')
    assert result.unmet[0].message == f"it has {result.tokens}"


def test_what_is_sensitive_depends_on_who_asks(remembering: Project) -> None:
    remembering.hold("The safe is behind the picture.", subject_key="safe", sensitivity="sensitive")
    check = 'query = "where is the safe?"\nexcludes = ["behind the picture"]'
    assert _one(remembering, check).holds
    (found,) = _one(remembering, check, Caller("cli", PERSON)).unmet
    assert found.line == "The safe is behind the picture."


def test_writes_nothing(remembering: Project) -> None:
    before = remembering.get("audit", profile="cli", limit=1)
    assert _one(remembering, 'query = "payments"\nincludes_records = ["payments.matching"]').holds
    assert remembering.get("audit", profile="cli", limit=1) == before


def test_the_same_store_gives_the_same_report(remembering: Project) -> None:
    checks = ('query = "payments"\nexcludes = ["payments"]', 'includes = ["nothing of the kind"]')
    assert _run(remembering, *checks) == _run(remembering, *checks)


def test_an_error_is_no_failed_check(remembering: Project) -> None:
    with pytest.raises(PhantasmError) as raised:
        _one(remembering, 'includes = ["x"]', Caller("nobody"))
    assert raised.value.code is Code.UNKNOWN_PROFILE
    assert raised.value.message.startswith(f"{CHECKS}/some.toml, check '1': ")


def test_no_checks_are_no_failure(project: Project) -> None:
    assert run_checks(project.runtime) == Report(checks=0, failed=0, files=[])
