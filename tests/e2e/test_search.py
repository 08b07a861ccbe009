"""What was added is found, what was withdrawn is not, and the indexes are looked after, in real processes."""

import json
import re
import shutil

from tests.e2e.processes import Ended, Place

# May look after the indexes without a terminal.
KEEPER = "scheduler"


def _add(place: Place, text: str) -> str:
    ended = place.run("add", "--kind", "fact", "--text", text, "--json")
    assert ended.status == 0, ended.err
    return str(ended.json["data"]["results"][0]["handle"])


def _index(place: Place, *arguments: str) -> Ended:
    return place.run("index", *arguments, client=KEEPER)


def test_finds_what_was_added_until_it_is_erased(project_place: Place) -> None:
    handle = _add(project_place, "Invoices are stored in PostgreSQL.")
    _add(project_place, "The office plants are watered on Mondays.")
    found = project_place.run("search", "where are invoices stored?")
    assert found.status == 0, found.err
    assert re.search(rf"^  1  0\.\d\d  {handle}  fact", found.out, re.MULTILINE)
    assert "Invoices are stored in PostgreSQL." in found.out
    erased = project_place.type("call", "set_state", f'ids=["{handle}"]', "action=tombstone", "reason=a test")
    assert erased.status == 0, erased.out
    again = project_place.run("search", "where are invoices stored?", "--json")
    assert handle not in [hit["handle"] for hit in again.json["data"]["hits"]]
    assert "PostgreSQL" not in again.out


def test_says_that_nothing_answers_and_ends_well(project_place: Place) -> None:
    ended = project_place.run("search", "the best pizza in Rome")
    assert ended.status == 0
    assert ended.out == "no match: nothing here answers that\n"


def test_says_what_to_do_without_vectors(project_place: Place) -> None:
    # More than a search embeds by itself.
    items = [{"record_kind": "fact", "statement": f"Fact number {n} is about invoices."} for n in range(80)]
    assert project_place.run("call", "ingest", f"items={json.dumps(items)}").status == 0
    before = project_place.run("search", "invoices")
    assert "warning: only words were compared" in before.err
    assert "phantasm index build" in before.err
    assert _index(project_place, "build").status == 0
    assert project_place.run("search", "invoices").err == ""


def test_narrows_explains_and_pages(project_place: Place) -> None:
    for number in range(3):
        _add(project_place, f"Fact number {number} is about invoices.")
    first = project_place.run("search", "invoices", "--limit", "2", "--arms", "lexical", "--explain")
    assert "found by words" in first.out
    assert "there is more: --cursor 2" in first.out
    rest = project_place.run("search", "invoices", "--limit", "2", "--arms", "lexical", "--cursor", "2")
    assert re.search(r"^  3  0", rest.out, re.MULTILINE)
    called = ("call", "search", "query=invoices", "limit=2", "arms=lexical")
    assert project_place.run(*called).out.endswith("there is more: cursor=2\n")
    assert "there is more" not in project_place.run(*called, "cursor=2").out
    assert project_place.run("search", "invoices", "--kind", "decision").out.startswith("no match")
    assert project_place.run("search", "invoices", "--tier", "evidence").out.startswith("no match")
    assert project_place.run("search", "invoices", "--since", "2100-01-01").out.startswith("no match")
    assert project_place.run("search", "invoices", "--mode", "guess").status == 2


def test_marks_what_was_looked_for_on_a_terminal(project_place: Place) -> None:
    _add(project_place, "Invoices are stored in PostgreSQL.")
    shown = project_place.type("search", "invoice")
    assert "\x1b[1;36mInvoices\x1b[0m" in shown.out


