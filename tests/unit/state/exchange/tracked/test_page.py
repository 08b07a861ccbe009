"""A record as a file: everything that is said comes back, what changes by itself is not there."""

from dataclasses import replace

import pytest

from phantasm.state.exchange.lines import LineLink, RecordLine
from phantasm.state.exchange.merge import said
from phantasm.state.exchange.tracked.fields import FormError
from phantasm.state.exchange.tracked.naming import mark_in, mark_of, name_of
from phantasm.state.exchange.tracked.page import line_of, page_of
from phantasm.state.model import Content, Draft, Quality, Triple

FIRST, SECOND = "rec_01m6bfp5g3h7egy4vv7941pn5j", "rec_01m6bfp5g9mpgezatbwmwjgcw0"
LINE = RecordLine(
    id=SECOND,
    lineage=FIRST,
    handle="wdhzw77r",
    draft=Draft(
        kind="fact",
        content=Content(
            'The "API" listens on 8500.', {"port": 8500}, {"file": "a.md"}, Triple("API", "port", "8500")
        ),
        origin="agent",
        subject_key="api.port",
        quality=Quality(0.9, "code", "Ann", verified_at="2026-11-02T00:00:00.000000Z"),
        valid_from="2026-11-01T00:00:00.000000Z",
    ),
    previous=(FIRST,),
    frozen=True,
    links=(LineLink(type="about", reference="file:a.py", seen={"commit": "3f2c", "at": "2026-11-02"}),),
)


def test_everything_that_is_said_comes_back() -> None:
    read = line_of(page_of(LINE))
    assert said(read.draft) == said(LINE.draft)
    assert (read.id, read.lineage, read.previous, read.frozen) == (SECOND, FIRST, (FIRST,), True)
    assert page_of(read) == page_of(LINE)


def test_what_changes_without_news_is_not_there() -> None:
    later = LINE.draft.quality._replace(verified_at="2026-11-09T00:00:00.000000Z", revalidate_at=None)
    seen = LineLink(type="about", reference="file:a.py", seen={"commit": "3f2c", "at": "2026-11-09"})
    checked = replace(LINE, draft=LINE.draft._replace(quality=later), links=(seen,))
    assert page_of(checked) == page_of(LINE)
    assert '"seen": {"commit": "3f2c"}' in page_of(LINE)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("format: 1", "format: 2", "another release"),
        ("kind: fact", "kind: rumour", "kind"),
        ("kind: fact", "kind: fact\nscope: branch", "scope is not a field"),
        ("kind: fact", "kind: fact\nsurprise: 1", "a field is unknown"),
        ("valid_from: 2026-11-01", "valid_from: 2026-13-01", "valid_from"),
    ],
)
def test_refuses_what_is_no_shared_record(old: str, new: str, why: str) -> None:
    with pytest.raises(FormError, match=why):
        line_of(page_of(LINE).replace(old, new))


def test_names_a_file_after_its_subject_and_its_lineage() -> None:
    assert name_of(LINE) == "fact/api-port-vv7941pn5j.md"
    assert mark_in(name_of(LINE)) == mark_of(FIRST)
    wordless = replace(
        LINE, draft=LINE.draft._replace(subject_key=None, content=Content("構成 ÄRGER ist da."))
    )
    assert name_of(wordless) == "fact/arger-ist-da-vv7941pn5j.md"
    assert name_of(replace(wordless, draft=wordless.draft._replace(content=Content("構成")))) == (
        "fact/vv7941pn5j.md"
    )


@pytest.mark.parametrize("name", ["../a.md", "fact/../x.md", "fact/README.md", "fact/a/b-vv7941pn5j.md"])
def test_knows_what_is_no_name_of_its_own(name: str) -> None:
    assert mark_in(name) is None
