"""What is logged of a request? What it asked for and how it went, never what it said."""

import logging
import traceback
from pathlib import Path

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.model import JsonObject
from phantasm.runtime.pipeline import Answer
from phantasm.security.redaction import redact
from phantasm.telemetry.events import DefectMet, RequestAnswered, RequestRefused, emit


def log_refusal(value: JsonObject, problem: PhantasmError) -> tuple[str, str]:
    """Log a request that was refused; return its id and its operation, fit to be shown."""
    request_id, operation = _named(value, "request_id"), _named(value, "operation")
    client = value.get("client")
    profile = _named(client, "profile") if isinstance(client, dict) else ""
    emit(RequestRefused(operation, profile, request_id, problem.code.value), level=logging.INFO)
    return request_id, operation


def log_answer(answered: Answer, *, milliseconds: float) -> None:
    """Log a request that was answered."""
    response = answered.response
    level = logging.INFO if response.provenance.operation_id else logging.DEBUG
    event = RequestAnswered(
        operation=response.operation,
        kind="write" if response.provenance.operation_id else "read",
        profile=response.provenance.client_profile or "",
        request_id=response.request_id,
        outcome=response.status,
        milliseconds=round(milliseconds, 3),
        statements=answered.statements,
        replayed=bool(response.replayed),
    )
    emit(event, level=level)


def _named(value: JsonObject, name: str) -> str:
    """Return a text of the request for an error or a log line: masked and short."""
    text = value.get(name)
    return redact(text[:200])[0] if isinstance(text, str) else ""


def log_defect(value: JsonObject, problem: Exception) -> PhantasmError:
    """Log a failure that nobody foresaw; return the error that it becomes."""
    frame = traceback.extract_tb(problem.__traceback__)[-1]
    place = f"{Path(frame.filename).name}:{frame.lineno}"
    operation, request_id = _named(value, "operation"), _named(value, "request_id")
    emit(DefectMet(operation, request_id, type(problem).__name__, place), level=logging.ERROR)
    return PhantasmError(
        Code.INTERNAL,
        f"a defect in Phantasm: {type(problem).__name__} at {place}; nothing was written",
        remediation=(Remediation("Please report it with this place and the request's operation."),),
    )
