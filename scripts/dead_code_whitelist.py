"""What has no caller inside src, and why it is there all the same? Read by vulture."""

import logging
from logging.handlers import RotatingFileHandler

from phantasm.capabilities import clock
from phantasm.capabilities.embedding import hashing
from phantasm.retrieval.vectors.embedded import EmbeddedIndex
from phantasm.retrieval.vectors.qdrant import QdrantIndex
from phantasm.runtime.scheduler import background
from phantasm.storage import schema
from phantasm.telemetry import sink

EXPLAINED = (
    # Benchmarks and tests look how far the clusters go. Tests alone ask a Qdrant to rank by terms so far,
    # because the store's own words are at hand and rank by more than terms.
    (EmbeddedIndex.clustered, QdrantIndex.search_terms),
    # The thread for long-lived surfaces; the first one that stays alive starts it.
    (background.Background,),
    # Fakes that ship: tests and replays choose the time, and embed without weights.
    (hashing.HashingEmbedder, hashing.HashingEmbedder.embed),
    (clock.FixedClock, clock.FixedClock.advance),
    # Compared with SCHEMA_HEAD by tests/test_statements.py: no process has to load Alembic to know the head.
    (schema.newest_revision,),
    # Called by the standard library's logging.
    (sink.open_sink, logging.Handler.handleError, logging.FileHandler._open, logging.Formatter.format),  # noqa: SLF001
    (RotatingFileHandler.shouldRollover,),
)
