"""Requests become spans of the GenAI conventions: only when asked for, and without content by default."""

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from phantasm.contracts.errors import PhantasmError
from phantasm.surfaces.adapters.open_telemetry import instrument
from phantasm.surfaces.python.project import Project
from phantasm.surfaces.python.refusal import RefusedError


class Recorded:
    """A provider that keeps its spans in memory."""

    def __init__(self) -> None:
        self.exporter = InMemorySpanExporter()
        self.provider = TracerProvider()
        self.provider.add_span_processor(SimpleSpanProcessor(self.exporter))

    def take(self) -> list[ReadableSpan]:
        spans = list(self.exporter.get_finished_spans())
        self.exporter.clear()
        return spans

    def one(self) -> tuple[ReadableSpan, dict[str, object]]:
        (span,) = self.take()
        return span, dict(span.attributes or {})


@pytest.fixture
def recorded() -> Iterator[Recorded]:
    made = Recorded()
    stop = instrument(tracer_provider=made.provider)
    yield made
    stop()


def test_nothing_is_emitted_or_loaded_by_itself(writer: Project) -> None:
    made = Recorded()
    stop = instrument(tracer_provider=made.provider)
    stop()
    writer.search("anything")
    assert made.take() == []
    code = (
        "import sys, phantasm; phantasm.Project; print([name for name in sys.modules if 'telemetry' in name])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "opentelemetry" not in shown.stdout


def test_a_search_says_how_many_and_not_what(writer: Project, recorded: Recorded) -> None:
    writer.remember("Invoices are stored in PostgreSQL.", kind="decision")
    recorded.take()
    found = writer.search("where are invoices stored?")
    span, said = recorded.one()
    assert span.name == said["gen_ai.operation.name"] == "search_memory"
    assert span.kind is SpanKind.INTERNAL
    assert said["gen_ai.provider.name"] == "phantasm"
    assert said["gen_ai.memory.record.count"] == len(found.hits) == 1
    assert said["gen_ai.memory.record.id"] == found.hits[0].id
    store = writer.inspect().project
    assert store is not None
    assert said["gen_ai.memory.store.id"] == store.store_id
    assert not any("invoice" in str(value).lower() for value in said.values())
    assert span.status.status_code is StatusCode.UNSET


def test_writes_have_the_names_of_the_conventions(writer: Project, recorded: Recorded) -> None:
    handle = writer.remember("The cache is Redis.", subject_key="cache").results[0].handle
    writer.remember("The cache is Valkey.", subject_key="cache", on_conflict="supersede")
    writer.revise(writer.history(handle).live or "", statement="The cache is Memcached.")
    writer.ingest([{"record_kind": "note", "statement": f"Note {number}."} for number in range(2)])
    writer.forget(handle)
    writer.call("archive", ids=[writer.remember("The queue is NATS.").results[0].record_id])
    writer.compile("cache")
    writer.call("health")
    names = [span.name for span in recorded.take()]
    assert [name for name in names if name != "history"] == [
        "create_memory",
        "upsert_memory",
        "update_memory",
        "create_memory",
        "delete_memory",
        "create_memory",
        "delete_memory",
        "retrieval",
        "health",
    ]


def test_counts_are_those_of_what_was_attempted(writer: Project, recorded: Recorded) -> None:
    writer.ingest([{"record_kind": "note", "statement": f"Note {number}."} for number in range(3)])
    assert recorded.one()[1]["gen_ai.memory.record.count"] == 3
    with pytest.raises(RefusedError):
        writer.forget("rec_none", "rec_neither")
    _, said = recorded.one()
    assert said["gen_ai.memory.record.count"] == 2
    assert "gen_ai.memory.record.id" not in said


def test_an_error_marks_the_span(writer: Project, recorded: Recorded) -> None:
    with pytest.raises(RefusedError):
        writer.call("no_such_thing", query="the words of a person")
    span, said = recorded.one()
    assert span.name == "unknown"
    assert said["error.type"] == "unknown_operation"
    assert span.status.status_code is StatusCode.ERROR
    assert span.status.description == "unknown_operation"


def test_content_is_there_when_it_is_asked_for(writer: Project) -> None:
    writer.remember("Invoices are stored in PostgreSQL.", kind="decision")
    made = Recorded()
    stop = instrument(tracer_provider=made.provider, content=lambda text: text.replace("Post", "***"))
    try:
        writer.search("where are invoices? PostgreSQL?")
        _, said = made.one()
        writer.compile("invoices")
        _, compiled = made.one()
    finally:
        stop()
    assert said["gen_ai.memory.query.text"] == "where are invoices? ***greSQL?"
    records = json.loads(str(said["gen_ai.memory.records"]))
    assert records[0]["content"] == "Invoices are stored in ***greSQL."
    assert records[0]["score"] > 0
    assert compiled["gen_ai.retrieval.query.text"] == "invoices"


def test_bytes_and_rubbish_are_traced_too(writer: Project, recorded: Recorded) -> None:
    runtime = writer._runtime  # noqa: SLF001
    runtime.handle(b'{"operation": "describe", "params": {}}')
    assert recorded.one()[0].name == "describe"
    runtime.handle(b"[")
    span, said = recorded.one()
    assert (span.name, said["error.type"]) == ("unknown", "invalid_request")


def test_tracing_twice_is_refused(recorded: Recorded) -> None:
    with pytest.raises(PhantasmError, match="traced already"):
        instrument(tracer_provider=recorded.provider)
