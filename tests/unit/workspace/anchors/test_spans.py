"""Are lines followed from one text to the next?"""

from hypothesis import given
from hypothesis import strategies as st

from phantasm.workspace.anchors.showing import diff_of
from phantasm.workspace.anchors.spans import Placed, aligned, find, place

_LINES = st.lists(st.sampled_from("abcdef"), max_size=25)
REPEATED = "first()\ncheck(value)\nreturn None\n}\nsecond()\ncheck(value)\nreturn None\n}\n"


@given(_LINES, _LINES)
def test_pairs_equal_lines_in_order(old: list[str], new: list[str]) -> None:
    pairs = sorted(aligned(old, new).items())
    assert all(old[before] == new[after] for before, after in pairs)
    assert [after for _, after in pairs] == sorted({after for _, after in pairs})


@given(_LINES, _LINES, _LINES)
def test_keeps_what_stands_around_an_insertion(
    before: list[str], inserted: list[str], after: list[str]
) -> None:
    assert len(aligned(before + after, before + inserted + after)) == len(before + after)


def test_follows_the_right_one_of_equal_lines() -> None:
    changed = REPEATED.replace("first()\ncheck(value)", "first()\ncheck(other, value)", 1)
    assert place(REPEATED, changed, (6, 6)) == Placed(6, 6, "same")
    assert place(REPEATED, changed, (2, 2)) == Placed(2, 2, "changed")
    assert place(REPEATED, f"zero()\n{REPEATED}", (6, 7)) == Placed(7, 8, "same")


def test_tells_what_is_left_from_what_is_gone() -> None:
    old = "one()\nalpha = compute(1)\nbeta = compute(2)\ngamma = compute(3)\ntwo()\n"
    assert place(old, "one()\ntwo()\n", (2, 4)) is None
    assert place(old, "one()\nalpha = compute(1)\nbeta = compute(2)\ntwo()\n", (2, 4)) == Placed(
        2, 3, "changed"
    )
    assert place(old, "one()\nsomething else entirely\ntwo()\n", (2, 4)) is None
    assert place(
        old, "two()\none()\nalpha = compute(1)\nbeta = compute(2)\ngamma = compute(3)\n", (2, 4)
    ) == Placed(3, 5, "same")


def test_finds_lines_without_knowing_what_stood_around_them() -> None:
    assert find(["return None", "}"], REPEATED, 8) == Placed(7, 8, "same")
    assert find(["return None", "}"], REPEATED, 1) == Placed(3, 4, "same")
    assert find(["nothing like it"], REPEATED, 1) is None


def test_shows_the_lines_as_the_file_counts_them() -> None:
    shown = diff_of(["a", "b"], ["a", "c"], names=("x.py", "y.py"), at=(10, 20))
    assert shown == "--- x.py\n+++ y.py\n@@ -10,2 +20,2 @@\n a\n-b\n+c"


def test_shows_no_more_than_a_screen() -> None:
    shown = diff_of([str(number) for number in range(500)], ["x" * 5_000], names=("x", "y")) or ""
    assert len(shown.splitlines()) == 61
    assert shown.endswith("more lines")
    assert diff_of(["a"] * 5_000, ["b"] * 5_000, names=("x", "y")) is None


def test_never_calls_changed_what_is_all_there() -> None:
    old = "use it;\n\n#[mark]\nasync fn f() {\n    g().await;\n}\n\nasync fn g() {}\n\nfn main() {}\n"
    new = "use it;\n\nasync fn g() {}\n\nfn main() {}\n\n#[mark]\nasync fn f() {\n    g().await;\n}\n"
    placed = place(old, new, (10, 10))
    assert placed is not None
    assert (placed.start, placed.stop, placed.how in {"same", "loose"}) == (5, 5, True)
