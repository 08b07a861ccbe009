"""What test runners and builds say about themselves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.session.episodes.results import result_in


@pytest.mark.parametrize(
    "output",
    [
        "===== 2 failed, 10 passed, 1 skipped in 3.21s =====",
        "1 failed in 0.10s",
        "3 passed, 1 error in 1.0s",
        "Ran 5 tests in 0.01s\n\nFAILED (failures=1, errors=2)",
        "Tests:       1 failed, 2 passed, 3 total",
        " Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 5 passed (6)",
        "  5 passing (20ms)\n  1 failing",
        "--- FAIL: TestZone (0.00s)\nFAIL\nFAIL\tclock\t0.003s",
        "test result: FAILED. 4 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out",
        "[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 0",
        "[INFO] BUILD FAILURE",
        "BUILD FAILED in 3s",
        "12 tests completed, 1 failed",
        "10 examples, 1 failure",
        "Failed!  - Failed:     1, Passed:     4, Skipped:     0, Total:     5",
        "FAILURES!\nTests: 5, Assertions: 9, Failures: 1.",
        "80% tests passed, 1 tests failed out of 5",
        "  1 failed\n    a.spec.ts:3:1\n  5 passed (3.2s)",
        "# pass 4\n# fail 1",
        " 4 pass\n 1 fail",
        "Executed 5 tests, with 1 failure (0 unexpected) in 0.1 seconds",
        "FAILED | 4 passed | 1 failed (20ms)",
        "Found 3 errors in 2 files (checked 10 source files)",
        "5 runs, 9 assertions, 1 failures, 0 errors, 0 skips",
        "Build FAILED.",
    ],
)
def test_sees_a_failure(output: str) -> None:
    result = result_in(f"collecting\n{output}\n")
    assert result is not None
    assert result.failed


@pytest.mark.parametrize(
    "output",
    [
        "===== 12 passed in 3.21s =====",
        "12 passed, 2 warnings in 0.5s",
        "Ran 5 tests in 0.01s\n\nOK",
        "Tests:       3 passed, 3 total",
        "      Tests  5 passed (5)",
        "  5 passing (20ms)",
        "ok  \tclock\t0.003s",
        "test result: ok. 4 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
        "[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0",
        "BUILD SUCCESSFUL in 3s",
        "10 examples, 0 failures",
        "Passed!  - Failed:     0, Passed:     5, Skipped:     0, Total:     5",
        "OK (5 tests, 10 assertions)",
        "100% tests passed, 0 tests failed out of 5",
        "# pass 4\n# fail 0",
        "ok | 4 passed | 0 failed (20ms)",
        "Success: no issues found in 3 source files",
        "All checks passed!",
        "Build succeeded.",
        "5 runs, 9 assertions, 0 failures, 0 errors, 0 skips",
    ],
)
def test_sees_a_success(output: str) -> None:
    result = result_in(f"collecting\n{output}\n")
    assert result is not None
    assert not result.failed


@pytest.mark.parametrize(
    "output",
    [
        "",
        "The last run had 2 failed attempts in total.",
        "OK",
        "no tests ran in 0.01s",
        "we passed 3 arguments",
        "It failed.",
        "I saw 5 passed and nothing else there",
    ],
)
def test_makes_nothing_of_other_text(output: str) -> None:
    assert result_in(output) is None


def test_names_the_line_that_says_it() -> None:
    result = result_in("x\n=== 1 failed, 2 passed in 1.00s ===")
    assert result is not None
    assert result.line == "1 failed, 2 passed in 1.00s"


@given(st.text(alphabet="0123456789 passedfilOKr=,()|\n.%:", max_size=300))
def test_never_raises(output: str) -> None:
    result_in(output)
