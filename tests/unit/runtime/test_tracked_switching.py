"""Sharing is switched on in three places, told one by one, and switched off without a trace."""

from contextlib import ExitStack
from pathlib import Path

from phantasm.config.load import load
from phantasm.runtime import tracked_files as switching
from phantasm.runtime.steps import Step
from phantasm.runtime.tracked_files import driver_command, driver_of
from tests.sharing import git, repository


def switch(root: Path, *, on: bool, dry_run: bool) -> list[Step]:
    with ExitStack() as undo:
        steps = switching.switch(root, on=on, dry_run=dry_run, undo=undo)
        undo.pop_all()
    return steps


def test_switches_on_and_off_again(tmp_path: Path) -> None:
    project = repository(tmp_path / "ann")
    attributes = project.paths.attributes
    attributes.write_text("memory.jsonl merge=union text eol=lf\n", encoding="utf-8")
    config = git(project.root, "config", "--local", "--list")
    before = attributes.read_text(encoding="utf-8")

    told = switch(project.root, on=True, dry_run=True)
    assert [step.action for step in told] == ["update", "update", "update"]
    assert attributes.read_text(encoding="utf-8") == before

    switch(project.root, on=True, dry_run=False)
    assert attributes.read_text(encoding="utf-8") == before + "memory/** merge=phantasm text eol=lf\n"
    assert driver_of(project.root) == driver_command()
    assert "sharing.tracked" in load(project.paths).held_back  # until a person has approved it
    name = ".phantasm/memory/fact/x.md"
    assert git(project.root, "check-attr", "merge", name).strip().endswith("merge: phantasm")
    assert [step.action for step in switch(project.root, on=True, dry_run=False)][1:] == ["keep", "keep"]

    switch(project.root, on=False, dry_run=False)
    assert attributes.read_text(encoding="utf-8") == before
    assert git(project.root, "config", "--local", "--list") == config
    assert driver_of(project.root) is None
    assert load(project.paths).held_back == ()


def test_says_when_git_ignores_the_folder(tmp_path: Path) -> None:
    project = repository(tmp_path / "ann")
    project.paths.ignored.write_text("*\n", encoding="utf-8")
    assert "git ignores this folder" in switch(project.root, on=True, dry_run=True)[-1].detail
