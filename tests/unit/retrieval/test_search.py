"""Where a repository's history is kept, a search goes by what was done lately, and by files that live on."""

from typing import Any

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


_PROGRAMS = (
    "def drop_all(path):\n    for each in path.iterdir():\n        each.unlink()",
    "def remove_directory(path):\n    shutil.rmtree(path)",
    "def bake(bread):\n    oven.add(bread)\n    oven.wait()",
)
_ASKED = "how to delete a folder"


def _programs(project: Project, **params: str) -> list[dict[str, Any]]:
    evidence = [{"text": text, "origin": "repository_file"} for text in _PROGRAMS]
    project.get("ingest", evidence=evidence)
    hits: list[dict[str, Any]] = project.get("search", query=_ASKED, explain=True, **params)["hits"]
    return hits


def test_program_text_is_held_against_what_the_words_of_a_question_mean(project: Project) -> None:
    hits = _programs(project)
    assert hits[0]["text"] == _PROGRAMS[1]
    assert hits[0]["parts"]["kindred"] > hits[-1]["parts"]["kindred"] > 0


def test_one_arm_alone_does_not_compare_the_meaning_of_words(project: Project) -> None:
    for hit in [*_programs(project, arms="dense"), *_programs(project, arms="lexical")]:
        assert "kindred" not in hit["parts"]


def test_prose_is_not_held_against_single_words(project: Project) -> None:
    project.hold("The nightly job removes the directory of yesterday.")
    (hit,) = project.get("search", query=_ASKED, explain=True)["hits"]
    assert "kindred" not in hit["parts"]


def test_without_vectors_program_text_goes_by_how_often_a_word_comes(project: Project) -> None:
    once, often = "def remove(x): return x", "def remove(x):\n    remove(x)\n    remove(x)"
    project.get("ingest", evidence=[{"text": text, "origin": "user"} for text in (once, often, "walls")])
    hits = project.get("search", query="remove", arms="lexical", explain=True)["hits"]
    assert [hit["text"] for hit in hits] == [often, once]
    assert hits[0]["parts"]["often"] > hits[1]["parts"]["often"] > 0
