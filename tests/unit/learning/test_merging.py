"""What certainly says the same becomes one; about the rest somebody is asked."""

from phantasm.learning.consolidating import Ask, Merge, decide_duplicates
from phantasm.state.findings.duplicates import group
from phantasm.state.model import Content
from tests.unit.learning.test_fading import _record

KEPT = _record("fact")._replace(id="rec_a")
OTHER = _record("fact")._replace(id="rec_b")
RECORDS = {"rec_a": KEPT, "rec_b": OTHER}


def test_merges_what_has_the_very_same_words() -> None:
    found = decide_duplicates(group("rec_a", {"rec_b": 100}), RECORDS, frozenset({"rec_a", "rec_b"}))
    assert found == Merge(KEPT, (OTHER,))


def test_asks_about_what_is_only_alike() -> None:
    finding = group("rec_a", {"rec_b": 90})
    assert decide_duplicates(finding, RECORDS, frozenset({"rec_b"})) == Ask(finding)


def test_asks_about_what_somebody_has_decided() -> None:
    finding = group("rec_a", {"rec_b": 100})
    assert decide_duplicates(finding, RECORDS, frozenset({"rec_a"})) == Ask(finding)


def test_asks_where_the_other_says_more() -> None:
    more = OTHER._replace(content=Content("x", payload={"fix": "restart"}))
    finding = group("rec_a", {"rec_b": 100})
    assert decide_duplicates(finding, RECORDS | {"rec_b": more}, frozenset({"rec_b"})) == Ask(finding)
