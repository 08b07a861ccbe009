"""The report for CI is JUnit XML that every reader takes, whatever memory says."""

import stat
from pathlib import Path
from xml.etree import ElementTree as ET

from phantasm.context.assertions import Unmet
from phantasm.runtime.checks.junit import junit, write_junit
from phantasm.runtime.checks.running import CheckResult, FileResult, Report
from phantasm.state.comparison import SegmentView

MISSING = Unmet(
    rule="includes",
    expected='"a < b"',
    message="is not in the context",
    line="a > b & c",
    handle="k3v9qd2a",
    segments=[
        SegmentView(side="same", text="a "),
        SegmentView(side="old", text="<"),
        SegmentView(side="new", text=">"),
        SegmentView(side="same", text=" b"),
    ],
)
OFFENDING = Unmet(
    rule="excludes", expected='"]]>"', message="is in the context", line="\x1b[31m]]>\x00\ufffe\n"
)
REPORT = Report(
    checks=3,
    failed=1,
    files=[
        FileResult(
            path=".phantasm/checks/a.toml",
            checks=[
                CheckResult(name="good", holds=True, match="standing", tokens=3, command="phantasm compile"),
                CheckResult(
                    name='b\x07ad "\n<&>',
                    holds=False,
                    unmet=[MISSING, OFFENDING],
                    command="phantasm compile x",
                ),
            ],
        ),
        FileResult(
            path="b.toml",
            checks=[
                CheckResult(name="good", holds=True, match="standing", tokens=3, command="phantasm compile")
            ],
        ),
    ],
)


def test_has_a_suite_per_file_and_a_case_per_check() -> None:
    root = ET.fromstring(junit(REPORT))  # noqa: S314  our own
    assert (root.tag, root.get("tests"), root.get("failures"), root.get("errors")) == (
        "testsuites",
        "3",
        "1",
        "0",
    )
    assert [(suite.get("name"), suite.get("tests"), suite.get("failures")) for suite in root] == [
        (".phantasm/checks/a.toml", "2", "1"),
        ("b.toml", "1", "0"),
    ]
    cases = root.findall("testsuite/testcase")
    assert [case.get("name") for case in cases] == ["good", 'b\\x07ad "\n<&>', "good"]
    assert cases[0].get("classname") == ".phantasm/checks/a.toml"
    assert [len(case) for case in cases] == [0, 1, 0]


def test_tells_what_failed_and_leaves_out_what_xml_cannot_hold() -> None:
    (failure,) = ET.fromstring(junit(REPORT)).iter("failure")  # noqa: S314  our own
    message = failure.get("message") or ""
    assert message.startswith('includes: "a < b": is not in the context; excludes: "]]>"')
    lines = (failure.text or "").strip("\n").splitlines()
    assert lines == [
        'includes: "a < b": is not in the context',
        "  nearest, [-expected-] {+compiled+}: a [-<-]{+>+} b",
        "  see: phantasm why k3v9qd2a",
        'excludes: "]]>": is in the context',
        "  line: \\x1b[31m]]>\\x00\\ufffe",
        "",
        "see: phantasm compile x",
    ]


def test_writes_a_file_that_only_its_owner_reads(tmp_path: Path) -> None:
    out = tmp_path / "reports" / "checks.xml"
    write_junit(REPORT, out)
    assert out.read_text(encoding="utf-8") == junit(REPORT)
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    write_junit(Report(checks=0, failed=0, files=[]), out)
    assert ET.parse(out).getroot().get("tests") == "0"  # noqa: S314  our own
    assert list(out.parent.iterdir()) == [out]
