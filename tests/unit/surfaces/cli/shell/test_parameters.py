"""Parameters come from the operations' own schemas."""

from phantasm.surfaces.cli.shell.parameters import in_form, operation_names, parameters, summary


def test_names_operations_and_aliases() -> None:
    assert {"search", "ingest", "lineage"} <= set(operation_names())
    assert list(operation_names()) == sorted(operation_names())


def test_reads_choices_types_and_what_is_needed() -> None:
    search = parameters("search")
    assert search["mode"].choices == ("tokens", "exact", "fuzzy", "regex")
    assert search["explain"].choices == ("true", "false")
    assert search["tiers"].many
    assert search["query"].required
    assert not search["limit"].required
    assert search["limit"].type == "integer"
    assert search["limit"].about == "At most so many"


def test_knows_whose_names_values_are() -> None:
    assert parameters("inspect")["ids"].names == "record"
    assert parameters("undo")["operations"].names == "write"
    assert parameters("compile")["session"].names == "session"
    assert parameters("ingest")["record_kind"].names == "kind"


def test_leaves_out_what_an_alias_fixes() -> None:
    assert "action" in parameters("set_state")
    assert "action" not in parameters("archive")


def test_knows_nothing_of_what_is_no_operation() -> None:
    assert parameters("nonsense") == {}
    assert summary("nonsense") == ""
    assert summary("search") == "Find what the project remembers about a question."


def test_makes_a_list_of_a_single_value() -> None:
    given = {"tiers": "record,evidence", "states": ["live"], "limit": 3, "query": "a,b"}
    formed = in_form("search", given)
    assert formed == {"tiers": ["record", "evidence"], "states": ["live"], "limit": 3, "query": "a,b"}
    assert in_form("nonsense", {"a": 1}) == {"a": 1}


def test_takes_objects_as_they_are() -> None:
    items: dict[str, object] = {"items": {"record_kind": "fact"}}
    assert in_form("ingest", items) == items
