"""The same port on a server. The client's local mode stands in for one; it is no server."""

import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.retrieval.vectors.port import Stamp
from phantasm.retrieval.vectors.qdrant import QdrantIndex
from phantasm.retrieval.vectors.qdrant_server import collection_name, connect, load
from phantasm.retrieval.vectors.qdrant_writing import MOST_GATHERED
from tests.unit.retrieval.vectors.change_log import WIDTH, vectors_of
from tests.unit.retrieval.vectors.conftest import Fill

pytest.importorskip("qdrant_client")
# It always compares exactly, and says so when it is asked to.
pytestmark = pytest.mark.filterwarnings("ignore:Local mode performs exact:UserWarning")


@pytest.fixture
def client() -> Any:
    return load("qdrant_client").QdrantClient(":memory:")


@pytest.fixture
def index(tmp_path: Path, client: Any, stamp: Stamp) -> QdrantIndex:
    """Units 1 to 200, each with two terms, committed at cursor 1."""
    found = QdrantIndex(tmp_path / "indexes" / "qdrant", client)
    with found.writer() as writer:
        assert writer is not None
        assert writer.stamp is None
        writer.reset(stamp)
        terms = [["all", f"only{number}"] for number in range(1, 201)]
        writer.add(np.arange(1, 201), vectors_of(200), terms)
        writer.commit(1)
    return found


def test_answers_as_the_embedded_index_does(index: QdrantIndex, fill: Fill) -> None:
    embedded = fill(200)
    assert index.stamp == embedded.stamp
    for query in vectors_of(10, seed=2):
        ours, theirs = embedded.search(query, 10), index.search(query, 10)
        assert len(np.intersect1d(ours.ids, theirs.ids)) >= 9
        assert np.abs(index.likeness(query, theirs.ids) - theirs.scores).max() < 1e-4
        assert np.abs(embedded.likeness(query, theirs.ids) - theirs.scores).max() < 0.02
    assert index.verify() == ()


def test_tells_which_units_it_has_without_a_question(index: QdrantIndex) -> None:
    known = index.likeness(np.zeros(WIDTH, np.float32), np.array([1, 200, 201, 1]))
    assert np.isnan(known).tolist() == [False, False, True, False]
    assert index.likeness(vectors_of(1)[0], np.empty(0, np.int64)).tolist() == []


def test_keeps_to_the_allowed_ones(index: QdrantIndex) -> None:
    hits = index.search(vectors_of(1, seed=2)[0], 10, allowed=np.array([3, 9, 200, 201]))
    assert sorted(hits.ids.tolist()) == [3, 9, 200]


def test_finds_by_terms(index: QdrantIndex) -> None:
    assert index.search_terms(["only7", "all"], 3).ids[0] == 7
    assert index.search_terms(["only7"], 3, allowed=np.array([8])).ids.tolist() == []
    assert index.search_terms([], 3).ids.tolist() == []


def test_removes_and_replaces(index: QdrantIndex, client: Any, tmp_path: Path) -> None:
    reader, other = QdrantIndex(tmp_path / "indexes" / "qdrant", client), vectors_of(1, seed=9)
    with index.writer() as writer:
        assert writer is not None
        writer.remove(np.array([1, 2, 999]))
        writer.add(np.array([3]), other)
        writer.add(np.array([4]), np.zeros((1, WIDTH), np.float32))
        writer.commit(2)
    assert reader.refresh()
    for one in (index, reader):
        assert one.stamp is not None
        assert (one.stamp.cursor, one.stamp.count) == (2, 197)
        assert one.search(other[0], 1).ids.tolist() == [3]
        assert np.isnan(one.likeness(other[0], np.array([1, 2, 3, 4]))).tolist() == [True, True, False, True]
        assert one.verify() == ()


def test_forgets_what_was_not_committed(index: QdrantIndex) -> None:
    with index.writer() as writer:
        assert writer is not None
        writer.remove(np.arange(1, 201))
    assert len(index.search(vectors_of(1)[0], 500).ids) == 200


def test_lets_one_write_at_a_time(index: QdrantIndex) -> None:
    with index.writer() as writer, index.writer() as refused:
        assert writer is not None
        assert refused is None


def test_serves_the_old_collection_until_the_new_one_is_committed(
    index: QdrantIndex, client: Any, stamp: Stamp
) -> None:
    query = vectors_of(1)[0]
    with index.writer() as writer:
        assert writer is not None
        writer.reset(stamp)
        writer.add(np.array([70]), vectors_of(1))
        assert len(index.search(query, 20).ids) == 20
        writer.commit(5)
    assert index.search(query, 20).ids.tolist() == [70]
    assert [each.name for each in client.get_collections().collections] == [collection_name(stamp, 2)]


