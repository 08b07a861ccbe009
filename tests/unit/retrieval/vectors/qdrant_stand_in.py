"""A stand-in for a Qdrant server: the part of its web interface that we use, before the client's local mode.

It can be stopped and started again at the same address. It is no server: it compares all vectors, and what it
takes and refuses is what the local mode does.
"""

import json
import socket
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from phantasm.retrieval.vectors.qdrant_server import load


class StandIn:
    """Collections that outlive the web server in front of them."""

    def __init__(self) -> None:
        self.client = load("qdrant_client").QdrantClient(":memory:")
        self.url = f"http://127.0.0.1:{_free_port()}"
        self.asked: list[str] = []
        """What was asked, in order: the method and the end of the path."""
        self.refused: set[str] = set()
        """What is answered with an error."""
        self.keys: set[str | None] = set()
        """The keys that came with requests."""
        self._web: HTTPServer | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Answer from now on."""
        self._web = HTTPServer(("127.0.0.1", int(self.url.rpartition(":")[2])), _handler(self))
        self._thread = threading.Thread(target=self._web.serve_forever, args=(0.01,))
        self._thread.start()

    def stop(self) -> None:
        """Be gone: whoever connects is refused."""
        if self._web and self._thread:
            self._web.shutdown()
            self._thread.join()
            self._web.server_close()
        self._web = self._thread = None

    def names(self) -> list[str]:
        """Return the names of all collections."""
        return sorted(each.name for each in self.client.get_collections().collections)

    def answer(self, what: str, name: str, body: dict[str, Any]) -> Any:
        """Do what a request about collections asks, or one about points."""
        models, client = load("qdrant_client.models"), self.client
        match what:
            case "GET exists":
                return {"exists": client.collection_exists(name)}
            case "GET collections":
                return client.get_collections().model_dump(mode="json")
            case "GET":
                return client.get_collection(name).model_dump(mode="json")
            case "PUT":
                made = models.CreateCollection(**body)
                return client.create_collection(name, made.vectors, made.sparse_vectors)
            case "DELETE":
                return client.delete_collection(name)
            case _:
                return self._points(what, name, body)

    def _points(self, what: str, name: str, body: dict[str, Any]) -> Any:
        """Do what a request about points asks; KeyError where we never ask for that."""
        models, client = load("qdrant_client.models"), self.client
        match what:
            case "PUT points":
                return client.upsert(name, models.PointsList(**body).points).model_dump(mode="json")
            case "POST delete":
                return client.delete(name, models.PointIdsList(**body)).model_dump(mode="json")
            case "POST count":
                return client.count(name, exact=True).model_dump(mode="json")
            case "POST points":
                found = client.retrieve(name, body["ids"], with_vectors=body.get("with_vector", False))
                return [each.model_dump(mode="json") for each in found]
            case "POST query":
                asked = models.QueryRequest(**body)
                return client.query_points(
                    name,
                    query=asked.query,
                    using=asked.using,
                    prefetch=asked.prefetch,
                    query_filter=asked.filter,
                    limit=asked.limit,
                ).model_dump(mode="json")
            case _:
                raise KeyError(what)


def _handler(stand_in: StandIn) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            _, *path = self.path.partition("?")[0].split("/")
            name, rest = (path[1] if len(path) > 1 else ""), path[2:] or (path if len(path) == 1 else [])
            what = " ".join([self.command, *rest[-1:]])
            stand_in.asked.append(what)
            stand_in.keys.add(self.headers.get("api-key"))
            if what in stand_in.refused:
                return self._send(500, {"status": {"error": "refused"}, "time": 0.0})
            try:
                result = stand_in.answer(what, name, json.loads(body or b"{}"))
            except ValueError as problem:  # what the local mode says of a collection that is not there
                return self._send(404, {"status": {"error": str(problem)}, "time": 0.0})
            return self._send(200, {"result": result, "status": "ok", "time": 0.0})

        do_GET = do_PUT = do_POST = do_DELETE = _answer  # noqa: N815  # the library's names

        def _send(self, status: int, answer: dict[str, Any]) -> None:
            data = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the library's name
            pass

    return Handler


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])
