"""Who makes everybody's vectors? Our model behind an OpenAI-compatible and an Ollama-compatible address.

Run: python benchmarks/peers/endpoint.py; it prints its port and answers on the loopback until it is ended.

Texts that were sent to `/ready` are embedded then and there, and later answered from memory: what is measured
after that is what a product does itself. Whoever asks for base64, as OpenAI's clients do, gets that.
"""

from __future__ import annotations

import base64
import json
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # noqa: TID251  # so that nobody's vectors are made on more cores

from phantasm.capabilities.embedding.embedded import shipped
from phantasm.retrieval.chosen_view import view_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MODEL = "phantasm"
WIDTH = 256
"""Numbers of a vector: what our own store takes by default."""

AT_ONCE = 256
"""Texts embedded in one go: more are no quicker."""


class Row(NamedTuple):
    """A vector, written as JSON in both ways: nobody waits for the writing of what was made ready."""

    listed: str
    """Its numbers."""
    packed: str
    """Its bytes in base64: 32 bits a number, the lowest byte first."""


_turn = Lock()
_ready: dict[str, Row] = {}


def written(row: NDArray[np.float32]) -> Row:
    """Return a vector as it is sent."""
    return Row(json.dumps(row.tolist()), f'"{base64.b64encode(row.astype("<f4").tobytes()).decode()}"')


def rows(given: Any) -> list[Row]:  # noqa: ANN401  # JSON: a text or a list of them
    """Return one vector a text, taken as our own store takes them."""
    texts = [given] if isinstance(given, str) else list(given)
    missing = [text for text in dict.fromkeys(texts) if text not in _ready]
    model = shipped()
    made: dict[str, Row] = {}
    with _turn:
        for start in range(0, len(missing), AT_ONCE):
            part = missing[start : start + AT_ONCE]
            found = model.embed(part, side="document", view=view_of(model.model, WIDTH))
            made |= {text: written(row) for text, row in zip(part, found, strict=True)}
    return [made[text] if text in made else _ready[text] for text in texts]


class Answer(BaseHTTPRequestHandler):
    """Answers one connection, request after request."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        """Embed what was sent, in the shape that the address asks for."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        found = rows(asked["input"])
        if self.path.endswith("/ready"):
            _ready.update(zip(asked["input"], found, strict=True))
            self._say("{}")
        elif self.path.endswith("/embeddings"):
            is_packed = asked.get("encoding_format") == "base64"
            sent = [row.packed if is_packed else row.listed for row in found]
            each = ",".join(
                f'{{"object": "embedding", "index": {n}, "embedding": {row}}}' for n, row in enumerate(sent)
            )
            usage = '{"prompt_tokens": 0, "total_tokens": 0}'
            self._say(f'{{"object": "list", "data": [{each}], "model": "{MODEL}", "usage": {usage}}}')
        else:
            self._say(f'{{"model": "{MODEL}", "embeddings": [{",".join(row.listed for row in found)}]}}')

    def do_GET(self) -> None:
        """Name the one model there is."""
        names = [{"name": f"{MODEL}:latest", "model": f"{MODEL}:latest", "id": MODEL, "object": "model"}]
        self._say(json.dumps({"models": names, "data": names, "object": "list"}))

    def _say(self, what: str) -> None:
        body = what.encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing about each request."""


def main() -> int:
    """Serve until ended."""
    # Headers and body leave as two small packets; waiting to join them would cost 40 ms a request.
    Answer.wbufsize = 1 << 20
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    rows("warm")
    print(server.server_address[1], flush=True)
    server.serve_forever()
    return 0


if __name__ == "__main__":
    sys.exit(main())
