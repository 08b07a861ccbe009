"""A whole history is taken in step by step, until nothing is left or somebody ends it."""

from typing import Any

from phantasm.contracts.model import JsonObject
from phantasm.runtime.history import is_due, take_in
from tests.conftest import Project
from tests.fixtures.histories import History


def _steps(*left: int, added: int = 2) -> Any:
    rest = list(left)

    def ask(params: JsonObject) -> JsonObject:
        assert params["limit"]
        counted = dict.fromkeys(("left_out", "tags", "unreachable", "came_back"), 1)
        return {
            **counted,
            "added": added,
            "left": rest.pop(0),
            "known": 9,
            "reverts": [{}],
            "repository": True,
        }

    return ask


def test_goes_on_until_nothing_is_left() -> None:
    seen: list[tuple[int, int]] = []
    data = take_in(_steps(4, 2, 0), watch=lambda done, left: seen.append((done, left)))
    assert (data["added"], data["reverts"], data["left"], data["known"]) == (6, 3, 0, 9)
    assert seen == [(2, 4), (4, 2), (6, 0)]


def test_ends_between_two_steps_and_where_nothing_comes() -> None:
    assert take_in(_steps(4, 2, 0), stops=lambda: True)["left"] == 4
    assert take_in(_steps(4, 2, 0, added=0))["left"] == 4


def test_is_due_when_a_head_is_unknown(project: Project) -> None:
    assert not is_due(project.runtime.environment)
    history = History(project.root)
    assert not is_due(project.runtime.environment)
    history.commit("First", "a.py")
    assert is_due(project.runtime.environment)
    project.get("commits_ingest", profile="cli")
    assert not is_due(project.runtime.environment)
    project.paths.settings.write_text('version = "v1"\n[history]\nenabled = false\n', encoding="utf-8")
    history.commit("Second", "a.py")
    assert is_due(project.runtime.environment)
    assert not is_due(project.open().environment)
