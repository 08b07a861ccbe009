"""What has no caller inside src, and why it is there all the same? Read by vulture."""

import logging
from logging.handlers import RotatingFileHandler

from prompt_toolkit.completion import Completer
from prompt_toolkit.history import History
from uvicorn import Server

from phantasm.capabilities import clock
from phantasm.capabilities.embedding import hashing
from phantasm.retrieval.vectors.embedded import EmbeddedIndex
from phantasm.retrieval.vectors.qdrant import QdrantIndex
from phantasm.storage import schema
from phantasm.surfaces.adapters.anthropic_memory import AsyncMemoryTool, MemoryTool
from phantasm.surfaces.adapters.langgraph_store import PhantasmStore
from phantasm.surfaces.adapters.open_telemetry import instrument
from phantasm.surfaces.python.project import Project
from phantasm.telemetry import sink

EXPLAINED = (
    # Benchmarks and tests look how far the clusters go. Tests alone ask a Qdrant to rank by terms so far,
    # because the store's own words are at hand and rank by more than terms.
    (EmbeddedIndex.clustered, QdrantIndex.search_terms),
    # Fakes that ship: tests and replays choose the time, and embed without weights.
    (hashing.HashingEmbedder, hashing.HashingEmbedder.embed),
    (clock.FixedClock, clock.FixedClock.advance),
    # What programs call: the Python client, and the adapters that other frameworks call by these names.
    (Project.inspect, Project.remember, Project.ingest, Project.review_queue, Project.start_session),
    (Project.append_turns, Project.end_session),
    (MemoryTool, AsyncMemoryTool, MemoryTool.clear_all_memory, AsyncMemoryTool.clear_all_memory),
    (PhantasmStore, PhantasmStore.abatch, PhantasmStore.supports_ttl, instrument),
    # Compared with SCHEMA_HEAD by tests/test_statements.py: no process has to load Alembic to know the head.
    (schema.newest_revision,),
    # Called by the line editor and by the web server.
    (Completer.get_completions_async, History.load_history_strings, History.store_string),
    (Server.capture_signals,),
    # Called by the standard library's logging.
    (sink.open_sink, logging.Handler.handleError, logging.FileHandler._open, logging.Formatter.format),  # noqa: SLF001
    (RotatingFileHandler.shouldRollover,),
)
