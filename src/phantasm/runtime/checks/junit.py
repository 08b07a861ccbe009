"""How is a run of checks written for CI? As JUnit XML: a suite per file, a case per check."""

import re
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from phantasm.config.files import replace_text
from phantasm.context.assertions import Unmet
from phantasm.runtime.checks.running import CheckResult, FileResult, Report

# Everything that XML 1.0 has no place for, not even escaped.
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SIDES = {"same": "{}", "old": "[-{}-]", "new": "{{+{}+}}"}
# A report quotes what is remembered: it is its owner's.
_MODE = 0o600
# Runs of one store are to be the same bytes, so nothing is timed.
_SECONDS = "0"


def write_junit(report: Report, path: Path) -> None:
    """Put the report into a file, whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_text(path, junit(report), mode=_MODE)


def junit(report: Report) -> str:
    """Return the report as JUnit XML."""
    root = Element("testsuites", {"name": "phantasm check"} | _counted(report.checks, report.failed))
    for file in report.files:
        _suite(root, file)
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _suite(root: Element, file: FileResult) -> None:
    failed = sum(not check.holds for check in file.checks)
    counts = _counted(len(file.checks), failed) | {"skipped": "0"}
    suite = SubElement(root, "testsuite", {"name": _safe(file.path)} | counts)
    for check in file.checks:
        name = _safe(check.name)
        case = SubElement(suite, "testcase", name=name, classname=_safe(file.path), time=_SECONDS)
        if not check.holds:
            # One for all: some readers take only the first.
            message = _safe("; ".join(_sentence(one) for one in check.unmet))
            failure = SubElement(case, "failure", message=message, type="unmet")
            failure.text = _safe(_told(check))


def _counted(tests: int, failed: int) -> dict[str, str]:
    return {"tests": str(tests), "failures": str(failed), "errors": "0", "time": _SECONDS}


def _told(check: CheckResult) -> str:
    lines = [line for one in check.unmet for line in _lines(one)]
    return "\n".join(["", *lines, f"see: {check.command}", ""])


def _lines(one: Unmet) -> list[str]:
    lines = [_sentence(one)]
    if one.segments:
        differing = "".join(_SIDES[piece.side].format(piece.text) for piece in one.segments)
        lines.append(f"  nearest, [-expected-] {{+compiled+}}: {differing}")
    elif one.line is not None:
        lines.append(f"  line: {one.line}")
    if one.handle is not None:
        lines.append(f"  see: phantasm why {one.handle}")
    return lines


def _sentence(one: Unmet) -> str:
    return f"{one.rule}: {one.expected}: {one.message}"


def _safe(text: str) -> str:
    """Return a text that XML can hold; what it cannot is shown as its escape."""
    return _ILLEGAL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)
