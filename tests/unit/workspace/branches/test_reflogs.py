"""What do reflogs tell about branches, also about those that are gone?"""

from phantasm.workspace.branches.model import Rename
from phantasm.workspace.branches.reading import merged, parse, renames, traces

A, B, C, D = (letter * 40 for letter in "abcd")
NONE = "0" * 40


def _log(*lines: tuple[str, str, int, str]) -> str:
    return "".join(f"{old} {new} T <t@example.org> {at} +0100\t{what}\n" for old, new, at, what in lines)


def test_leaves_out_what_is_no_line() -> None:
    text = _log((NONE, A, 1, "commit (initial): first")) + "nonsense\n\n" + f"{A} {B} broken\n"
    assert [line.new for line in parse(text)] == [A]


def test_finds_renames_in_order() -> None:
    text = _log(
        (A, A, 5, "Branch: renamed refs/heads/better to refs/heads/best"),
        (A, A, 3, "Branch: renamed refs/heads/old to refs/heads/better"),
    )
    assert renames([parse(text)]) == (Rename("old", "better", 3), Rename("better", "best", 5))


def test_finds_what_was_merged() -> None:
    text = _log(
        (A, B, 1, "merge feature: Fast-forward"),
        (B, C, 2, "merge one two: Merge made by the 'octopus' strategy."),
        (C, D, 3, "pull: Fast-forward"),
    )
    assert merged([parse(text)]) == {"feature", "one", "two"}


def test_follows_head_from_branch_to_branch() -> None:
    head = _log(
        (NONE, A, 1, "commit (initial): first"),
        (A, A, 2, "checkout: moving from main to feature"),
        (A, B, 3, "commit: more"),
        (B, A, 4, "checkout: moving from feature to main"),
    )
    found = traces({}, [(parse(head), "main")])
    assert (found["feature"].tip, found["feature"].own) == (B, (B,))
    assert found["main"].tip == A


def test_tells_an_earlier_branch_with_the_name_apart() -> None:
    head = _log(
        (A, A, 2, "checkout: moving from main to feature"),
        (A, B, 3, "commit: old"),
        (B, A, 4, "checkout: moving from feature to main"),
        (A, A, 9, "checkout: moving from main to feature"),
        (A, C, 10, "commit: new"),
    )
    own = _log((NONE, A, 9, "branch: Created from HEAD"), (A, C, 10, "commit: new"))
    found = traces({"feature": parse(own)}, [(parse(head), "feature")])["feature"]
    assert (found.tip, found.start, found.created_at, found.own) == (C, A, 9, (C,))
    assert found.former is not None
    assert (found.former.tip, found.former.own) == (B, (B,))


def test_moving_a_branch_makes_no_commit_of_its_own() -> None:
    text = _log(
        (NONE, A, 1, "branch: Created from main"),
        (A, B, 2, "merge main: Fast-forward"),
        (B, C, 3, "reset: moving to main"),
        (C, D, 4, f"rebase (finish): refs/heads/feature onto {D}"),
    )
    assert traces({"feature": parse(text)}, [])["feature"].own == ()
    rebased = parse(text + _log((D, A, 5, f"rebase (finish): refs/heads/feature onto {B}")))
    assert traces({"feature": rebased}, [])["feature"].own == (A,)


def test_an_empty_reflog_says_nothing() -> None:
    assert traces({"feature": []}, [([], None)]) == {}
