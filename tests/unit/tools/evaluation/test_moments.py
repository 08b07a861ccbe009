"""A set's times are read where they are times."""

import pytest

from tools.evaluation.cases import moment_of


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("2018-07-13T20:56:21-07:00", "2018-07-14T03:56:21.000000Z"),
        ("2024-03-15", "2024-03-15T00:00:00.000000Z"),
        ("2024-03-15 10:00:00Z", "2024-03-15T10:00:00.000000Z"),
        ("1:56 pm on 8 May, 2023", "2023-05-08T13:56:00.000000Z"),
        ("12:05 am on 31 December, 2022", "2022-12-31T00:05:00.000000Z"),
        ("12:05 PM on 1 Sept 2022", "2022-09-01T12:05:00.000000Z"),
        ("March-15-2024", "2024-03-15T00:00:00.000000Z"),
        ("Mar. 3rd, 2024 at 14:07:09", "2024-03-03T14:07:09.000000Z"),
        ("Monday, 2nd June 2025", "2025-06-02T00:00:00.000000Z"),
    ],
)
def test_reads_times(written: str, moment: str) -> None:
    assert moment_of(written) == moment


@pytest.mark.parametrize(
    "written",
    [
        None,
        "",
        "17",
        "0",
        "20230508",
        "-3.5",
        "yesterday",
        "Smarch-15-2024",
        "February-30-2024",
        "25:00 on 8 May, 2023",
        "0001-01-01T00:00:00+10:00",
    ],
)
def test_leaves_out_what_is_no_time(written: str | None) -> None:
    assert moment_of(written) is None
