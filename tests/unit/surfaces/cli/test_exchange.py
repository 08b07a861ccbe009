"""What an export wrote and what an import did is told by number, and line by line where it matters."""

from phantasm.surfaces.cli import exchange
from tests.conftest import Project
from tests.unit.surfaces.cli.rendering import printed


def test_shows_what_was_written(project: Project) -> None:
    project.hold("One.")
    project.hold("A secret.", sensitivity="sensitive")
    shown = printed(exchange.written(project.get("memory_export")))
    assert "records   1" in shown
    assert "written   yes" in shown
    assert "left out  1 sensitive records (--sensitive)" in shown


def test_shows_the_plan_of_an_import(project: Project) -> None:
    lines = ['{"statement": "One."}', "no json", '{"statement": "Two."}']
    (project.root / "facts.jsonl").write_text("\n".join(lines), encoding="utf-8")
    shown = printed(exchange.plan(project.get("memory_import", path="facts.jsonl", dry_run=True)))
    assert "plain_jsonl: 2 changes" in shown
    assert "suggested  2" in shown
    assert "line 2 could not be read" in shown


def test_shows_only_the_first_of_many_lines() -> None:
    results = [{"line": number, "outcome": "suggested"} for number in range(60)]
    shown = printed(exchange.plan({"outcomes": {"suggested": 60}, "changed": 60, "results": results}))
    assert "10 more lines: --json" in shown
