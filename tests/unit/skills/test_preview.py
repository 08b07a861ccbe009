"""Is the preview the file that would be written, under the name that it has or would get?"""

from phantasm.skills.files import FOLDER, on_shelf, shelf_at
from phantasm.skills.packaging import is_untouched, owner_of
from phantasm.skills.preview import previews
from phantasm.state import store
from phantasm.storage.inspection import reader
from tests.conftest import Project

PAYLOAD = {"title": "release billing", "steps": [{"action": "make release"}]}


def test_names_two_skills_of_one_title_apart(project: Project) -> None:
    held = [_held(project, name) for name in ("gateway", "mailer")]
    shelf = shelf_at(project.paths, FOLDER)
    with project.runtime.environment.database.read() as (connection, head):
        records = list(store.find(reader(connection, head), held).values())
    found = previews(shelf, records, {})
    assert len({skill.name for skill in found.values()}) == 2
    assert {skill.refused for skill in found.values()} == {"not_verified"}
    for lineage, skill in found.items():
        assert owner_of(skill.text) == lineage
        assert is_untouched(skill.text)
        assert skill.path == f"{FOLDER}/{skill.name}/SKILL.md"
    assert on_shelf(shelf) == {}, "nothing was written"


def test_says_that_a_doubtful_one_is_not_exported(project: Project) -> None:
    (record,) = (_held(project, "gateway"),)
    with project.runtime.environment.database.read() as (connection, head):
        records = list(store.find(reader(connection, head), [record]).values())
    (skill,) = previews(shelf_at(project.paths, FOLDER), records, {record: ["doubtful"]}).values()
    assert skill.refused == "in_doubt"


def _held(project: Project, name: str) -> str:
    given = {"record_kind": "procedure", "subject_key": f"procedure.{name}", "payload": PAYLOAD}
    return project.hold(f"Release the {name} with make.", **given)
