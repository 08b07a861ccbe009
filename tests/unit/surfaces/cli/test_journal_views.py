"""The journal keeps whole ids in every window."""

from phantasm.surfaces.cli.journal_views import journal
from tests.conftest import Project
from tests.unit.surfaces.cli.rendering import printed


def test_shows_the_id_that_undo_takes(project: Project) -> None:
    project.hold("One.")
    data = project.get("audit", verify_chain=True)
    for width in (80, 160):
        shown = printed(journal(data), width)
        assert "chain: valid over 1 entries" in shown
    assert data["entries"][0]["id"] in printed(journal(data), 160)


def test_says_that_nothing_was_written(project: Project) -> None:
    assert printed(journal(project.get("audit"))) == "nothing was written yet"
