"""Skills are written, listed and compared from the command line; what is in them stays inert."""

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from phantasm.surfaces.cli import skills
from tests.conftest import Project
from tests.unit.surfaces.cli.rendering import printed


def invoke(root: Path, *arguments: str) -> tuple[int, str]:
    app = typer.Typer()

    @app.callback()
    def choose(context: typer.Context) -> None:
        context.obj = root

    app.add_typer(skills.commands, name="skills")
    result = CliRunner().invoke(app, ["skills", *arguments])
    return result.exit_code, result.output


def learn(project: Project) -> str:
    return project.hold(
        "To release: make release.",
        record_kind="procedure",
        subject_key="procedure.release",
        payload={"title": "release a version", "steps": [{"action": "make release"}]},
        quality={"verified_at": "2026-10-01"},
    )


def test_exports_lists_and_compares(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHANTASM_CLIENT", "scheduler")
    learn(project)
    file = project.root / ".agents/skills/release-a-version/SKILL.md"
    code, out = invoke(project.root, "diff")
    assert (code, "+   make release" in out, file.exists()) == (0, True, False)
    code, out = invoke(project.root, "export", "--dry-run")
    assert (code, file.exists()) == (0, False)
    code, out = invoke(project.root, "export")
    assert code == 0
    assert "1 file written or removed in .agents/skills" in out
    assert file.exists()
    code, out = invoke(project.root, "list")
    assert "unchanged" in out
    assert "every file says what it should" in invoke(project.root, "diff")[1]
    assert invoke(project.root, "export", "missing1")[0] == 4


def test_shows_conflicts_and_what_is_no_skill() -> None:
    data: dict[str, object] = {
        "folder": ".agents/skills",
        "written": 2,
        "skills": [
            {
                "name": "a",
                "handle": "k3v9qd2a",
                "outcome": "conflict",
                "conflicts": 2,
                "fields": ["description"],
            },
            {"name": "b", "procedure": "rec_1", "outcome": "left", "reason": "no_base"},
            {"name": "[bold]c", "handle": "x", "outcome": "withdrawn_with_notice", "reason": "edited\x1b[2J"},
        ],
        "refused": [{"handle": "zzzz", "reason": "not_verified"}],
    }
    shown = printed(skills.written(data))
    assert "2 to decide; frontmatter: description" in shown
    assert "no base" in shown
    assert "[bold]c" in shown
    assert "\x1b" not in shown
    assert "no skill: zzzz (not verified)" in shown
    assert "2 files written or removed" in shown


def test_says_so_when_there_is_nothing() -> None:
    assert "there is no skill to write" in printed(skills.standing({}))
    assert "every file says what it should" in printed(skills.differences({}))