def test_builds_and_shows_the_vectors(project_place: Place) -> None:
    _add(project_place, "Invoices are stored in PostgreSQL.")
    status = _index(project_place, "status")
    assert status.status == 0, status.err
    assert re.search(r"missing +1\n", status.out)
    assert "dry run" not in status.out
    assert "phantasm index build" in status.err
    built = _index(project_place, "build", "--json").json["data"]
    assert (built["embedded"], built["vectors"], built["missing"]) == (1, 1, 0)
    after = _index(project_place, "status")
    assert "everything has a vector" in after.out
    assert after.err == ""


def test_rebuilds_what_was_lost(project_place: Place) -> None:
    _add(project_place, "Invoices are stored in PostgreSQL.")
    _index(project_place, "build")
    before = project_place.run("search", "invoices", "--json").json["data"]
    shutil.rmtree(project_place.root / ".phantasm" / "state" / "indexes")
    assert _index(project_place, "rebuild", "--vectors").status == 0
    assert project_place.run("search", "invoices", "--json").json["data"] == before
    assert _index(project_place, "rebuild", "--words").status == 0
    assert project_place.run("search", "invoices", "--json").json["data"] == before


def test_verifies_and_names_what_mends(project_place: Place) -> None:
    _add(project_place, "Invoices are stored in PostgreSQL.")
    _index(project_place, "build")
    well = _index(project_place, "verify")
    assert well.status == 0, well.err
    assert well.out.endswith("all is well\n")
    for path in (project_place.root / ".phantasm" / "state" / "indexes").rglob("*"):
        if path.is_file() and path.suffix not in {".json", ".lock"}:
            path.write_bytes(path.read_bytes()[:-1])
    broken = _index(project_place, "verify")
    assert broken.status == 1, broken.out
    assert "phantasm index rebuild --vectors" in broken.out
    program = _index(project_place, "verify", "--json")
    assert (program.status, program.json["status"]) == (1, "ok")
    assert _index(project_place, "rebuild", "--vectors").status == 0
    assert _index(project_place, "verify").status == 0


def test_verifies_that_the_vectors_are_there(project_place: Place) -> None:
    _add(project_place, "Invoices are stored in PostgreSQL.")
    _index(project_place, "build")
    shutil.rmtree(project_place.root / ".phantasm" / "state" / "indexes")
    gone = _index(project_place, "verify")
    assert gone.status == 1, gone.out
    assert "vectors  none of the 1 units has a vector\n         phantasm index build\n" in gone.out
    assert _index(project_place, "build").status == 0
    _add(project_place, "The office plants are watered on Mondays.")
    behind = _index(project_place, "verify")
    assert behind.status == 0, behind.out
    assert "note: 1 units have no vector yet" in behind.out
    assert behind.out.endswith("all is well\n")


def test_an_empty_store_needs_no_advice(project_place: Place) -> None:
    assert project_place.run("search", "anything").err == ""
    assert _index(project_place, "verify").out.endswith("all is well\n")


def test_says_what_helps_where_nothing_can_be_embedded(project_place: Place) -> None:
    _add(project_place, "Invoices are stored in PostgreSQL.")
    searched = project_place.run("search", "invoices", PHANTASM_EMBEDDING__PROVIDER="none")
    assert "phantasm config set embedding.provider embedded" in searched.err
    assert "index build" not in searched.err
    status = project_place.run("index", "status", client=KEEPER, PHANTASM_EMBEDDING__PROVIDER="none")
    assert status.status == 0, status.err
    assert re.search(r"^serving +none$", status.out, re.MULTILINE)
    assert "nothing can be embedded: vectors are switched off" in status.out
    assert "phantasm config set embedding.provider embedded" in status.err
    assert "index build" not in status.err
    assert project_place.run("index", "build", client=KEEPER, PHANTASM_EMBEDDING__PROVIDER="none").status == 5


def test_looks_after_the_indexes_only_for_those_who_may(project_place: Place) -> None:
    refused = project_place.run("index", "build")
    assert refused.status == 3
    assert "lacks the right 'maintenance'" in refused.err
    person = project_place.type("index", "build")
    assert person.status == 0, person.out
    assert "embedding" in person.out
