"""Two changed files of one record become one, field by field; what only a person can decide is shown."""

import pytest

from phantasm.contracts.model import JsonObject
from phantasm.state.exchange.tracked.fields import FormError, fields_of
from phantasm.state.exchange.tracked.merging import merge

BASE: JsonObject = {
    "id": "rec_1",
    "handle": "aaaaaaa1",
    "lineage": "rec_1",
    "kind": "fact",
    "confidence": 0.8,
    "valid_from": "2026-11-01",
    "statement": "The port is 8500.",
    "links": [{"type": "about", "reference": "file:a.py"}],
}
OURS = BASE | {"id": "rec_2", "handle": "aaaaaaa2", "previous": ["rec_1"], "valid_from": "2026-11-02"}
THEIRS = BASE | {"id": "rec_3", "handle": "aaaaaaa3", "previous": ["rec_1"], "valid_from": "2026-11-03"}


def test_each_field_comes_from_the_side_that_changed_it() -> None:
    ours, theirs = OURS | {"statement": "The port is 8600."}, THEIRS | {"confidence": 0.5}
    merged = merge(BASE, ours, theirs)
    assert merged.conflicts == ()
    result = fields_of(merged.text)
    assert (result["statement"], result["confidence"]) == ("The port is 8600.", 0.5)
    assert (result["id"], result["handle"], result["valid_from"]) == ("rec_3", "aaaaaaa3", "2026-11-03")
    assert result["previous"] == ["rec_1", "rec_2"]


def test_both_directions_give_the_same_bytes() -> None:
    ours, theirs = (
        OURS | {"subject_key": "api.port"},
        THEIRS | {"statement": "It is 8600.", "confidence": 0.9},
    )
    assert merge(BASE, ours, theirs).text == merge(BASE, theirs, ours).text
    same = OURS | {"statement": "It is 8600."}
    assert merge(BASE, same, THEIRS | {"statement": "It is 8600."}).conflicts == ()


def test_a_side_that_has_seen_the_other_wins() -> None:
    newer = THEIRS | {"previous": ["rec_1", "rec_2"], "statement": "It is 8700."}
    merged = merge(BASE, OURS | {"statement": "It is 8600."}, newer)
    assert merged.conflicts == ()
    assert fields_of(merged.text)["statement"] == "It is 8700."


def test_an_edit_by_hand_is_not_taken_for_seen() -> None:
    edited = BASE | {"statement": "It is 9000."}
    merged = merge(BASE, edited, THEIRS | {"statement": "It is 8700."})
    assert merged.conflicts == ("statement",)


def test_two_statements_stay_side_by_side_for_a_person() -> None:
    merged = merge(BASE, OURS | {"statement": "It is 8600."}, THEIRS | {"statement": "It is 8700."})
    assert merged.conflicts == ("statement",)
    body = "<<<<<<< ours\nIt is 8600.\n=======\nIt is 8700.\n>>>>>>> theirs\n"
    assert merged.text.endswith(f"---\n\n{body}")
    with pytest.raises(FormError, match="unresolved merge conflict"):
        fields_of(merged.text)
    resolved = fields_of(merged.text.replace(body, "It is 8700.\n"))
    assert (resolved["id"], resolved["previous"]) == ("rec_3", ["rec_1", "rec_2"])


def test_a_conflict_in_a_field_stands_at_that_field() -> None:
    merged = merge(BASE, OURS | {"subject_key": "a"}, THEIRS | {"subject_key": "b"})
    assert merged.conflicts == ("subject_key",)
    assert "<<<<<<< ours\nsubject_key: a\n=======\nsubject_key: b\n>>>>>>> theirs\nvalid_from" in merged.text
    taken_away = merge(BASE | {"subject_key": "x"}, OURS, THEIRS | {"subject_key": "b"})
    assert taken_away.conflicts == ("subject_key",)
    assert "<<<<<<< ours\n=======\nsubject_key: b\n>>>>>>> theirs\n" in taken_away.text


def test_links_of_both_sides_are_kept_and_what_one_took_away_is_gone() -> None:
    mine, other = {"type": "about", "reference": "file:b.py"}, {"type": "about", "reference": "file:c.py"}
    merged = merge(BASE, OURS | {"links": [mine, other]}, THEIRS | {"links": [*BASE["links"], other]})  # type: ignore[misc]
    assert fields_of(merged.text)["links"] == [mine, other]
    seen = [{"type": "about", "reference": "file:a.py", "seen": {"digest": one}} for one in "pq"]
    looked = merge(BASE, OURS | {"links": seen[:1]}, THEIRS | {"links": seen[1:]})
    assert fields_of(looked.text)["links"] == seen[1:]


def test_two_new_files_without_a_base_are_merged_too() -> None:
    merged = merge({}, OURS | {"statement": "It is 8600."}, THEIRS | {"statement": "It is 8700."})
    assert merged.conflicts == ("statement",)
    assert merge({}, OURS, OURS).conflicts == ()
