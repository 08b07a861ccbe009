"""A door stays open through whatever happens to the project meanwhile."""

from pathlib import Path

from phantasm.config.paths import Paths
from phantasm.surfaces.cli.shell.door import Door
from tests.conftest import Project
from tests.fixtures.projects import lay_out_state


def test_opens_when_first_asked_and_once(project: Project) -> None:
    project.hold("The sky is blue.")
    door = Door(project.root)
    assert (door.ask("list", {}).data or {})["total"] == 1
    assert door.root == project.root
    door.close()
    assert (door.ask("list", {}).data or {})["total"] == 1
    door.close()
    door.close()


def test_finds_a_project_that_is_set_up_later(tmp_path: Path) -> None:
    door = Door(tmp_path)
    refused = door.ask("list", {})
    assert refused.error is not None
    assert refused.error.code == "not_bootstrapped"
    assert door.ask("describe", {"target": "health"}).error is None
    lay_out_state(Paths(tmp_path))
    Project(tmp_path).runtime.close()
    assert door.ask("list", {}).error is None
    door.close()


def test_survives_a_store_that_goes_and_comes_back(project: Project) -> None:
    project.hold("The sky is blue.")
    door = Door(project.root)
    assert door.ask("list", {}).error is None
    away = project.root / "away"
    project.paths.folder.rename(away)
    gone = door.ask("list", {})
    assert gone.error is not None
    assert gone.error.code == "not_bootstrapped"
    away.rename(project.paths.folder)
    assert (door.ask("list", {}).data or {})["total"] == 1
    door.close()


def test_survives_a_corrupt_store_and_its_repair(project: Project) -> None:
    door = Door(project.root)
    assert door.ask("list", {}).error is None
    door.close()
    project.runtime.close()
    good = project.paths.store.read_bytes()
    project.paths.store.write_bytes(b"no store at all" * 1000)
    broken = door.ask("list", {})
    assert broken.error is not None
    assert broken.error.code == "store_corrupt"
    project.paths.store.write_bytes(good)
    assert door.ask("list", {}).error is None
    door.close()


def test_sees_a_restore_by_somebody_else(project: Project) -> None:
    backup = project.get("backup_create", profile="cli")["backup_id"]
    door = Door(project.root)
    project.hold("The sky is blue.")
    assert (door.ask("list", {}).data or {})["total"] == 1
    target = {"backup_id": backup}
    assert project.confirm("backup_restore", target, **target).error is None
    assert (door.ask("list", {}).data or {})["total"] == 0
    door.close()


def test_makes_ready_what_hooks_hand_over(project: Project) -> None:
    ready = project.paths.ready / "claude_code.json"
    ready.write_text('{"seq": 0}', encoding="utf-8")
    door = Door(project.root)
    assert door.ask("list", {}).error is None
    project.hold("The sky is blue.")
    door.close()
    assert "The sky is blue." in ready.read_text(encoding="utf-8")
    ready.write_text('{"seq": 0}', encoding="utf-8")
    other = Door(project.root, tends=False)
    assert other.ask("list", {}).error is None
    other.close()
    assert ready.read_text(encoding="utf-8") == '{"seq": 0}'


def test_reads_the_configuration_again_when_it_changes(project: Project) -> None:
    door = Door(project.root)
    assert door.ask("list", {}).error is None
    project.paths.settings.write_text("nonsense = 1\n", encoding="utf-8")
    refused = door.ask("list", {})
    assert refused.error is not None
    assert refused.error.code == "config_invalid"
    project.paths.settings.unlink()
    assert door.ask("list", {}).error is None
    door.close()
