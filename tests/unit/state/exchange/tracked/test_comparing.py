"""What differs between two states of the files: by lineage, without what says nothing."""

from phantasm.state.exchange.tracked.comparing import compare
from phantasm.state.exchange.tracked.fields import text_of


def page(lineage: str, statement: str, **more: object) -> str:
    return text_of({"lineage": lineage, "statement": statement, "format": 1, **more})


def test_tells_what_came_changed_and_went() -> None:
    before = {
        "a.md": page("l1", "One."),
        "b.md": page("l2", "Two.", confidence=0.8),
        "c.md": page("l3", "Three."),
    }
    after = {
        "a.md": page("l1", "One."),
        "b.md": page("l2", "2.", confidence=0.9),
        "d.md": page("l4", "Four."),
    }
    found = compare(before, after)
    assert [(one.change, one.path, one.fields) for one in found.differences] == [
        ("added", "d.md", ()),
        ("changed", "b.md", ("confidence", "statement")),
        ("removed", "c.md", ()),
    ]


def test_a_renamed_file_and_another_version_of_the_same_words_are_no_news() -> None:
    before = {"a.md": page("l1", "One.", id="rec_1", handle="a")}
    assert (
        compare(before, {"b.md": page("l1", "One.", id="rec_2", handle="b", previous=["rec_1"])}).differences
        == []
    )


def test_a_file_that_cannot_be_read_is_told() -> None:
    found = compare({}, {"a.md": "<<<<<<< ours\n"})
    assert found.differences == []
    assert found.problems == [("a.md", "has an unresolved merge conflict at line 1")]
