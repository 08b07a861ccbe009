"""What has no caller inside src, and why it is there all the same? Read by vulture."""

import logging
from logging.handlers import RotatingFileHandler

from phantasm.capabilities import clock
from phantasm.capabilities.embedding import hashing
from phantasm.context import fence
from phantasm.retrieval.vectors.embedded import EmbeddedIndex
from phantasm.retrieval.vectors.qdrant import QdrantIndex
from phantasm.session.transcripts import (
    choose,
    claude_code,
    codex,
    cursor,
    gemini,
    generic,
    markdown,
    swe_agent,
    zstd,
)
from phantasm.storage import jobs, schema
from phantasm.telemetry import sink

EXPLAINED = (
    # Benchmarks and tests look how far the clusters go. Tests alone ask a Qdrant to rank by terms so far,
    # because the store's own words are at hand and rank by more than terms.
    (EmbeddedIndex.clustered, QdrantIndex.search_terms),
    # Whoever reads transcripts takes out what Phantasm put in; the importers come with the sessions' issue.
    (fence.without_injected,),
    # Transcripts are read as turns; who keeps them as sessions comes with the sessions' issue.
    (choose.client_of, zstd.decompressed, gemini.events_of, swe_agent.events_of),
    tuple(client.events for client in (claude_code, codex, cursor, gemini, generic, markdown)),
    # The scheduler is the jobs table's caller and comes with its own issue; the table is in the first schema
    # so that no store has to migrate for it.
    (jobs.enqueue, jobs.claim, jobs.complete, jobs.fail),
    # Fakes that ship: tests and replays choose the time, and embed without weights.
    (hashing.HashingEmbedder, hashing.HashingEmbedder.embed),
    (clock.FixedClock, clock.FixedClock.advance),
    # Compared with SCHEMA_HEAD by tests/test_statements.py: no process has to load Alembic to know the head.
    (schema.newest_revision,),
    # Called by the standard library's logging.
    (sink.open_sink, logging.Handler.handleError, logging.FileHandler._open, logging.Formatter.format),  # noqa: SLF001
    (RotatingFileHandler.shouldRollover,),
)