def test_has_no_stamp_when_the_collection_was_dropped(
    index: QdrantIndex, client: Any, stamp: Stamp, tmp_path: Path
) -> None:
    client.delete_collection(collection_name(stamp, 1))
    again = QdrantIndex(tmp_path / "indexes" / "qdrant", client)
    assert again.verify() == ("the server does not have the collection",)
    with again.writer() as writer:
        assert writer is not None
        writer.reset(stamp)
        writer.add(np.arange(1, 201), vectors_of(200))
        writer.commit(1)
    index.refresh()
    for one in (index, again):
        assert one.stamp == replace(stamp, cursor=1, count=200)
        assert one.verify() == ()


def test_sees_a_collection_that_was_made_by_somebody_else(
    index: QdrantIndex, client: Any, stamp: Stamp
) -> None:
    models, name = load("qdrant_client.models"), collection_name(stamp, 1)
    client.delete_collection(name)
    client.create_collection(
        name, vectors_config={"fine": models.VectorParams(size=8, distance=models.Distance.COSINE)}
    )
    assert index.verify() == (
        "the collection has no place for words",
        "the collection's vectors have other widths",
        "0 vectors, but 200 were committed",
    )


def test_names_collections_by_generation(stamp: Stamp) -> None:
    long = "m" * 300
    stamps = (
        stamp,
        replace(stamp, generation="other"),
        replace(stamp, epoch=2),
        replace(stamp, store_id="s/2"),
        replace(stamp, store_id="s_2"),
        replace(stamp, exit=6),
        replace(stamp, width=stamp.width // 2),
        replace(stamp, model=long),
        replace(stamp, model=long, generation="other"),
    )
    names = {collection_name(each, 1) for each in stamps}
    assert len(names) == len(stamps)
    assert all(name.replace("-", "").replace("_", "").isalnum() for name in names)
    assert max(map(len, names)) < 255
    assert collection_name(stamp, 1, "our-project").startswith("our-project-")


def test_drops_collections_whose_folder_was_deleted(
    index: QdrantIndex, client: Any, stamp: Stamp, tmp_path: Path
) -> None:
    for cursor in (2, 3):
        with index.writer() as writer:
            assert writer is not None
            writer.reset(stamp)
            writer.commit(cursor)
    other = QdrantIndex(tmp_path / "indexes" / "other", client)
    with other.writer() as writer:
        assert writer is not None
        writer.reset(replace(stamp, width=stamp.width // 2, coarse=stamp.coarse // 2))
        writer.commit(1)
    shutil.rmtree(tmp_path / "indexes" / "qdrant")
    again = QdrantIndex(tmp_path / "indexes" / "qdrant", client)
    with again.writer() as writer:
        assert writer is not None
        writer.reset(stamp)
        writer.commit(4)
    assert len(client.get_collections().collections) == 2
    again.drop()
    assert len(client.get_collections().collections) == 1
    assert other.verify() == ()


def test_sends_a_rebuild_in_parts_that_nobody_sees(index: QdrantIndex, stamp: Stamp) -> None:
    query, many = vectors_of(200)[0], vectors_of(MOST_GATHERED + 50, seed=4)
    with index.writer() as writer:
        assert writer is not None
        writer.reset(stamp)
        writer.add(np.arange(1, MOST_GATHERED + 1), many[:MOST_GATHERED])
        writer.remove(np.array([5]))
        writer.add(np.arange(5_000, 5_050), many[MOST_GATHERED:])
        assert index.search(query, 1).ids.tolist() == [1]
        writer.commit(7)
    assert index.stamp is not None
    assert (index.stamp.cursor, index.stamp.count) == (7, MOST_GATHERED + 49)
    assert index.verify() == ()


@contextmanager
def refusing(status: int) -> Iterator[str]:
    """A server that answers everything with one status."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the library's name
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as web:
        thread = threading.Thread(target=web.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{web.server_port}"
        finally:
            web.shutdown()
            thread.join()


@pytest.mark.parametrize("status", [401, 404, 500])
def test_says_what_to_do_when_a_server_refuses(index: QdrantIndex, tmp_path: Path, status: int) -> None:
    assert index.stamp is not None
    with refusing(status) as url, pytest.raises(PhantasmError) as caught:
        QdrantIndex(tmp_path / "indexes" / "qdrant", connect(url)).search(vectors_of(1)[0], 5)
    assert caught.value.code is Code.PROVIDER_UNAVAILABLE
    assert caught.value.remediation


def test_says_what_to_do_when_nobody_answers(index: QdrantIndex, tmp_path: Path) -> None:
    assert index.stamp is not None
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound and not listening: whoever connects is refused
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(PhantasmError) as caught:
            QdrantIndex(tmp_path / "indexes" / "qdrant", connect(url))
    assert caught.value.code is Code.PROVIDER_UNAVAILABLE


def test_says_which_extra_is_missing() -> None:
    with pytest.raises(PhantasmError) as caught:
        load("qdrant_client.no_such_module")
    assert caught.value.code is Code.PROVIDER_UNAVAILABLE
    assert caught.value.remediation[0].command == "pip install 'phantasm[qdrant]'"
