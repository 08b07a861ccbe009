"""Commits tell files by what else touched them, and each other by what they share."""

from training.corpus.history import PER_FILE, pairs, paths
from training.corpus.pair import Pair


def _commit(subject: str, *files: str) -> Pair:
    return Pair("commit", subject, f"Why it was done. {' '.join(files)}")


COMMITS = [
    _commit("Retry uploads that time out", "src/upload.py"),
    _commit("Log uploads", "src/upload.py", "src/log.py"),
    _commit("Split large uploads", "src/upload.py"),
    _commit("Fix typo", "docs/index.md"),
]


def test_files_are_read_off_the_end_of_a_commit() -> None:
    assert paths("Close the door. src/a.py docs/b.md src/a.py") == ["src/a.py", "docs/b.md"]
    assert paths("either/or, and no file") == []


def test_a_file_is_told_by_its_other_subjects() -> None:
    told = [pair for pair in pairs(COMMITS) if pair.source == "history"]
    assert {pair.a for pair in told} == {commit.a for commit in COMMITS[:3]}
    for pair in told:
        path, *others = pair.b.split("\n")
        assert path == "src/upload.py"
        assert pair.a not in others
        assert len(others) == 2


def test_sequels_share_a_telling_word() -> None:
    for pair in pairs(COMMITS * 2):
        if pair.source == "sequel":
            assert "uploads" in pair.a
            assert "uploads" in pair.b
            assert pair.a != pair.b.split("\n")[0]


def test_busy_files_do_not_crowd_out_the_rest() -> None:
    busy = [_commit(f"Change number {number} of the parser", "src/parser.py") for number in range(100)]
    assert sum(pair.source == "history" for pair in pairs(busy)) == PER_FILE


def test_the_same_commits_give_the_same_pairs() -> None:
    assert list(pairs(COMMITS)) == list(pairs(COMMITS))
