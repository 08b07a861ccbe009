"""Statements name their parameters; drivers get them by place."""

from phantasm.storage.sql import Table, by_place


def test_values_come_in_the_order_of_their_names() -> None:
    text, values_of = by_place("UPDATE t SET a = :new, at = :now WHERE a = :old OR a = :new")
    assert text == "UPDATE t SET a = ?, at = ? WHERE a = ? OR a = ?"
    assert tuple(values_of({"old": 1, "new": 2, "now": "today"})) == (2, "today", 1, 2)


def test_one_name_is_one_value() -> None:
    text, values_of = by_place("DELETE FROM t WHERE id = :id")
    assert (text, tuple(values_of({"id": "ab"}))) == ("DELETE FROM t WHERE id = ?", ("ab",))


def test_a_row_is_added_column_by_column() -> None:
    text, values_of = by_place(Table("t", ("one", "two")).insert)
    assert text == "INSERT INTO t (one, two) VALUES (?, ?)"
    assert tuple(values_of({"two": 2, "one": 1})) == (1, 2)
