"""What does the output of a test run say about itself? Pure."""

import re
from dataclasses import dataclass
from typing import Final

MOST_HEAD, MOST_TAIL = 2_000, 6_000
"""How much of an output is looked at, in characters: runners say how it went at the end."""

MOST_LINE: Final = 300
"""A line that is longer is no summary, in characters."""

_TIME: Final = r"in [\d.]+ ?m?s(?:ec(?:onds?)?)?\b"
_SUMMARIES: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^=* ?(?P<counts>\d+ \w+(?:, \d+ \w+)*) {_TIME}",  # pytest, loud and quiet
        r"^(?:FAILED|OK) ?\((?P<counts>[a-z ]+=\d[a-z0-9 ,=]*)\)$",  # unittest
        r"^\s*(?:Tests|Test Files|Test Suites):?\s+(?P<counts>\d+ \w+(?:(?:,| \|) \d+ \w+)*)",  # jest, vitest
        r"^\s*(?P<counts>\d+ (?:passing|failing|pending))\b(?: \([\d.]+m?s\))?\s*$",  # mocha
        r"^test result: (?:ok|FAILED)\. (?P<counts>.+)$",  # cargo
        r"^(?:\[\w+\]\s*)?(?P<counts>Tests run: ?\d+, Failures: ?\d+, Errors: ?\d+.*)$",  # Maven, JUnit
        r"^(?P<counts>\d+ tests? completed, \d+ failed.*)$",  # Gradle
        r"^(?P<counts>\d+ (?:examples?|\w*tests?|runs|scenarios)(?:, \d+ \w+)*, \d+ failures?\b.*)$",  # rspec
        r"^\s*(?:Passed|Failed)!\s+- (?P<counts>Failed: +\d+, Passed: +\d+.*)$",  # dotnet
        r"^Total tests: \d+\.? +(?P<counts>Passed: \d+\.?.*)$",
        r"^(?P<counts>Tests: \d+, Assertions: \d+.*)$",  # PHPUnit
        r"^OK \((?P<counts>\d+ tests?), \d+ assertions?\)$",
        r"^(?P<counts>\d+% tests passed, \d+ tests failed out of \d+)",  # CTest
        r"^\s*(?P<counts>\d+ (?:passed|failed|flaky))(?: \([\d.]+m?s\))?\s*$",  # Playwright
        r"^\s*[#\u2139] (?P<counts>(?:pass|fail) \d+)\s*$",  # node, TAP
        r"^\s*(?P<counts>\d+ (?:pass|fail))\s*$",  # bun
        r"^\s*(?P<counts>Executed \d+ tests?, with \d+ failures?.*)$",  # Swift
        r"^(?:ok|FAILED) \| (?P<counts>\d+ passed.*)$",  # Deno
    )
)
_FAILED: Final = re.compile(
    r"(?<!\d)(\d+) (?:tests? )?(?:failed|failures?|failing|errors?|fail)\b|\b(?:Failures|Errors|Failed|"
    r"failures|errors|fail)[:=]? *(\d+)"
)
_PASSED: Final = re.compile(
    r"(?<!\d)(\d+)%? (?:tests? )?(?:passed|passing|pass|examples?|tests?|runs|scenarios?|completed)\b"
    r"|\b(?:Passed|Tests run|Tests|pass)[:=]? *(\d+)|Executed (\d+) tests?"
)
_PLAIN: Final = (
    (re.compile(r"^OK(?: \(skipped=\d+\))?$"), False),  # unittest, below its "Ran N tests"
    (re.compile(r"^--- FAIL: \S+ \([\d.]+s\)$"), True),
    (re.compile(r"^FAIL\t\S+\t?.*$|^FAIL$"), True),
    (re.compile(r"^ok  ?\t\S+\t(?:[\d.]+s|\(cached\)).*$"), False),
    (re.compile(r"^(?:\[\w+\] )?BUILD (?:FAILURE|FAILED)\b.*$"), True),
    (re.compile(r"^(?:\[\w+\] )?BUILD (?:SUCCESS|SUCCESSFUL)\b.*$"), False),
    (re.compile(r"^FAILURES!$"), True),
    (re.compile(r"^Build (?:FAILED|succeeded)\.$"), None),
    (re.compile(r"^Found \d+ errors? in \d+ files?\b.*$|^Found \d+ errors?\.?$"), True),
    (re.compile(r"^Success: no issues found in \d+ source files?$|^All checks passed!$"), False),
)
_TELLING: Final = re.compile(r"pass|fail|ok\b|errors|build|success|tests|executed", re.IGNORECASE)
_UNITTEST: Final = re.compile(r"^Ran \d+ tests? in", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Result:
    """What a test run or a build says about itself."""

    failed: bool
    line: str
    """The line that says it."""


def result_in(output: str) -> Result | None:
    """Return what an output says; failure where any of its lines does; None where it says nothing."""
    text = output if len(output) <= MOST_HEAD + MOST_TAIL else f"{output[:MOST_HEAD]}\n{output[-MOST_TAIL:]}"
    has_ran = bool(_UNITTEST.search(text))
    good, bad = "", ""
    for raw in text.split("\n"):
        line = raw.rstrip("\r").strip()
        if len(line) > MOST_LINE or not _TELLING.search(line):
            continue
        verdict = _judge(line, raw, has_ran=has_ran)
        if verdict is True:
            bad = line
        elif verdict is False:
            good = line
    if bad:
        return Result(failed=True, line=bad.strip("= "))
    return Result(failed=False, line=good.strip("= ")) if good else None


def is_summary(line: str) -> bool:
    """Tell whether a line counts what passed and failed, which says nothing about why."""
    return any(pattern.match(line) for pattern in _SUMMARIES)


def _judge(line: str, raw: str, *, has_ran: bool) -> bool | None:
    """Tell whether a line says that something failed; None where it says neither."""
    for pattern in _SUMMARIES:
        if found := pattern.match(line):
            counts = found["counts"]
            if any(int(one or other) for one, other in _FAILED.findall(counts)):
                return True
            passed = any(int(next(filter(None, groups))) for groups in _PASSED.findall(counts))
            return False if passed else None
    for pattern, failed in _PLAIN:
        if pattern.match(line if failed is not False else raw.rstrip("\r").strip(" ")):
            if failed is None:
                return "FAILED" in line
            return failed if failed or not line.startswith("OK") or has_ran else None
    return None
