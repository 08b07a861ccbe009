"""Where a repository's history is kept, a search goes by what was done lately, and by files that live on."""

from tests.conftest import Project

_DAYS = 28
_WORK = "Add a retry to the upload"


def _commits(project: Project) -> list[str]:
    """Keep a commit a day; all but the first and the last are about other things."""
    subjects = ["Retry an upload that fails", *(f"Paint wall {day}" for day in range(2, _DAYS)), "Tidy"]
    evidence = [
        {
            "text": f"{subject}\nsrc/file{day}.py",
            "origin": "repository_file",
            "source": f"document:{day}",
            "observed_at": f"2026-10-{day:02}T10:00:00Z",
        }
        for day, subject in enumerate(subjects, 1)
    ]
    kept: list[str] = project.get("ingest", evidence=evidence)["evidence_ids"]
    return kept


def _ranked(project: Project, query: str) -> list[str]:
    found = project.get("search", query=query, arms="lexical", explain=True)
    return [hit["id"] for hit in found["hits"]]


def test_work_is_looked_for_where_it_was_left(project: Project) -> None:
    kept = _commits(project)
    ranked = _ranked(project, _WORK)
    assert kept[0] in ranked  # it has the words
    assert kept[-1] in ranked  # it has none of them, but it was the last thing that was done


def test_a_question_is_answered_by_what_it_says(project: Project) -> None:
    kept = _commits(project)
    assert _ranked(project, "how is an upload retried?") == [kept[0]]


def _histories(project: Project) -> dict[str, str]:
    """Keep the histories of three files that begin alike; one of them is no longer changed."""
    begun = ["Upload files in parts", "Name the parts", "Check every part"]
    later = [f"Change number {number}" for number in range(40)]
    histories = {
        "old/upload.py": begun,
        "new/upload.py": [*begun, *later],
        "requirements.txt": ["Use requests", *later[30:]],
    }
    evidence = [
        {"text": "\n".join([path, *lines]), "origin": "repository_file", "source": f"document:{path}"}
        for path, lines in histories.items()
    ]
    ids: list[str] = project.get("ingest", evidence=evidence)["evidence_ids"]
    return dict(zip(histories, ids, strict=True))


def test_a_file_that_is_no_longer_changed_comes_later(project: Project) -> None:
    kept = _histories(project)
    ranked = _ranked(project, "Upload the parts at once")
    assert ranked.index(kept["new/upload.py"]) < ranked.index(kept["old/upload.py"])


def test_versions_are_looked_for_where_they_are_kept(project: Project) -> None:
    kept = _histories(project)
    found = project.get("search", query="Bump change from 77.88 to 77.99", arms="lexical", explain=True)[
        "hits"
    ]
    assert found[0]["id"] == kept["requirements.txt"]
    assert found[0]["parts"]["manifest"] == 0.5


def test_a_file_is_found_by_its_path_whatever_part_answers(project: Project) -> None:
    kept = _histories(project)
    assert _ranked(project, "old upload")[0] == kept["old/upload.py"]
