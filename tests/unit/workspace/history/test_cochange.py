"""What changes together is counted, newer and smaller commits more, and held against what always changes."""

from hypothesis import given
from hypothesis import strategies as st

from phantasm.workspace.history.going_along import LARGEST_FILES, Together, companions, present_names

NOW = "2026-11-01T00:00:00.000000Z"


def _together(number: int, *others: str, at: str = "2026-10-01T00:00:00.000000Z", size: int = 0) -> Together:
    return Together(number, f"{number:040x}", at, others, size or len(others) + 1)


def test_finds_what_goes_along_before_what_always_changes() -> None:
    commits = [_together(n, "test_a.py", "CHANGES.md") for n in range(5)]
    found = companions(commits, {"test_a.py": 6, "CHANGES.md": 600}, NOW)
    assert [one.path for one in found] == ["test_a.py", "CHANGES.md"]
    assert found[0].together == found[0].of == 5
    assert found[0].confidence == 1.0
    assert found[0].score > 0.9
    assert found[1].score < 0.4


def test_counts_newer_and_smaller_commits_more() -> None:
    old = [_together(n, "old.py", at="2020-01-01T00:00:00.000000Z") for n in (1, 2, 3)]
    new = [_together(n, "new.py") for n in (4, 5)]
    assert [one.path for one in companions([*old, *new], {}, NOW)] == ["new.py", "old.py"]
    large = [_together(n, "large.py", size=60) for n in (1, 2)]
    small = [_together(n, "small.py", size=2) for n in (3, 4)]
    assert [one.path for one in companions([*large, *small], {}, NOW)] == ["small.py", "large.py"]


def test_learns_nothing_from_a_mass_change_or_from_chance() -> None:
    mass = [_together(n, "b.py", size=LARGEST_FILES + 1) for n in (1, 2, 3)]
    assert companions(mass, {}, NOW) == []
    assert companions([_together(1, "b.py"), _together(2), _together(3)], {}, NOW) == []
    assert [one.path for one in companions([_together(1, "b.py")], {}, NOW)] == ["b.py"]


def test_tells_the_newest_examples_first() -> None:
    commits = [_together(n, "b.py", at=f"2026-10-0{n}T00:00:00.000000Z") for n in (1, 2, 3, 4)]
    (found,) = companions(commits, {}, NOW, examples=2)
    assert found.examples == (f"{4:040x}", f"{3:040x}")
    assert found.last_at.startswith("2026-10-04")


@given(st.lists(st.lists(st.sampled_from("abcdef"), unique=True, max_size=4), max_size=12))
def test_orders_ties_by_path_and_not_by_arrival(files: list[list[str]]) -> None:
    commits = [_together(number, *sorted(names)) for number, names in enumerate(files)]
    found = companions(commits, {}, NOW)
    assert found == companions(commits[::-1], {}, NOW)
    assert [(-one.score, one.path) for one in found] == sorted((-one.score, one.path) for one in found)
    assert all(0 < one.score <= 1 for one in found)


def test_follows_renames_and_is_not_caught_in_a_circle() -> None:
    renamed = {"a": "b", "b": "c", "x": "y", "y": "x"}
    assert present_names(["a", "b", "d", "x"], renamed) == {"a": "c", "b": "c", "d": "d", "x": "y"}
