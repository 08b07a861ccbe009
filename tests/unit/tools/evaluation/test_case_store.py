"""A case's store is fresh, repeats, follows the corpus in time, and knows which document is which."""

from pathlib import Path

import pytest

from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.errors import Code, PhantasmError
from tools.evaluation.cases import Batch, Document, batches
from tools.evaluation.running import CaseStore, CorpusClock, case_store

STATED = (
    Document("a", "The port of the API server is 8400."),
    Document("b", "The worker depends on Redis."),
    Document("c", "The port of the API server is 8400."),
)


def _written(store: CaseStore, documents: tuple[Document, ...]) -> None:
    for batch in batches(documents, start=0, stop=len(documents)):
        store.write(batch)


def test_clock_follows_the_corpus_and_never_goes_back() -> None:
    clock = CorpusClock("2023-05-08T13:56:00.000000Z")
    first = clock.now()
    clock.reach("2024-01-01T00:00:00.000000Z")
    clock.reach("2023-01-01T00:00:00.000000Z")
    clock.reach(None)
    assert to_timestamp(first).startswith("2023-05-08T13:56:00.001")
    assert to_timestamp(clock.now()).startswith("2024-01-01T00:00:00.001")
    assert to_timestamp(CorpusClock(None).now()).startswith("2026-01-01")


def test_finds_statements_and_puts_the_newest_of_one_record_first() -> None:
    with case_store(None, None) as store:
        _written(store, STATED)
        found = store.search("port of the API server", arm="lexical", limit=10)
        assert [place for place, _ in found][:2] == [2, 0]
        assert len(store.search("port of the API server", arm="lexical", limit=1)) == 1


def test_finds_evidence() -> None:
    documents = (
        Document("a", "We met in Rome.", "1:56 pm on 8 May, 2023", "S1"),
        Document("b", "The soup was cold.", "1:56 pm on 8 May, 2023", "S1"),
    )
    with case_store("2023-05-08T13:56:00.000000Z", None) as store:
        _written(store, documents)
        assert [place for place, _ in store.search("cold soup", arm="lexical", limit=1)] == [1]


def test_repeats() -> None:
    answers = []
    for _ in range(2):
        with case_store(None, None) as store:
            _written(store, STATED)
            answers.append(store.search("what depends on Redis?", arm="lexical", limit=10))
    assert answers[0] == answers[1] != []


def test_keeps_embeddings_in_the_cache(tmp_path: Path) -> None:
    with case_store(None, tmp_path) as store:
        _written(store, STATED)
        store.embed()
        assert store.search("port", arm="dense", limit=10)
    assert list(tmp_path.rglob("*.vectors"))


def test_passes_a_refusal_on() -> None:
    with case_store(None, None) as store, pytest.raises(PhantasmError, match="ingest was refused") as refused:
        store.write(Batch((0,), {"items": []}))
    assert refused.value.code is Code.INVALID_PARAMS
