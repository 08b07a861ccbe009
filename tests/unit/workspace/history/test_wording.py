"""A commit becomes a text from which its subject and author can be read back."""

from phantasm.workspace.history.model import Commit, FileChange
from phantasm.workspace.history.wording import author_in, subject_in, text_of


def _commit(message: str, *files: FileChange) -> Commit:
    return Commit("a" * 40, (), "", "Ada Lovelace", "ada@example.org", message, files)


def test_tells_subject_body_files_and_author() -> None:
    commit = _commit(
        "Add retries\n\nThey help.", FileChange("M", "a.py"), FileChange("R", "new.py", "old.py")
    )
    text = text_of(commit, commit.files)
    assert text == "Add retries\n\nThey help.\n\na.py\nnew.py\nold.py\n\nAuthor: Ada Lovelace"
    assert subject_in(text) == "Add retries"
    assert author_in(text) == "Ada Lovelace"


def test_never_tells_the_mail_and_is_not_fooled_by_a_message() -> None:
    commit = _commit("Fix\n\nAuthor: Somebody Else")
    text = text_of(commit, ())
    assert "example.org" not in text
    assert author_in(text) == "Ada Lovelace"
    assert author_in("Fix\n\nno author here") is None


def test_names_so_many_files_and_counts_the_others() -> None:
    files = [FileChange("A", f"file_{number}") for number in range(1_000)]
    lines = text_of(_commit("Import"), files).splitlines()
    assert len(lines) < 210
    assert "and 800 more files" in lines
