"""How do requests become OpenTelemetry spans? `instrument()` wraps the one door of this process.

    from phantasm.surfaces.adapters.open_telemetry import instrument

    stop = instrument()          # spans from here on, without content
    stop()                       # no more

Nothing is loaded or emitted before that. Every surface of the process is covered, because all of them go
through `Runtime.handle`.
"""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING

from phantasm import __version__
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.runtime.bootstrap import Runtime
from phantasm.runtime.party import Party
from phantasm.surfaces.adapters import extras, memory_spans

try:
    from opentelemetry import trace
    from opentelemetry.trace import SpanKind, Status, StatusCode
except ImportError as problem:
    raise extras.missing("otel", problem) from problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from opentelemetry.trace import Span, Tracer, TracerProvider

    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject

    _Handle = Callable[[Runtime, bytes | JsonObject, Party], Response]

_PLAIN = Runtime.handle
"""The door as it is without spans."""


def instrument(
    *, tracer_provider: TracerProvider | None = None, content: Callable[[str], str] | None = None
) -> Callable[[], None]:
    """Emit a span for every request of this process; returns the function that ends it.

    `content` opts in to what was asked and found: each text goes through it before it leaves, so it can mask
    or shorten; `str` passes everything on. What is found was masked when it was stored, a question was not.
    """
    if Runtime.handle is not _PLAIN:
        raise PhantasmError(
            Code.INVALID_REQUEST,
            "requests are traced already",
            remediation=(Remediation("Call the function that the first instrument() returned."),),
        )
    tracer = trace.get_tracer(memory_spans.PROVIDER, __version__, tracer_provider)
    Runtime.handle = _traced(tracer, content)  # type: ignore[method-assign, assignment]
    return _stop


def _stop() -> None:
    Runtime.handle = _PLAIN  # type: ignore[method-assign]


def _traced(tracer: Tracer, content: Callable[[str], str] | None) -> _Handle:
    @functools.wraps(_PLAIN)
    def handle(self: Runtime, request: bytes | JsonObject, party: Party = Party()) -> Response:  # noqa: B008
        asked = request if isinstance(request, dict) else _read(request)
        with tracer.start_as_current_span(
            memory_spans.name_of(asked), kind=SpanKind.INTERNAL, attributes=memory_spans.of_request(asked)
        ) as span:
            response = _PLAIN(self, request, party)
            if span.is_recording():
                _describe(span, asked, response, content)
            return response

    return handle


def _describe(
    span: Span, asked: JsonObject, response: Response, content: Callable[[str], str] | None
) -> None:
    span.set_attributes(memory_spans.of_response(asked, response))
    if content is not None:
        span.set_attributes(memory_spans.content(asked, response, content))
    if response.error is not None:
        # A message may quote what was asked, so it is content too.
        told = content(response.error.message) if content else response.error.code
        span.set_status(Status(StatusCode.ERROR, told))


def _read(request: bytes) -> JsonObject:
    """Return a request for its name and ids; what is wrong with it is the door's to say."""
    try:
        value = json.loads(request)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
