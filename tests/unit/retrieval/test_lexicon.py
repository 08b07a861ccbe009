"""The lexical index follows every operation: what is there is what a rebuild would derive."""

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phantasm.config.paths import Paths
from phantasm.retrieval import checking, lexicon, store
from phantasm.storage.driver import driver
from phantasm.storage.inspection import reader
from phantasm.storage.work import Work
from tests.conftest import LONG, Project
from tests.fixtures.projects import lay_out_state
from tests.scenario.life import LIVES, Step, a_life

FIXTURES = Path(__file__).parent.parent.parent / "fixtures" / "stores"
_COLUMNS = """tier, item_id, seq, part, start, stop, grouping, live, kind, origin, scope, scope_ref,
              sensitivity, at, traits, title, body"""
# Longer than a part, so that it is cut (evidence/formation.py).
_LONG = "The importer reads every row twice. " * 80


@contextmanager
def _writing(project: Project) -> Iterator[Work]:
    with project.runtime.environment.database.write("test") as (connection, head):
        yield reader(connection, head)


def _rows(project: Project, statement: str) -> list[tuple[Any, ...]]:
    with project.runtime.environment.database.read() as (connection, _):
        return [tuple(row) for row in connection.execute(statement)]


def _units(project: Project) -> list[tuple[Any, ...]]:
    """Return every unit but for its id; places only in their order, since erased turns leave gaps."""
    columns = f"SELECT {_COLUMNS} FROM units WHERE erased_seq IS NULL ORDER BY"  # noqa: S608  columns of ours
    return [
        *_rows(project, f"{columns} tier, item_id, part"),
        *_rows(project, f"{columns} grouping, position, item_id, part"),
        *_rows(project, "SELECT live, past FROM lexicon"),
        *_rows(project, "SELECT term, doc, cnt FROM live_terms ORDER BY term"),
        *_rows(project, "SELECT term, doc, cnt FROM past_terms ORDER BY term"),
    ]


def _derive(project: Project, *, from_nothing: bool) -> None:
    with _writing(project) as work:
        if from_nothing:
            store.clear_words(work)
            work.run("DELETE FROM units")
        lexicon.rebuild(work, project.runtime.environment.blobs)


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=LIVES, erased=st.lists(st.integers(0, 30), max_size=3), later=LIVES)
def test_follows_every_operation(steps: list[Step], erased: list[int], later: list[Step]) -> None:
    with a_life() as life:
        life.live_through(steps)
        for number in erased:
            chosen = life.records[number % len(life.records)]
            life.project.ask("set_state", profile="cli", ids=[chosen], action="tombstone")
        life.live_through(later)
        followed = _units(life.project)
        assert followed
        ids = _rows(life.project, "SELECT item_id, part, id, position FROM units ORDER BY id")
        with _writing(life.project) as work:
            assert checking.problems(work, life.project.runtime.environment.blobs) == []
        _derive(life.project, from_nothing=False)
        assert _units(life.project) == followed
        assert _rows(life.project, "SELECT item_id, part, id, position FROM units ORDER BY id") == ids
        _derive(life.project, from_nothing=True)
        assert _units(life.project) == followed


def test_what_is_erased_leaves_no_word_in_any_file(project: Project) -> None:
    word = "quyzzorvak"
    seen = [{"text": f"seen: {word} {_LONG}", "source": f"logs/{word}.txt"}]
    record = project.hold(f"The {word} is here.", subject_key=f"the.{word}", raw_evidence=seen)
    project.get("set_state", ids=[record], action="archive")  # the past has an index of its own
    # Full-text pages leave out what a word shares with the one before it: its tail tells.
    assert _files_with(project, b"zzorvak")
    project.get("set_state", ids=[record], action="tombstone")
    assert _files_with(project, b"zzorvak") == []
    assert _units(project)[0] == (0, 0)


def _files_with(project: Project, mark: bytes) -> list[str]:
    every = (path for path in project.paths.state.rglob("*") if path.is_file())
    return [path.name for path in every if mark in path.read_bytes()]


def test_what_is_seen_again_after_it_was_erased_is_as_it_was_seen_last(project: Project) -> None:
    first = {"text": "rain, seen", "observed_at": "2026-01-01"}
    record = project.hold("It rains.", raw_evidence=[first])
    project.get("set_state", ids=[record], action="tombstone")
    again = [first | {"observed_at": "2026-05-01"}]
    project.hold("It rains again.", raw_evidence=again, sensitivity="sensitive")
    followed = _units(project)
    _derive(project, from_nothing=False)
    assert _units(project) == followed
    ((at, sensitivity),) = _rows(project, "SELECT observed_at, sensitivity FROM evidence")
    assert (at[:10], sensitivity) == ("2026-05-01", "sensitive")


def test_a_session_goes_on_where_it_was(project: Project) -> None:
    for text in ("first", _LONG, "last"):
        request = project.request("ingest", evidence=[{"text": text, "origin": "user"}])
        client = {"profile": "claude_code", "session_id": "s"}
        assert project.runtime.handle(request | {"client": client}).error is None
    places = _rows(project, "SELECT position, count(*) FROM units WHERE grouping = 's' GROUP BY position")
    assert places == [(0, 1), (1, 3), (2, 1)]
    _derive(project, from_nothing=True)
    assert places == _rows(project, "SELECT position, count(*) FROM units GROUP BY position")


def test_a_dry_run_leaves_the_index_as_it_was(project: Project) -> None:
    project.hold("The queue is drained.")
    before = _units(project)
    project.get("ingest", record_kind="fact", statement="The cache is cold.", dry_run=True)
    assert _units(project) == before


def test_words_of_another_release_are_derived_with_the_next_write(project: Project) -> None:
    project.hold("The queue is drained.")
    expected = _units(project)
    with _writing(project) as work:
        work.run("UPDATE lexicon SET version = 0")
        store.clear_words(work)
    project.get("usage_report", surface="chat", input_tokens=1, output_tokens=1)
    assert _units(project) == expected


@pytest.mark.parametrize("name", ["0001", "0001-dirt", "0002"])
def test_a_migration_fills_the_index(tmp_path: Path, name: str) -> None:
    lay_out_state(paths := Paths(tmp_path))
    paths.store.unlink()
    with closing(driver.connect(paths.store, isolation_level=None)) as connection:
        for script in dict.fromkeys((name.removesuffix("-dirt"), name)):
            connection.executescript((FIXTURES / f"{script}.sql").read_text())
    paths.store.chmod(0o600)
    project = Project(tmp_path, first_key=1_000)
    filled = _units(project)
    said = "SELECT count(*) FROM records r JOIN payloads p ON p.id = r.payload WHERE p.body IS NOT NULL"
    ((records,),) = _rows(project, said)
    assert sum(row[0] == "record" for row in filled) == 2 * records  # listed in two orders
    assert records
    with _writing(project) as work:
        assert checking.problems(work, project.runtime.environment.blobs) == []
    _derive(project, from_nothing=True)
    assert _units(project) == filled
    project.runtime.close()


def test_a_lost_raw_file_stops_no_rebuild(project: Project) -> None:
    project.hold("It rains.", raw_evidence=[{"text": LONG}])
    project.hold("It snows.")
    shutil.rmtree(project.paths.raw)
    _derive(project, from_nothing=True)
    assert len(_rows(project, "SELECT id FROM units")) == 2
