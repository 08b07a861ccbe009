"""A small year: thirty days of ten sessions, with every night, some undone; the whole one is a benchmark."""

from pathlib import Path

from benchmarks.year import figures_of, live, open_year
from benchmarks.year_material import Plan


def test_stays_good_and_is_undone_exactly(tmp_path: Path) -> None:
    year = open_year(tmp_path, Plan(days=45, sessions_per_day=4, facts=24))
    for _ in live(year, undo_every=20, look_every=15):
        pass
    found, numbers = figures_of(year)
    year.runtime.close()
    assert year.undone == [True, True]
    assert [share for _, share in year.recalls] == [1.0] * len(year.recalls)
    assert numbers["chain_problems"] == []
    assert numbers["episodes"]["condensed"] > 0
    assert all(figure.holds for figure in found if figure.what == "problems of the chain")
