"""What is new in a real repository is read, oldest first, and nothing of it is run."""

from pathlib import Path

import pytest

from phantasm.workspace.git import GitError
from phantasm.workspace.history.model import FileChange
from phantasm.workspace.history.reading import Span, heads, new_since, read, set_aside, tags
from tests.fixtures.histories import BOB, History


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "repository")


def test_reads_oldest_first_and_only_what_is_new(history: History) -> None:
    first, second = history.commit("First", "a.py"), history.commit("Second", "b.py")
    assert new_since(history.root, [], Span()) == [first, second]
    third = history.commit("Third", "a.py", "b.py", who=BOB)
    assert new_since(history.root, [second], Span()) == [third]
    assert new_since(history.root, [third], Span()) == []
    (commit,) = read(history.root, [third])
    assert (commit.author, commit.mail, commit.subject, commit.parents) == (*BOB, "Third", (second,))
    assert commit.files == (FileChange("M", "a.py"), FileChange("M", "b.py"))
    assert commit.committed_at.startswith("2026-09-21")


def test_tells_renames_deletions_and_names_that_git_would_quote(history: History) -> None:
    history.commit("Start", "a.py", "gone.py", 'odd "name"\n.py', "ünïcode.py")
    history.git("mv", "a.py", "b.py")
    history.git("rm", "-q", "gone.py")
    (commit,) = read(history.root, [history.commit("Move", "ünïcode.py", 'odd "name"\n.py')])
    assert commit.files == (
        FileChange("R", "b.py", "a.py"),
        FileChange("D", "gone.py"),
        FileChange("M", 'odd "name"\n.py'),
        FileChange("M", "ünïcode.py"),
    )


def test_compares_a_merge_with_the_line_it_goes_into(history: History) -> None:
    history.commit("Start", "a.py")
    history.git("checkout", "-q", "-b", "side")
    side = history.commit("Side", "side.py")
    history.git("checkout", "-q", "main")
    main = history.commit("Main", "main.py")
    merge = history.act("merge", "-q", "--no-ff", "-m", "Merge side", "side")
    assert new_since(history.root, [main], Span()) == [side, merge]
    (commit,) = read(history.root, [merge])
    assert commit.parents == (main, side)
    assert commit.files == (FileChange("A", "side.py"),)


def test_reads_the_main_line_of_work_from_another_branch(history: History) -> None:
    first = history.commit("Start", "a.py")
    history.git("checkout", "-q", "-b", "side")
    history.git("checkout", "-q", "main")
    second = history.commit("On main", "a.py")
    history.git("checkout", "-q", "side")
    assert heads(history.root) == [first, second]
    assert new_since(history.root, [], Span()) == [first, second]


def test_goes_back_as_far_as_is_wanted(history: History) -> None:
    made = [history.commit(f"Number {number}", "a.py") for number in range(30)]
    assert new_since(history.root, [], Span(most=3)) == made[-3:]
    assert new_since(history.root, [], Span(since="2026-09-22")) == made[9:]


def test_finds_what_nothing_leads_to_any_more(history: History) -> None:
    first, second = history.commit("First", "a.py"), history.commit("Second", "a.py")
    assert set_aside(history.root, [second]) == set()
    history.git("reset", "-q", "--hard", first)
    third = history.commit("Another second", "a.py")
    assert set_aside(history.root, [second, third]) == {second}
    history.git("tag", "kept", second)
    assert set_aside(history.root, [second, third]) == set()
    assert set_aside(history.root, ["0" * 39 + "1"]) == {"0" * 39 + "1"}


def test_reads_tags_of_both_kinds(history: History) -> None:
    first = history.commit("First", "a.py")
    history.git("tag", "light")
    history.git("tag", "-a", "-m", "A release", "v1.0")
    assert [(tag.name, tag.sha) for tag in tags(history.root)] == [("light", first), ("v1.0", first)]


def test_takes_the_border_of_a_shallow_clone_for_no_change(history: History, tmp_path: Path) -> None:
    history.commit("First", "a.py", "b.py")
    second, third = history.commit("Second", "a.py"), history.commit("Third", "b.py")
    shallow = tmp_path / "shallow"
    history.git("clone", "-q", "--depth=2", f"file://{history.root}", str(shallow))
    assert new_since(shallow, [], Span()) == [second, third]
    assert [commit.files for commit in read(shallow, [second, third])] == [(), (FileChange("M", "b.py"),)]


def test_sees_a_folder_of_a_repository_from_inside(history: History) -> None:
    sha = history.commit("Both", "app/a.py", "other/b.py")
    (commit,) = read(history.root / "app", [sha])
    assert commit.files == (FileChange("A", "a.py"),)


def test_runs_nothing_that_a_repository_configures(history: History, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    history.git("config", "diff.external", f"touch {ran}")
    history.git("config", "diff.own.textconv", f"touch {ran}; cat")
    history.git("config", "core.fsmonitor", f"touch {ran}")
    history.git("config", "log.showSignature", "true")
    history.git("config", "gpg.program", f"touch {ran}")
    (history.root / ".gitattributes").write_text("*.py diff=own\n")
    history.commit("First", "a.py")
    sha = history.commit("Second", "a.py")
    ran.unlink(missing_ok=True)
    assert [commit.subject for commit in read(history.root, new_since(history.root, [], Span()))][
        -1
    ] == "Second"
    assert set_aside(history.root, [sha]) == set()
    assert not ran.exists()


def test_has_nothing_before_the_first_commit_and_outside_a_repository(
    history: History, tmp_path: Path
) -> None:
    assert new_since(history.root, [], Span()) == []
    assert read(history.root, []) == []
    assert heads(tmp_path) == []
    with pytest.raises(GitError):
        set_aside(tmp_path, ["0" * 40])


def test_reads_the_same_whatever_is_configured(history: History) -> None:
    history.commit("First", "a.py", "b.py")
    history.git("mv", "a.py", "c.py")
    history.commit("Second")
    plain = read(history.root, new_since(history.root, [], Span()))
    for name, value in (
        ("log.showRoot", "false"),
        ("log.follow", "true"),
        ("log.date", "relative"),
        ("log.diffMerges", "off"),
        ("diff.renames", "false"),
        ("diff.relative", "true"),
        ("diff.orderFile", "/dev/null"),
        ("i18n.logOutputEncoding", "UTF-16"),
        ("core.quotePath", "true"),
        ("color.ui", "always"),
    ):
        history.git("config", name, value)
    assert read(history.root, new_since(history.root, [], Span())) == plain
    assert [len(commit.files) for commit in plain] == [2, 1]
