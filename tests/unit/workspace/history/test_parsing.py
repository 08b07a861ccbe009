"""What `git log -z` prints is read by position, whatever is in it."""

from hypothesis import given
from hypothesis import strategies as st

from phantasm.workspace.history.model import Commit, FileChange
from phantasm.workspace.history.reading import below, moment, parse

SHA, PARENT = "a" * 40, "b" * 40
TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=30)
NAMES = TEXTS.filter(bool)
CHANGES = st.one_of(
    st.tuples(st.sampled_from(["A", "M", "D", "T"]), NAMES),
    st.tuples(st.sampled_from(["R100", "R075", "C100"]), NAMES, NAMES),
)


def _printed(message: str, changes: list[tuple[str, ...]]) -> str:
    fields = "\0".join([f"\x01{SHA}", PARENT, "0", "Ada", "ada@example.org", message])
    files = "\0".join(part for change in changes for part in change)
    return f"{fields}\0\0" + (f"\n{files}\0" if changes else "")


@given(TEXTS, st.lists(CHANGES, max_size=5))
def test_reads_whatever_stands_between_the_ends(message: str, changes: list[tuple[str, ...]]) -> None:
    found = list(parse((_printed(message, changes) + _printed("next", [("M", "a")])).encode()))
    assert [commit.message for commit in found] == [message, "next"]
    assert [file.path for file in found[0].files] == [change[-1] for change in changes]
    assert found[1].files == (FileChange("M", "a"),)


@given(st.binary(max_size=200))
def test_reads_garbage_without_an_error(output: bytes) -> None:
    list(parse(output))
    list(parse(_printed("message", [("R100", "a", "b")]).encode()[: len(output)]))


def test_tells_renames_copies_and_types() -> None:
    printed = _printed("m", [("R090", "old", "new"), ("C100", "from", "copy"), ("T", "link"), ("D", "gone")])
    (commit,) = parse(printed.encode())
    assert commit.files == (
        FileChange("R", "new", "old"),
        FileChange("A", "copy"),
        FileChange("M", "link"),
        FileChange("D", "gone"),
    )


def test_leaves_out_the_files_at_the_border_of_a_shallow_clone() -> None:
    (commit,) = parse(_printed("m", [("A", "everything")]).encode(), frozenset({SHA}))
    assert commit.files == ()


def test_takes_a_broken_clock_for_the_earliest_moment() -> None:
    assert moment("99999999999999999999").startswith("0001")
    assert moment("0") == "1970-01-01T00:00:00.000000Z"


def test_sees_a_folder_from_inside() -> None:
    files = [
        FileChange("M", "app/a.py"),
        FileChange("M", "other/b.py"),
        FileChange("R", "app/new.py", "app/old.py"),
        FileChange("R", "app/came.py", "other/came.py"),
        FileChange("R", "other/left.py", "app/left.py"),
    ]
    assert below(files, "app/") == [
        FileChange("M", "a.py"),
        FileChange("R", "new.py", "old.py"),
        FileChange("A", "came.py"),
        FileChange("D", "left.py"),
    ]
    assert below(files, "") == files


def test_splits_a_message_into_subject_and_body() -> None:
    commit = Commit(
        SHA, (), "", "Ada", "", "A subject\nover two lines\n\nThe body, see #7.\n\nMore: GH-8, a/b#9\n"
    )
    assert commit.subject == "A subject over two lines"
    assert commit.body == "The body, see #7.\n\nMore: GH-8, a/b#9"
    assert commit.issues == (7, 8)
