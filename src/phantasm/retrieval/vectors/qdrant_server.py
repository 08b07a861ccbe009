"""How is a Qdrant server reached, and what is said when it is not?

The official client is an extra and is loaded when a server is configured.
"""

from __future__ import annotations

import re
from base64 import b32encode
from contextlib import contextmanager
from hashlib import blake2b
from importlib import import_module
from typing import TYPE_CHECKING, Any

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.retrieval.vectors.sparse import sparse

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phantasm.retrieval.vectors.port import Floats, Ids, Stamp

FINE, COARSE, TERMS = "fine", "coarse", "terms"
"""The named vectors of a collection; `terms` are the sparse ones."""

TIMEOUT_SECONDS = 10
"""How long one call may take. Searches take milliseconds and batches tens of them; a server that needs more
is as good as gone, and the embedded index answers instead."""

BATCH = 256
"""Points or ids per call: half a megabyte of JSON with vectors of 256 + 64 numbers."""

NAME_CHARACTERS = 200
"""Characters of a collection's name that people read, at the most. With mark and number it stays below 255,
which is what servers take."""

MARK_BYTES = 10
"""Bytes of the digest that tells collections apart: 16 characters, and no two alike in any number of
collections that a server can hold."""

PREFIX = "phantasm"
"""What names of collections begin with where nothing else is said: the default of `qdrant.collection`."""


class ServerUnavailableError(PhantasmError):
    """A configured server could not be asked: whoever catches it goes on with the embedded index."""

    def __init__(self, message: str, *remediation: Remediation) -> None:
        super().__init__(Code.PROVIDER_UNAVAILABLE, message, remediation=remediation)


def load(name: str) -> Any:  # noqa: ANN401  # a module of the client, which has no types of ours
    """A module of the official client."""
    try:
        return import_module(name)
    except ImportError as missing:
        raise ServerUnavailableError(
            "a Qdrant server is configured, but its client is not installed",
            Remediation("Install the extra.", command="pip install 'phantasm[qdrant]'"),
        ) from missing


def connect(url: str, api_key: str | None = None) -> Any:  # noqa: ANN401  # likewise
    """A client of a server or cloud; nothing is sent yet."""
    with reaching():
        return load("qdrant_client").QdrantClient(
            url=url, api_key=api_key, timeout=TIMEOUT_SECONDS, check_compatibility=False
        )


@contextmanager
def reaching() -> Iterator[None]:
    """Turn every way in which a server can fail us into one error with a way on."""
    answers = load("qdrant_client.http.exceptions")
    refused = load("qdrant_client.common.client_exceptions")
    try:
        yield
    except (answers.ApiException, refused.QdrantException, OSError) as problem:
        raise ServerUnavailableError(
            f"the Qdrant server did not do what was asked of it: {str(problem)[:300]}",
            Remediation("Check that the server runs and that its URL and key are right."),
            Remediation("Without it, the embedded index answers; nothing is lost."),
        ) from problem


def family_name(stamp: Stamp, prefix: str = PREFIX) -> str:
    """What the names of all collections for one store's vectors of one generation share, up to the number.

    The mark covers what the readable part leaves out: cut ends, replaced characters, and widths.
    """
    said = f"{prefix}-{stamp.store_id}-{stamp.epoch}-{stamp.model}-{stamp.generation}-{stamp.exit}"
    whole = f"{said}-{stamp.width}-{stamp.coarse}"
    mark = b32encode(blake2b(whole.encode(), digest_size=MARK_BYTES).digest()).decode().lower()
    return re.sub(r"[^A-Za-z0-9_-]", "_", said)[:NAME_CHARACTERS] + f"-{mark}-"


def collection_name(stamp: Stamp, number: int, prefix: str = PREFIX) -> str:
    """A name that tells stores, generations and rebuilds apart."""
    return f"{family_name(stamp, prefix)}{number}"


def drop_family(client: Any, family: str, keep: str | None = None) -> None:  # noqa: ANN401  # the client
    """Drop the collections of a family but one: also those whose number was forgotten with the folder."""
    names = [each.name for each in client.get_collections().collections]
    for name in sorted(names):
        if name.startswith(family) and name.removeprefix(family).isdecimal() and name != keep:
            client.delete_collection(name)


def create(client: Any, name: str, stamp: Stamp) -> None:  # noqa: ANN401  # the client
    """An empty collection in the place of one that a killed rebuild left."""
    models = load("qdrant_client.models")
    if client.collection_exists(name):
        client.delete_collection(name)
    widths = {FINE: stamp.width, COARSE: stamp.coarse}
    client.create_collection(
        name,
        vectors_config={
            each: models.VectorParams(size=width, distance=models.Distance.COSINE)
            for each, width in widths.items()
        },
        sparse_vectors_config={TERMS: models.SparseVectorParams(modifier=models.Modifier.IDF)},
    )


def points(stamp: Stamp, ids: Ids, vectors: Floats, terms: Sequence[Sequence[str]] | None) -> list[Any]:
    """Units as points; those whose numbers are all zero stay out, as everywhere."""
    models = load("qdrant_client.models")
    found = []
    for row, unit in enumerate(ids.tolist()):
        fine, coarse = vectors[row], vectors[row, : stamp.coarse]
        if not (fine.any() and coarse.any()):
            continue
        vector: dict[str, Any] = {FINE: fine.tolist(), COARSE: coarse.tolist()}
        if terms is not None and terms[row]:
            indices, values = sparse(terms[row])
            vector[TERMS] = models.SparseVector(indices=indices, values=values)
        found.append(models.PointStruct(id=unit, vector=vector, payload={"unit": unit}))
    return found
