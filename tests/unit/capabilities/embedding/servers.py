"""Servers on this machine that stand in for Ollama and for an OpenAI-compatible endpoint.

They speak real HTTP over real sockets, but were not compared with the real servers: they answer as the
documentation of those says.
"""

import base64
import hashlib
import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np

NATIVE = 96
"""Numbers of a stand-in's vectors: more than 64, and not a power of two."""

DIGEST = hashlib.sha256(b"a model").hexdigest()


@dataclass(frozen=True)
class Asked:
    """A request as it came in."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any


@dataclass(frozen=True)
class Reply:
    """What is sent back."""

    body: bytes = b"{}"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    pieces: Callable[[], Iterator[bytes]] | None = None
    """The body piece by piece, with no length announced; the connection is closed after the last."""


Answer = Callable[[Asked], Reply]


@dataclass
class StandIn:
    """A server under way: where it is, what it was asked, and what it answers next."""

    url: str
    answer: Answer
    seen: list[Asked] = field(default_factory=list)


@contextmanager
def serving(answer: Answer) -> Iterator[StandIn]:
    """A server on a free port of this machine, for as long as the block runs."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._serve(None)

        def do_POST(self) -> None:
            self._serve(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

        def _serve(self, body: Any) -> None:
            asked = Asked(self.command, self.path, dict(self.headers.items()), body)
            stand_in.seen.append(asked)
            reply = stand_in.answer(asked)
            self.send_response(reply.status)
            headers = {} if reply.pieces else {"Content-Length": str(len(reply.body))}
            for name, value in {**headers, **reply.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            try:
                for piece in reply.pieces() if reply.pieces else [reply.body]:
                    self.wfile.write(piece)
            except OSError:  # the other side has had enough
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    stand_in = StandIn(f"http://127.0.0.1:{server.server_port}", answer)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield stand_in
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def as_json(value: object, status: int = 200) -> Reply:
    """A reply that holds JSON."""
    return Reply(json.dumps(value).encode(), status)


def vector(text: str, width: int = NATIVE) -> list[float]:
    """Numbers that depend on the words of a text alone, so that texts with shared words are alike."""
    total = np.zeros(width)
    for word in text.lower().split():
        total += np.frombuffer(hashlib.shake_128(word.encode()).digest(width), np.int8) / 128
    return [float(number) for number in total]


def ollama(asked: Asked) -> Reply:
    """As Ollama answers: its models with their digests, and vectors for a list of texts."""
    if asked.path == "/api/tags":
        return as_json(
            {"models": [{"name": "nomic-embed-text:latest", "digest": DIGEST}, {"name": "all-minilm:l6"}]}
        )
    if asked.path == "/api/embed" and asked.body["model"] != "missing":
        return as_json(
            {"model": asked.body["model"], "embeddings": [vector(text) for text in asked.body["input"]]}
        )
    return as_json({"error": f"model {asked.path!r} not found, try pulling it first"}, 404)


def openai(asked: Asked) -> Reply:
    """As OpenAI answers: numbered vectors, cut where a width is asked for, packed where base64 is asked for.

    The order is not promised.
    """
    width = asked.body.get("dimensions", NATIVE)
    written = packed if asked.body.get("encoding_format") == "base64" else list
    data = [
        {"object": "embedding", "index": place, "embedding": written(vector(text, width))}
        for place, text in enumerate(asked.body["input"])
    ]
    return as_json({"object": "list", "data": data[::-1], "model": asked.body["model"]})


def packed(numbers: Sequence[float]) -> str:
    """Numbers of 32 bits one after the other, the lowest byte first, in base64."""
    return base64.b64encode(np.array(numbers, "<f4").tobytes()).decode()


def without_packing(asked: Asked) -> Reply:
    """As servers answer that know numbers only and look at every field: FastAPI's words and status."""
    if "encoding_format" in asked.body:
        told = {"loc": ["body", "encoding_format"], "msg": "Input should be 'float'", "type": "literal_error"}
        return as_json({"detail": [told]}, 422)
    return openai(asked)
